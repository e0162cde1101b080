import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { podOf } from '../../../libs/testing/kit/graphql-pods';
import {
  startTestGraphqlServer,
  type TestGraphqlCluster,
  type TestGraphqlServer,
} from '../../../libs/testing/kit/graphql-server';

let server: TestGraphqlServer;

beforeAll(async () => {
  server = await startTestGraphqlServer();
});
afterAll(() => server.close());

const SAMPLES = join(__dirname, '../../../libs/core/scheduler-plugins/whole-scheduler/configuration/testdata');
const CONFIG =
  'config { scheduler format dialect scoreScale profiles { schedulerName plugins { extensionPoint name weight } } }';

interface Config {
  readonly format: string | null;
  readonly scoreScale: number;
  readonly profiles: readonly {
    readonly schedulerName: string;
    readonly plugins: readonly { readonly name: string }[];
  }[];
}

async function nodeOf(cluster: TestGraphqlCluster, name: string): Promise<string | null> {
  const { pod } = await cluster.query<{ pod: { spec: { nodeName: string | null } } }>(
    'query ($name: String!) { pod(name: $name) { spec { nodeName } } }',
    { name },
  );
  return pod.spec.nodeName;
}

async function place(
  cluster: TestGraphqlCluster,
  name: string,
  spec: Record<string, unknown> = {},
): Promise<string | null> {
  await cluster.mutate('createObject', { object: podOf(name, { spec }) }, 'object { id }');
  await cluster.mutate('advanceClock', { by: '15s' }, 'events');
  return nodeOf(cluster, name);
}

it("places by the guide's Policy from the moment it is set, and by the defaults after it was taken away", async () => {
  const cluster = await server.cluster({ nodes: 3 });
  const yaml = readFileSync(join(SAMPLES, 'require-region-prefer-zone.yaml'), 'utf8');
  const set = await cluster.mutate<{ config: Config }>('setSchedulerConfig', { yaml, lenient: true }, CONFIG);
  expect(set.config).toMatchObject({ scheduler: 'default', format: 'Policy', dialect: 'GUIDE', scoreScale: 10 });
  const scores = set.config.profiles[0]!.plugins.filter((plugin) => 'weight' in plugin && plugin.weight !== null);
  expect(scores).toEqual([{ extensionPoint: 'score', name: 'NodeLabel/ZonePreferred', weight: 1 }]);

  expect(await place(cluster, 'nowhere')).toBeNull();
  const label = { apiVersion: 'v1', kind: 'Node', name: 'node-2', labels: { region: 'west' } };
  await cluster.mutate('setLabels', label, 'object { metadata { name } }');
  await cluster.mutate('advanceClock', { by: '90s' }, 'events');
  expect(await nodeOf(cluster, 'nowhere')).toBe('node-2');

  await cluster.mutate('setSchedulerConfig', { remove: true }, CONFIG);
  await cluster.mutate('cordonNode', { name: 'node-2' }, 'node { id }');
  expect(await place(cluster, 'anywhere')).toMatch(/^node-[13]$/);
});

it('takes every sample configuration of the guide as it is printed', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const samples = readdirSync(SAMPLES).filter((name) => /\.(json|yaml)$/.test(name));
  expect(samples.length).toBeGreaterThanOrEqual(6);
  for (const sample of samples) {
    const yaml = readFileSync(join(SAMPLES, sample), 'utf8');
    const { config } = await cluster.mutate<{ config: Config }>('setSchedulerConfig', { yaml, lenient: true }, CONFIG);
    expect({ sample, format: config.format }).toEqual({ sample, format: 'Policy' });
  }
});

it('runs a second scheduler under its own name beside the first, and leaves strangers alone', async () => {
  const cluster = await server.cluster({ nodes: 2 });
  const object = {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    profiles: [
      { schedulerName: 'packer', pluginConfig: [{ name: 'NodeResourcesFit', args: MOST_ALLOCATED }] },
      { schedulerName: 'pinned', pluginConfig: [{ name: 'NodeAffinity', args: ONLY_NODE_1 }] },
    ],
  };
  await cluster.mutate('setSchedulerConfig', { scheduler: 'second', object }, CONFIG);
  expect(await place(cluster, 'a', { schedulerName: 'pinned' })).toBe('node-1');
  expect(await place(cluster, 'b', { schedulerName: 'pinned' })).toBe('node-1');
  expect(await place(cluster, 'c', { schedulerName: 'packer' })).toBe('node-1');
  expect(await place(cluster, 'd')).toBe('node-2');
  expect(await place(cluster, 'stranger', { schedulerName: 'nobody' })).toBeNull();
  const { pod, events } = await cluster.query<{ pod: { conditions: unknown[] }; events: { nodes: unknown[] } }>(
    '{ pod(name: "stranger") { conditions { type } } events(filter: {involvedName: "stranger"}) { nodes { reason } } }',
  );
  expect([pod.conditions, events.nodes]).toEqual([[], []]);

  const { schedulerConfigs } = await cluster.query<{ schedulerConfigs: { scheduler: string }[] }>(
    '{ schedulerConfigs { scheduler } }',
  );
  expect(schedulerConfigs.map(({ scheduler }) => scheduler)).toEqual(['default', 'second']);
  await cluster.mutate('setSchedulerConfig', { scheduler: 'second', remove: true }, CONFIG);
  expect(await place(cluster, 'late', { schedulerName: 'packer' })).toBeNull();
});

