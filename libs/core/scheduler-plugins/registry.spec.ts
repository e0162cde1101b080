import { readConfiguration } from './testing/load-configuration';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { NO_ARGS } from '@orrery/scheduling';
import { PLUGIN_REGISTRY } from './registry';

/** Returns the errors of a configuration about a plugin's arguments. */
function errorsOf(name: string, args: object): readonly string[] {
  const configuration = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [{ pluginConfig: [{ name, args }] }],
  };
  const { errors = [] } = readConfiguration(configuration, { bundle: 'modern' });
  return errors.map(({ field, reason }) => `${field}: ${reason}`);
}

describe.each(Object.entries(PLUGIN_REGISTRY))('%s', (name, { args }) => {
  test('declares its arguments', () => {
    expect(args?.fields).toBeDefined();
  });

  test('takes what it declares, and nothing else', () => {
    const wrong = { misspelt: 1, ...Object.fromEntries(Object.keys(args!.fields!).map((field) => [field, () => 1])) };
    const refused = errorsOf(name, wrong).filter((error) => error.endsWith(': unknown field'));
    expect(refused).toEqual(['profiles[0].pluginConfig[0].args.misspelt: unknown field']);
  });
});

test('every folder with arguments is declared in the registry', () => {
  const declared = new Set(Object.values(PLUGIN_REGISTRY).map(({ args }) => args));
  const forgotten = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'args.ts')
    .filter((path) => {
      const exported = Object.values(jest.requireActual<Record<string, unknown>>(join(__dirname, path)));
      return !exported.some((value) => value !== NO_ARGS && declared.has(value as never));
    });
  expect(forgotten).toEqual([]);
});
