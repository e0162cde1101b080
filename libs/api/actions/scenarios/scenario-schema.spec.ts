import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { parse } from 'yaml';
import { readScenario } from './read-scenario';
import { scenarioSchema } from './scenario-schema';

const ROOT = join(__dirname, '../../../..');
const FILE = join(ROOT, 'schemas/scenario.schema.json');

if (process.env['ORRERY_WRITE_REFERENCE'] === 'true') {
  writeFileSync(FILE, `${JSON.stringify(scenarioSchema(), null, 2)}\n`);
}

const accepts = new Ajv().compile(JSON.parse(existsSync(FILE) ? readFileSync(FILE, 'utf8') : 'false') as object);

/** Returns the errors of reader and schema: undefined for the one that accepts. */
function verdicts(yaml: string): { reader: string | undefined; schema: string | undefined } {
  let reader: string | undefined;
  try {
    readScenario(yaml);
  } catch (error) {
    reader = (error as Error).message;
  }
  const schema = accepts(parse(yaml)) ? undefined : JSON.stringify(accepts.errors);
  return { reader, schema };
}

const scenario = (actions: readonly unknown[], spec: object = {}, whole: object = {}): string =>
  JSON.stringify({ apiVersion: 'sim.orrery.dev/v1', kind: 'Scenario', spec: { actions, ...spec }, ...whole });

/** Blocks of the guides and files of the examples. */
function scenariosOfRepository(): [string, string][] {
  const guides = readdirSync(join(ROOT, 'docs/guides')).flatMap((name): [string, string][] =>
    [...readFileSync(join(ROOT, 'docs/guides', name), 'utf8').matchAll(/```yaml\n([^`]*kind: Scenario[^`]*)```/g)].map(
      ([, yaml]) => [name, yaml!],
    ),
  );
  const examples = join(ROOT, 'examples/scenarios');
  return [
    ...guides,
    ...readdirSync(examples).map((name): [string, string] => [name, readFileSync(join(examples, name), 'utf8')]),
  ];
}

it('is what schemas/scenario.schema.json says; after a change of the code run `npm run reference`', () => {
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(scenarioSchema());
});

test.each(scenariosOfRepository())('%s names it, and is accepted by it and by the reader', (_name, yaml) => {
  expect(yaml).toMatch(/^# yaml-language-server: \$schema=\S+scenario\.schema\.json\n/);
  expect(verdicts(yaml)).toEqual({ reader: undefined, schema: undefined });
});

test.each<[string, string]>([
  [
    'every action',
    scenario([
      { at: '1m30s', fault: { kind: 'SLOW_HEARTBEAT', nodes: ['node-1'], factor: 2, for: '5m' } },
      { after: '0', fault: { kind: 'MEMORY_HOG', zone: 'a', amount: '80%' } },
      { every: '1.5h', times: 3, fault: { kind: 'PID_HOG', share: 0.5, amount: 200 } },
      { clearFaults: null },
      { clearFaults: { kinds: ['POWER_OFF'] } },
      { apply: [{ kind: 'Pod' }] },
      { delete: { kind: 'Pod', name: 'a', namespace: 'b' } },
      { patch: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a', patch: { spec: {} } } },
      { restart: 'kubelet' },
      { cordon: 'n' },
      { uncordon: 'n' },
      { drain: 'n' },
      { taint: { node: 'n', key: 'k', value: 'v', effect: 'NoExecute' } },
      { untaint: { node: 'n', key: 'k' } },
      { name: 'x', when: [{ kind: 'Pod', count: 0 }], within: '1h', expect: { kind: 'Pod', matches: {} } },
    ]),
  ],
  [
    'a cluster, a duration and a name',
    scenario([], { lasts: '10m', cluster: { nodes: 0, seed: 's' } }, { metadata: { name: 'n' } }),
  ],
])('both accept %s', (_what, yaml) => {
  expect(verdicts(yaml)).toEqual({ reader: undefined, schema: undefined });
});

test.each<[string, string]>([
  ['another kind', scenario([], {}, { kind: 'Story' })],
  ['another version', scenario([], {}, { apiVersion: 'v1' })],
  ['an unknown field', scenario([], {}, { status: {} })],
  ['an unknown field of spec', scenario([], { last: '1m' })],
  ['an unknown field of the cluster', scenario([], { cluster: { node: 3 } })],
  ['no list of actions', scenario([], { actions: {} })],
  ['no actions', scenario([], { actions: undefined })],
  ['too many actions', scenario(Array.from({ length: 1001 }, () => ({ cordon: 'n' })))],
  ['an entry without action', scenario([{ at: '1s' }])],
  ['an entry with two', scenario([{ cordon: 'n', drain: 'n' }])],
  ['an unknown action', scenario([{ reboot: 'n' }])],
  ['at and after', scenario([{ at: '1s', after: '1s', cordon: 'n' }])],
  ['at and when', scenario([{ at: '1s', when: { kind: 'Pod' }, cordon: 'n' }])],
  ['after and when', scenario([{ after: '1s', when: { kind: 'Pod' }, cordon: 'n' }])],
  ['every without times', scenario([{ every: '1s', cordon: 'n' }])],
  ['times without every', scenario([{ times: 2, cordon: 'n' }])],
  ['times of none', scenario([{ every: '1s', times: 0, cordon: 'n' }])],
  ['too many times', scenario([{ every: '1s', times: 1001, cordon: 'n' }])],
  ['half a time', scenario([{ every: '1s', times: 1.5, cordon: 'n' }])],
  ['a duration without a unit', scenario([{ at: '30', cordon: 'n' }])],
  ['a duration as a number', scenario([{ at: 30, cordon: 'n' }])],
  ['a duration of words', scenario([{ at: 'soon', cordon: 'n' }])],
  ['a negative duration', scenario([{ at: '-5s', cordon: 'n' }])],
  ['a duration of days', scenario([], { lasts: '1d' })],
  ['an unknown fault', scenario([{ fault: { kind: 'FIRE' } }])],
  ['a fault without kind', scenario([{ fault: { nodes: ['n'] } }])],
  ['an unknown field of a fault', scenario([{ fault: { kind: 'POWER_OFF', node: 'n' } }])],
  ['a factor in words', scenario([{ fault: { kind: 'SLOW_HEARTBEAT', factor: 'two' } }])],
  ['an unknown fault to clear', scenario([{ clearFaults: { kinds: ['FIRE'] } }])],
  ['an object without name', scenario([{ delete: { kind: 'Pod' } }])],
  ['an object without kind', scenario([{ patch: { name: 'a', patch: {} } }])],
  ['an unknown component', scenario([{ restart: 'etcd' }])],
  ['no node', scenario([{ cordon: '' }])],
  ['a node as a number', scenario([{ drain: 1 }])],
  ['a taint without key', scenario([{ taint: { node: 'n' } }])],
  ['an empty effect', scenario([{ untaint: { node: 'n', key: 'k', effect: '' } }])],
  ['an expectation without kind', scenario([{ expect: { name: 'a' } }])],
  ['a negative count', scenario([{ expect: [{ kind: 'Pod', count: -1 }] }])],
  ['an unknown field of an expectation', scenario([{ expect: { kind: 'Pod', match: {} } }])],
  ['a condition that is a text', scenario([{ when: 'ready', cordon: 'n' }])],
])('both refuse %s', (_what, yaml) => {
  const { reader, schema } = verdicts(yaml);
  expect(reader).toEqual(expect.any(String));
  expect(schema).toEqual(expect.any(String));
});
