import { readConfiguration, type ReadOptions } from '../../../testing/load-configuration';
import { Scheduler, type BundleName } from '@orrery/scheduling';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, scoresByNode } from '../../../testing/scheduling-scene';
import { ManualClock } from '@orrery/time';

const MODERN: ReadOptions = { bundle: 'modern' };
const V1 = { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' };

function errorsOf(configuration: object, options = MODERN): readonly string[] {
  const verdict = readConfiguration({ ...V1, ...configuration }, options);
  return (verdict.errors ?? []).map(({ field, reason }) => `${field}: ${reason}`);
}
const withArgs = (name: string, args: object): object => ({
  profiles: [{ pluginConfig: [{ name: 'NodeName' }, { name, args }] }],
});
const ARGS = 'profiles[0].pluginConfig[1].args';
const profiles = (...list: readonly object[]): object => ({ profiles: list });

test('an empty document has the defaults', () => {
  const { ok } = readConfiguration(V1, MODERN);
  expect(ok).toMatchObject({
    extenders: [],
    warnings: [],
    dialect: undefined,
    options: {
      bundle: 'modern',
      percentageOfNodesToScore: 0,
      backoff: { initialMs: 1000, maxMs: 10_000 },
      profiles: [{ schedulerName: 'default-scheduler' }],
    },
  });
});

test('settings of the process are accepted', () => {
  const text = `
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 4
leaderElection: { leaderElect: true, resourceName: kube-scheduler }
clientConnection: { kubeconfig: /etc/srv/kubeconfig, qps: 50 }
enableProfiling: true
enableContentionProfiling: false
delayCacheUntilActive: true
percentageOfNodesToScore: 30
podInitialBackoffSeconds: 2
podMaxBackoffSeconds: 20
profiles:
  - schedulerName: first
    percentageOfNodesToScore: 70
  - schedulerName: second
`;
  const { ok, errors } = readConfiguration(text, MODERN);
  expect(errors).toBeUndefined();
  expect(ok!.options).toMatchObject({
    percentageOfNodesToScore: 30,
    backoff: { initialMs: 2000, maxMs: 20_000 },
    profiles: [{ schedulerName: 'first', percentageOfNodesToScore: 70 }, { schedulerName: 'second' }],
  });
  const { parts } = new Scheduler({ clock: new ManualClock(), seed: 's', ...ok!.options });
  expect([...parts.profiles.keys()]).toEqual(['first', 'second']);
});

test.each([1, 16, 10_000])('parallelism %d changes nothing that decisions depend on', (parallelism) => {
  const document = { kind: 'KubeSchedulerConfiguration', apiVersion: 'kubescheduler.config.k8s.io/v1' };
  const { ok, errors } = readConfiguration({ ...document, parallelism }, MODERN);
  expect(errors).toBeUndefined();
  expect(ok!.options).toEqual(readConfiguration(document, MODERN).ok!.options);
});

test.each([
  [
    'negative parallelism',
    { parallelism: -1 },
    ['parallelism: Invalid value: -1: should be an integer value greater than zero'],
  ],
  ['parallelism', { parallelism: 0 }, ['parallelism: Invalid value: 0: should be an integer value greater than zero']],
  [
    'percentage',
    { percentageOfNodesToScore: 101, profiles: [{ percentageOfNodesToScore: -1 }] },
    [
      'percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]',
      'profiles[0].percentageOfNodesToScore: Invalid value: -1: not in valid range [0-100]',
    ],
  ],
  [
    'initial back-off',
    { podInitialBackoffSeconds: 0 },
    ['podInitialBackoffSeconds: Invalid value: 0: must be greater than 0'],
  ],
  [
    'maximum back-off',
    { podInitialBackoffSeconds: 5, podMaxBackoffSeconds: 4 },
    ['podMaxBackoffSeconds: Invalid value: 4: must be greater than or equal to PodInitialBackoffSeconds'],
  ],
  [
    'an extender',
    { extenders: [{ prioritizeVerb: 'p' }, { bindVerb: 'a' }, { bindVerb: 'b', httpTimeout: 'soon' }] },
    [
      'extenders[0].weight: Invalid value: 0: must have a positive weight applied to it',
      'extenders[2].httpTimeout: Invalid value: "soon": must be a duration',
      'extenders: Invalid value: "found 2 extenders implementing bind": only one extender can implement bind',
    ],
  ],
  [
    'a second profile without name',
    profiles({ schedulerName: 'a' }, {}),
    ['profiles[1].schedulerName: Required value'],
  ],
  [
    'two profiles of one name',
    profiles({ schedulerName: 'a' }, { schedulerName: 'a' }),
    ['profiles[1].schedulerName: Duplicate value: "a"'],
  ],
  [
    'a plugin that does not exist',
    profiles({ plugins: { filter: { enabled: [{ name: 'NoSuch' }] } } }),
    ['profiles[0].plugins.filter.enabled: Invalid value: "NoSuch": plugin does not exist'],
  ],
  [
    'a plugin at a point it lacks',
    profiles({}, { schedulerName: 'b', plugins: { score: { enabled: [{ name: 'NodeName' }] } } }),
    ['profiles[0].schedulerName: Required value'],
  ],
  [
    'a plugin at a point it lacks',
    profiles({ schedulerName: 'a' }, { schedulerName: 'b', plugins: { score: { enabled: [{ name: 'NodeName' }] } } }),
    ['profiles[1].plugins.score.enabled: Invalid value: "NodeName": plugin does not extend score'],
  ],
  [
    'a plugin enabled twice',
    profiles({ plugins: { score: { enabled: [{ name: 'ImageLocality' }, { name: 'ImageLocality' }] } } }),
    ['profiles[0].plugins.score.enabled[1].name: Duplicate value: "ImageLocality"'],
  ],
  [
    'a weight below 0',
    profiles({ plugins: { score: { enabled: [{ name: 'ImageLocality', weight: -1 }] } } }),
    ['profiles[0].plugins.score.enabled[0].weight: Invalid value: -1: not in valid range [0, 2147483647]'],
  ],
  [
    'no queue sort',
    profiles({ plugins: { queueSort: { disabled: [{ name: '*' }] } } }),
    ['profiles[0].plugins.queueSort: Invalid value: exactly one queue sort plugin is required'],
  ],
  [
    'nothing that binds',
    profiles({ plugins: { bind: { disabled: [{ name: 'DefaultBinder' }] } } }),
    ['profiles[0].plugins.bind: Required value: at least one bind plugin is needed'],
  ],
  [
    'queues sorted with other arguments',
    profiles({ schedulerName: 'a' }, { schedulerName: 'b', pluginConfig: [{ name: 'PrioritySort', args: {} }] }),
    ['profiles[1].pluginConfig.args: Invalid value: {}: has to match for all profiles'],
  ],
  [
    'queues sorted by other plugins',
    profiles(
      { schedulerName: 'a' },
      { schedulerName: 'b', plugins: { queueSort: { disabled: [{ name: '*' }], enabled: [{ name: 'Own' }] } } },
    ),
    [
      'profiles[1].plugins.queueSort: Invalid value: ["Own"]: has to match for all profiles',
      'profiles[1].plugins.queueSort.enabled: Invalid value: "Own": plugin does not exist',
    ],
  ],
  [
    'a plugin that needs arguments',
    profiles({ plugins: { score: { enabled: [{ name: 'RequestedToCapacityRatio' }] } } }),
    [
      'profiles[0].pluginConfig[RequestedToCapacityRatio].args.shape: Required value: at least one point must be specified',
    ],
  ],
  [
    'arguments and plugins at once',
    profiles({
      plugins: { score: { enabled: [{ name: 'NoSuch' }] } },
      pluginConfig: [{ name: 'InterPodAffinity', args: { hardPodAffinityWeight: -1 } }],
    }),
    [
      'profiles[0].pluginConfig[0].args.hardPodAffinityWeight: Invalid value: -1: not in valid range [0, 100]',
      'profiles[0].plugins.score.enabled: Invalid value: "NoSuch": plugin does not exist',
    ],
  ],
  [
    'arguments given twice',
    profiles({ pluginConfig: [{ name: 'NodeResourcesFit' }, { name: 'NodeResourcesFit' }] }),
    ['profiles[0].pluginConfig[1]: Duplicate value: "NodeResourcesFit"'],
  ],
  [
    'arguments of a plugin that does not exist',
    profiles({ pluginConfig: [{ name: 'NoSuch' }, {}] }),
    [
      'profiles[0].pluginConfig[0].name: Invalid value: "NoSuch": plugin does not exist',
      'profiles[0].pluginConfig[1].name: Required value',
    ],
  ],
  [
    'an unknown field',
    { profiles: [{ plugins: { filters: {} } }] },
    ['profiles[0].plugins.filters: unknown field; did you mean filter?'],
  ],
  [
    'wrong types',
    { parallelism: '16', profiles: [{ plugins: { filter: { enabled: ['NodeName'] } } }] },
    [
      'parallelism: Invalid value: "16": must be an integer',
      'profiles[0].plugins.filter.enabled[0]: Invalid value: "NodeName": must be an object',
    ],
  ],
])('%s', (_name, configuration, want) => {
  expect(errorsOf(configuration)).toEqual(want);
});

const constraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' };

test.each([
  [
    'InterPodAffinity',
    { hardPodAffinityWeight: 101 },
    ['hardPodAffinityWeight: Invalid value: 101: not in valid range [0, 100]'],
  ],
  [
    'InterPodAffinity',
    { hardPodAffinityWeight: 'x' },
    ['hardPodAffinityWeight: Invalid value: "x": must be an integer'],
  ],
  [
    'NodeResourcesFit',
    { ignoredResourceGroups: ['a/b'], scoringStrategy: { resources: [{ name: 'cpu', weight: 101 }] } },
    [
      `ignoredResourceGroups[0]: Invalid value: "a/b": resource group name can't contain '/'`,
      'scoringStrategy.resources[0].weight: Invalid value: 101: resource weight of cpu not in valid range (0, 100]',
    ],
  ],
  [
    'NodeResourcesFit',
    { scoringStrategy: { type: 'Best' } },
    [
      'scoringStrategy.type: Unsupported value: "Best": supported values: "LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"',
    ],
  ],
  [
    'NodeResourcesFit',
    { scoringStrategy: { type: 'RequestedToCapacityRatio' } },
    ['scoringStrategy.requestedToCapacityRatio.shape: Required value: at least one point must be specified'],
  ],
  [
    'NodeResourcesBalancedAllocation',
    {
      resources: [
        { name: 'cpu', weight: 2 },
        { name: 'cpu', weight: 1 },
      ],
    },
    ['resources[0].weight: Invalid value: 2: must be 1', 'resources[1].name: Duplicate value: "cpu"'],
  ],
  [
    'PodTopologySpread',
    { defaultingType: 'System', defaultConstraints: [constraint] },
    [expect.stringMatching(/^defaultingType: Invalid value: "System": when \.defaultConstraints are not empty$/)],
  ],
  [
    'PodTopologySpread',
    { defaultingType: 'List', defaultConstraints: [{ ...constraint, maxSkew: 0 }] },
    ['defaultConstraints[0].maxSkew: Invalid value: 0: not in valid range (0, inf)'],
  ],
  [
    'PodTopologySpread',
    { defaultingType: 'List', defaultConstraints: [{ ...constraint, labelSelector: {} }] },
    [expect.stringContaining('constraint must not define a selector, as they deduced for each pod')],
  ],
  ['VolumeBinding', { bindTimeoutSeconds: -1 }, [expect.stringMatching(/^bindTimeoutSeconds: Invalid value: -1: /)]],
  [
    'NodeAffinity',
    { addedAffinity: { requiredDuringScheduling: {} } },
    ['addedAffinity.requiredDuringScheduling: unknown field'],
  ],
  [
    'NodeLabel',
    { presentLabels: ['a'], absentLabels: ['a'] },
    ['absentLabels[0]: Invalid value: "a": exists in both the present and the absent label list'],
  ],
  ['NodePorts', { anything: 1 }, ['anything: unknown field']],
  [
    'NodeResourcesFit',
    { kind: 'NodeAffinityArgs', apiVersion: 'v1' },
    [
      'kind: Unsupported value: "NodeAffinityArgs": supported values: "NodeResourcesFitArgs"',
      expect.stringContaining(
        'apiVersion: Unsupported value: "v1": supported values: "kubescheduler.config.k8s.io/v1"',
      ),
    ],
  ],
])('arguments of %s: %j', (name, args, want) => {
  const prefixed = (errorsOf(withArgs(name, args)) as string[]).map((text) => {
    expect(text.startsWith(`${ARGS}.`)).toBe(true);
    return text.slice(ARGS.length + 1);
  });
  expect(prefixed).toEqual(want);
});

test('arguments may name their kind', () => {
  const args = { apiVersion: V1.apiVersion, kind: 'NodeResourcesFitArgs', ignoredResources: ['example.com/a'] };
  expect(errorsOf(withArgs('NodeResourcesFit', args))).toEqual([]);
});

describe('versions', () => {
  const scores = (version: string, profile: object, bundle: BundleName = 'modern'): Record<string, number> => {
    const apiVersion = `kubescheduler.config.k8s.io/${version}`;
    const { ok, errors } = readConfiguration({ ...V1, apiVersion, profiles: [profile] }, { bundle });
    expect(errors ?? []).toEqual([]);
    const { framework } = new Scheduler({ clock: new ManualClock(), seed: '', ...ok!.options }).parts.profiles.get(
      'default-scheduler',
    )!;
    return Object.fromEntries(framework.score.map(({ plugin, weight }) => [plugin.name, weight]));
  };

  test.each(['v1', 'v1beta3', 'v1beta2'])('%s scores free resources with NodeResourcesFit', (version) => {
    expect(scores(version, {})).toMatchObject({ NodeResourcesFit: 1 });
  });

  test.each([
    ['by default', {}, { NodeResourcesLeastAllocated: 1 }],
    [
      'with another weight',
      { plugins: { score: { enabled: [{ name: 'NodeResourcesLeastAllocated', weight: 4 }] } } },
      { NodeResourcesLeastAllocated: 4 },
    ],
    ['disabled', { plugins: { score: { disabled: [{ name: 'NodeResourcesLeastAllocated' }] } } }, {}],
    [
      'replaced',
      {
        plugins: {
          score: {
            disabled: [{ name: 'NodeResourcesLeastAllocated' }],
            enabled: [{ name: 'NodeResourcesMostAllocated', weight: 2 }],
          },
        },
      },
      { NodeResourcesMostAllocated: 2 },
    ],
  ])('v1beta1 scores them with a plugin of its own: %s', (_name, profile, want) => {
    const found = Object.entries(scores('v1beta1', profile)).filter(([name]) =>
      /^NodeResources(Fit|LeastAllocated|MostAllocated)$/.test(name),
    );
    expect(Object.fromEntries(found)).toEqual(want);
  });

  test.each([
    ['v1beta1', []],
    ['v1beta2', ['profiles[0].pluginConfig[0].args.defaultingType: Invalid value: "System": when .defaultConstraints']],
    ['v1', ['profiles[0].pluginConfig[0].args.defaultingType: Invalid value: "System": when .defaultConstraints']],
  ])('constraints without a defaulting type in %s', (version, wanted) => {
    const defaultConstraints = [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway' }];
    const found = errorsOf({
      apiVersion: `kubescheduler.config.k8s.io/${version}`,
      profiles: [{ pluginConfig: [{ name: 'PodTopologySpread', args: { defaultConstraints } }] }],
    });
    expect(found).toEqual(wanted.map((text) => expect.stringContaining(text) as unknown));
  });

  test.each([
    ['v1alpha1', {}, 'apiVersion: Unsupported value: "kubescheduler.config.k8s.io/v1alpha1": supported values: '],
    ['v1beta2', { profiles: [{ plugins: { multiPoint: {} } }] }, 'profiles[0].plugins.multiPoint: unknown field'],
    ['v1beta3', { profiles: [{ percentageOfNodesToScore: 5 }] }, 'profiles[0].percentageOfNodesToScore: unknown field'],
    [
      'v1beta1',
      { profiles: [{ pluginConfig: [{ name: 'NodeResourcesFit', args: { scoringStrategy: {} } }] }] },
      'profiles[0].pluginConfig[0].args.scoringStrategy: unknown field',
    ],
  ])('%s does not know everything', (version, configuration, want) => {
    const found = errorsOf({ apiVersion: `kubescheduler.config.k8s.io/${version}`, ...configuration });
    expect(found).toEqual([expect.stringContaining(want)]);
  });
});

describe('what a configuration changes', () => {
  test('scoring strategy and weights act', () => {
    const configuration = {
      ...V1,
      profiles: [
        {
          plugins: {
            multiPoint: {
              disabled: [{ name: '*' }],
              enabled: ['PrioritySort', 'DefaultBinder'].map((name) => ({ name })),
            },
            filter: { enabled: [{ name: 'NodeResourcesFit' }] },
            score: { enabled: [{ name: 'NodeResourcesFit', weight: 3 }] },
          },
          pluginConfig: [{ name: 'NodeResourcesFit', args: { scoringStrategy: { type: 'MostAllocated' } } }],
        },
      ],
    };
    const { ok } = readConfiguration(configuration, MODERN);
    const amounts = { cpu: '4', memory: '4Gi', pods: '10' };
    const scene = makeScene({
      nodes: ['empty', 'busy'].map((name) => makeNode(name).allocatable(amounts)),
      pods: [makePod('x').requests({ cpu: '2', memory: '2Gi' }).node('busy')],
      ...ok!.options,
    });
    const explained = scene.explain(makePod('p').requests({ cpu: '1', memory: '1Gi' }));
    expect(scoresByNode(explained, 'NodeResourcesFit')).toEqual({ empty: 25, busy: 75 });
    expect(explained.scores.get('busy')!.total).toBe(225);
  });

  test('resources left to an extender are ignored by the filter, beside those the profile ignores', () => {
    const extenders = [{ managedResources: [{ name: 'example.com/a', ignoredByScheduler: true }] }];
    const fit = { name: 'NodeResourcesFit', args: { ignoredResources: ['example.com/b'] } };
    const load = (pluginConfig: readonly object[]): unknown =>
      readConfiguration({ ...V1, extenders, profiles: [{ pluginConfig }] }, MODERN).ok!.options.profiles![0]!
        .pluginConfig;
    expect(load([fit])).toEqual([{ ...fit, args: { ignoredResources: ['example.com/b', 'example.com/a'] } }]);
    expect(load([])).toEqual([{ name: 'NodeResourcesFit', args: { ignoredResources: ['example.com/a'] } }]);
  });

  test('unknown fields are passed over with a warning where that is asked for', () => {
    const { ok } = readConfiguration({ ...V1, more: 1 }, { ...MODERN, strict: false });
    expect(ok!.warnings).toEqual([{ field: 'more', reason: 'unknown field' }]);
  });

  test('a pod of another scheduler waits for it without a word', () => {
    const pod = makePod('p').scheduler('custom-scheduler').build();
    const decide = (profile: object): unknown[] => {
      const { ok } = readConfiguration({ ...V1, profiles: [profile] }, MODERN);
      const { scheduler } = makeScene({ nodes: [makeNode('n')], ...ok!.options });
      scheduler.podChanged(undefined, pod);
      expect(scheduler.isResponsibleFor(pod)).toBe(scheduler.pendingCount() === 1);
      return scheduler.scheduleBatch(5).map((decision) => 'nodeName' in decision && decision.nodeName);
    };
    expect(decide({})).toEqual([]);
    expect(decide({ schedulerName: 'custom-scheduler' })).toEqual(['n']);
  });

  test('preemption can be switched off', () => {
    const { ok } = readConfiguration(V1, { ...MODERN, disablePreemption: true });
    const { profiles: made } = new Scheduler({ clock: new ManualClock(), seed: '', ...ok!.options }).parts;
    expect(made.get('default-scheduler')!.framework.postFilter).toEqual([]);
  });
});
