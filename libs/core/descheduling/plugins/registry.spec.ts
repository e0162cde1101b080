import { loadDeschedulerPolicy } from '../policy/load-policy';
import { STRATEGIES } from './registry';

test.each(STRATEGIES)('the schema of the arguments of $name has the name that errors show', ({ name, args }) => {
  expect(args.name).toBe(`${name}Args`);
});

test.each(STRATEGIES.map(({ name }) => name))('%s refuses arguments that it does not take', (name) => {
  const profile = { name: 'p', pluginConfig: [{ name, args: { misspelt: 1 } }] };
  const verdict = loadDeschedulerPolicy({
    apiVersion: 'descheduler/v1alpha2',
    kind: 'DeschedulerPolicy',
    profiles: [profile],
  });
  expect(verdict.ok ? [] : verdict.errors).toContainEqual(
    expect.objectContaining({
      field: 'profiles[0].pluginConfig[0].args.misspelt',
      reason: 'strict decoding error: unknown field "misspelt"',
    }),
  );
});
