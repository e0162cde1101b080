import { FORM_SCHEMAS } from './form-schemas.generated';
import { hintOf, inputOf, labelOf, optionsOf, type FormSchema } from './form';

const SCHEMA: FormSchema = {
  name: { kind: 'text', about: 'Name.', isRequired: true },
  userAgents: { kind: 'list', about: 'Clients; `*` at the end.' },
  code: { kind: 'integer', about: 'Code.' },
  'clock.mode': { kind: 'text', about: 'Mode.', words: { MANUAL: 'Stands still.' } },
  'clock.rate': { kind: 'number', about: 'Rate.' },
  record: { kind: 'flag', about: 'Record.' },
};

test('an input has the values of a form in their types, and objects for paths', () => {
  const values = {
    name: ' busy ',
    userAgents: 'kubectl*, a  b',
    code: '429',
    'clock.mode': 'SCALED',
    'clock.rate': '0.5',
    record: 'true',
  };
  expect(inputOf(SCHEMA, values)).toEqual({
    name: 'busy',
    userAgents: ['kubectl*', 'a', 'b'],
    code: 429,
    clock: { mode: 'SCALED', rate: 0.5 },
    record: true,
  });
  expect(optionsOf(SCHEMA, values)).toBe(
    " --name busy --user-agents 'kubectl*,a,b' --code 429 --mode SCALED --rate 0.5 --record",
  );
});

test('empty fields are left out', () => {
  const values = { name: 's', userAgents: ' ', code: '', 'clock.rate': '' };
  expect(inputOf(SCHEMA, values)).toEqual({ name: 's' });
  expect(optionsOf(SCHEMA, values)).toBe(' --name s');
});

test('labels and hints come from the schema', () => {
  const { nodes, 'settings.bundle': bundle } = FORM_SCHEMAS.createCluster;
  expect(['watchLifetime', 'clock.mode', 'name'].map(labelOf)).toEqual(['Watch lifetime', 'Mode', 'Name']);
  expect(hintOf(nodes)).toBe('Number of simulated nodes (at most 65000, default 0). (must be between 0 and 65000)');
  expect(hintOf(bundle)).toMatch(/^Generation of behaviour: okd-legacy, .*, modern\b.*\. \(default: modern\)$/);
  expect(hintOf(SCHEMA['userAgents']!)).toBe('Clients; * at the end.');
});