it.each([
  ['nothing', {}, 'BAD_USER_INPUT', 'specify exactly one of yaml, object, remove'],
  [
    'an unknown predicate',
    { object: { kind: 'Policy', apiVersion: 'v1', predicates: [{ name: 'NoSuch' }] } },
    'INVALID',
    'predicates[0]',
  ],
  ['another kind', { object: { kind: 'Pod', apiVersion: 'v1' } }, 'NOT_SUPPORTED', 'kind'],
  ['text that is no YAML', { yaml: 'kind: [' }, 'INVALID', 'line 1, column'],
  [
    'a name that is served already',
    {
      scheduler: 'second',
      object: {
        apiVersion: 'kubescheduler.config.k8s.io/v1',
        kind: 'KubeSchedulerConfiguration',
        profiles: [{ schedulerName: 'default-scheduler' }],
      },
    },
    'INVALID',
    'served by scheduler "default" already',
  ],
])('refuses %s with field and reason, and changes nothing', async (_what, input, code, message) => {
  const cluster = await server.cluster({ nodes: 1 });
  const { errors } = await cluster.attempt<{ errors: { code: string; message: string }[] }>(
    'setSchedulerConfig',
    input,
  );
  expect(errors[0]).toMatchObject({ code, message: expect.stringContaining(message) });
  const { schedulerConfigs } = await cluster.query<{ schedulerConfigs: { format: string | null }[] }>(
    '{ schedulerConfigs { format } }',
  );
  expect(schedulerConfigs).toEqual([{ format: null }]);
});

it('only says what would become of a configuration when asked to', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const object = { kind: 'Policy', apiVersion: 'v1', predicates: [], priorities: [] };
  const { config } = await cluster.mutate<{ config: Config }>('setSchedulerConfig', { object, dryRun: true }, CONFIG);
  expect(config.format).toBe('Policy');
  const { schedulerConfig } = await cluster.query<{ schedulerConfig: Config }>('{ schedulerConfig { format } }');
  expect(schedulerConfig.format).toBeNull();
});

it('follows the arguments of a master configuration file, and names what has no effect', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const yaml = `
etcdConfig: {}
kubernetesMasterConfig:
  schedulerArguments: { disablePreemption: ["true"], address: ["0.0.0.0"] }
  apiServerArguments: { default-not-ready-toleration-seconds: ["30"] }
  controllerArguments: { node-monitor-grace-period: ["20s"], feature-gates: ["TaintBasedEvictions=false"] }
`;
  const { config } = await cluster.mutate<{ config: unknown }>(
    'setAdmissionConfig',
    { yaml },
    'config { warnings { field reason } }',
  );
  const reason = 'has no effect here';
  const fields = ['etcdConfig', 'kubernetesMasterConfig.schedulerArguments.address'];
  expect(config).toEqual({ warnings: fields.map((field) => ({ field, reason })) });

  const NAMES =
    '{ schedulerConfig { profiles { plugins { name } } } nodeHealth { nodeMonitorGracePeriod enableTaintManager } }';
  interface Names {
    readonly schedulerConfig: Config;
    readonly nodeHealth: object;
  }
  const namesOf = ({ schedulerConfig }: Names) => schedulerConfig.profiles[0]!.plugins.map(({ name }) => name);
  const set = await cluster.query<Names>(NAMES);
  expect(namesOf(set)).not.toContain('DefaultPreemption');
  expect(set.nodeHealth).toEqual({ nodeMonitorGracePeriod: '20s', enableTaintManager: false });

  const high = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 1000 };
  await cluster.mutate('createObject', { object: high }, 'object { id }');
  const resources = { requests: { cpu: '3' } };
  const containers = [{ name: 'c', image: 'app', resources }];
  expect(await place(cluster, 'low', { containers })).toBe('node-1');
  expect(await place(cluster, 'high', { containers, priorityClassName: 'high' })).toBeNull();
  const { pod } = await cluster.query<{ pod: unknown }>(
    '{ pod(name: "low") { spec { tolerations { key tolerationSeconds } } status { qosClass } } }',
  );
  expect(pod).toMatchObject({
    spec: {
      tolerations: expect.arrayContaining([
        { key: 'node.kubernetes.io/not-ready', tolerationSeconds: 30 },
        { key: 'node.kubernetes.io/unreachable', tolerationSeconds: 300 },
      ]) as unknown,
    },
    status: { qosClass: 'Burstable' },
  });

  await cluster.mutate('setAdmissionConfig', { remove: true }, 'config { plugins }');
  const unset = await cluster.query<Names>(NAMES);
  expect(namesOf(unset)).toContain('DefaultPreemption');
  expect(unset.nodeHealth).toEqual({ nodeMonitorGracePeriod: '50s', enableTaintManager: true });
});

it('stores no weight that it cannot show', async () => {
  const cluster = await server.cluster({ nodes: 1 });
  const weight = 999_999_999_999;
  const policy = { kind: 'Policy', apiVersion: 'v1', predicates: [], priorities: [{ name: 'EqualPriority', weight }] };
  const { errors } = await cluster.attempt<{ errors: unknown }>('setSchedulerConfig', { object: policy });
  const cause = 'Invalid value: 999999999999: not in valid range [1, 2147483647]';
  expect(errors).toMatchObject([{ code: 'INVALID', field: ['object', 'priorities', '0', 'weight'], cause }]);
  const { schedulerConfig } = await cluster.query<{ schedulerConfig: unknown }>(
    '{ schedulerConfig { format priorities { weight } } }',
  );
  expect(schedulerConfig).toEqual({ format: null, priorities: null });
});

const MOST_ALLOCATED = { scoringStrategy: { type: 'MostAllocated', resources: [{ name: 'cpu', weight: 1 }] } };
const ONLY_NODE_1 = {
  addedAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-1'] }] }],
    },
  },
};
