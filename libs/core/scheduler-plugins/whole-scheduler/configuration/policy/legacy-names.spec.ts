import { readConfiguration } from '../../../testing/load-configuration';
import { type BundleName, type Profile } from '@orrery/scheduling';

function profileOf(policy: object, bundle: BundleName): Profile {
  const verdict = readConfiguration({ kind: 'Policy', apiVersion: 'v1', ...policy }, { bundle });
  expect(verdict.errors ?? []).toEqual([]);
  return verdict.ok!.options.profiles![0]!;
}
const filtersOf = ({ plugins }: Profile): string[] => plugins!.filter!.enabled!.map(({ name }) => name);
const scoresOf = ({ plugins }: Profile): string[] =>
  plugins!.score!.enabled!.map(({ name, weight }) => `${name}=${weight}`);
const MANDATORY = ['CheckNodeCondition'];

describe('predicates of the guide, each alone', () => {
  test.each([
    ['NoVolumeZoneConflict', ['VolumeZone']],
    ['MaxEBSVolumeCount', ['EBSLimits']],
    ['MaxGCEPDVolumeCount', ['GCEPDLimits']],
    ['MaxAzureDiskVolumeCount', ['AzureDiskLimits']],
    ['MaxCinderVolumeCount', ['CinderLimits']],
    ['MaxCSIVolumeCountPred', ['NodeVolumeLimits']],
    ['MatchInterPodAffinity', ['InterPodAffinity']],
    ['NoDiskConflict', ['VolumeRestrictions']],
    ['GeneralPredicates', ['GeneralPredicates']],
    ['PodFitsResources', ['NodeResourcesFit']],
    ['PodFitsHostPorts', ['NodePorts']],
    ['PodFitsPorts', ['NodePorts']],
    ['HostName', ['NodeName']],
    ['MatchNodeSelector', ['NodeAffinity']],
    ['PodToleratesNodeTaints', ['TaintToleration']],
    ['PodToleratesNodeNoExecuteTaints', ['PodToleratesNodeNoExecuteTaints']],
    ['CheckVolumeBinding', ['VolumeBinding']],
    ['CheckNodeUnschedulable', ['NodeUnschedulable']],
    ['CheckNodeCondition', []],
    ['CheckNodeMemoryPressure', ['CheckNodeMemoryPressure']],
    ['CheckNodeDiskPressure', ['CheckNodeDiskPressure']],
    ['CheckNodePIDPressure', ['CheckNodePIDPressure']],
    ['CheckNodeLabelPresence', []],
    ['CheckServiceAffinity', []],
    ['checkServiceAffinity', []],
  ])('%s', (name, want) => {
    const profile = profileOf({ predicates: [{ name }], priorities: [] }, 'okd-legacy');
    expect(filtersOf(profile)).toEqual([...MANDATORY, ...want]);
    expect(scoresOf(profile)).toEqual([]);
  });

  test('topology spread where the generation has it', () => {
    expect(filtersOf(profileOf({ predicates: [{ name: 'EvenPodsSpread' }], priorities: [] }, 'modern'))).toEqual([
      ...MANDATORY,
      'PodTopologySpread',
    ]);
  });
});

describe('priorities of the guide, each alone', () => {
  test.each([
    ['SelectorSpreadPriority', 'SelectorSpread'],
    ['ServiceSpreadingPriority', 'ServiceSpreading'],
    ['InterPodAffinityPriority', 'InterPodAffinity'],
    ['LeastRequestedPriority', 'NodeResourcesLeastAllocated'],
    ['MostRequestedPriority', 'NodeResourcesMostAllocated'],
    ['BalancedResourceAllocation', 'NodeResourcesBalancedAllocation'],
    ['NodePreferAvoidPodsPriority', 'NodePreferAvoidPods'],
    ['NodeAffinityPriority', 'NodeAffinity'],
    ['TaintTolerationPriority', 'TaintToleration'],
    ['ImageLocalityPriority', 'ImageLocality'],
    ['EqualPriority', 'EqualPriority'],
    ['ResourceLimitsPriority', 'NodeResourceLimits'],
    ['RequestedToCapacityRatioPriority', 'RequestedToCapacityRatio'],
  ])('%s', (name, plugin) => {
    const profile = profileOf({ predicates: [], priorities: [{ name, weight: 3 }] }, 'okd-legacy');
    expect(filtersOf(profile)).toEqual(MANDATORY);
    expect(scoresOf(profile)).toEqual([`${plugin}=3`]);
  });
});

test('order of evaluation is fixed by name, own entries stand in byte order at the place of their kind', () => {
  const presence = { labelsPresence: { labels: ['a'], presence: true } };
  const affinity = { serviceAffinity: { labels: ['a'] } };
  const predicates = [
    { name: 'MatchInterPodAffinity' },
    { name: 'z', argument: presence },
    { name: 'MaxEBSVolumeCount' },
    { name: 'S', argument: affinity },
    { name: 'CheckNodeLabelPresence', argument: presence },
    { name: 'PodToleratesNodeTaints' },
    { name: 'B', argument: presence },
    { name: 'GeneralPredicates' },
  ];
  expect(filtersOf(profileOf({ predicates, priorities: [] }, 'okd-legacy'))).toEqual([
    'CheckNodeCondition',
    'GeneralPredicates',
    'TaintToleration',
    'NodeLabel/B',
    'NodeLabel/CheckNodeLabelPresence',
    'NodeLabel/z',
    'ServiceAffinity/S',
    'EBSLimits',
    'InterPodAffinity',
  ]);
});

test('a predicate and a priority of one name keep their own arguments', () => {
  const profile = profileOf(
    {
      predicates: [{ name: 'X', argument: { labelsPresence: { labels: ['a'], presence: true } } }],
      priorities: [{ name: 'X', weight: 2, argument: { labelPreference: { label: 'b' } } }],
    },
    'modern',
  );
  expect(profile.pluginConfig).toEqual([
    { name: 'NodeLabel/X', args: { presentLabels: ['a'], absentLabelsPreference: ['b'] } },
  ]);
  expect(filtersOf(profile)).toEqual(['CheckNodeCondition', 'NodeLabel/X']);
  expect(scoresOf(profile)).toEqual(['NodeLabel/X=2']);
});

describe('as 1.20 translates', () => {
  const UPSTREAM = 'k8s-1.20';
  const TAINTS = ['NodeUnschedulable', 'TaintToleration'];

  test('without lists, the defaults', () => {
    const profile = profileOf({}, UPSTREAM);
    expect(filtersOf(profile)).toEqual([
      'NodeUnschedulable',
      'NodeResourcesFit',
      'NodeName',
      'NodePorts',
      'NodeAffinity',
      'VolumeRestrictions',
      'TaintToleration',
      'EBSLimits',
      'GCEPDLimits',
      'NodeVolumeLimits',
      'AzureDiskLimits',
      'VolumeBinding',
      'VolumeZone',
      'PodTopologySpread',
      'InterPodAffinity',
    ]);
    expect(scoresOf(profile).sort()).toEqual([
      'ImageLocality=1',
      'InterPodAffinity=1',
      'NodeAffinity=1',
      'NodePreferAvoidPods=10000',
      'NodeResourcesBalancedAllocation=1',
      'NodeResourcesLeastAllocated=1',
      'PodTopologySpread=2',
      'TaintToleration=1',
    ]);
  });

  test('empty lists leave the mandatory predicates', () => {
    const profile = profileOf({ predicates: [], priorities: [] }, UPSTREAM);
    expect(filtersOf(profile)).toEqual(TAINTS);
    expect(scoresOf(profile)).toEqual([]);
  });

  test('a plugin that two predicates name keeps its first place', () => {
    const predicates = ['PodFitsResources', 'GeneralPredicates', 'HostName'].map((name) => ({ name }));
    expect(filtersOf(profileOf({ predicates, priorities: [] }, UPSTREAM))).toEqual([
      'NodeUnschedulable',
      'NodeResourcesFit',
      'NodeName',
      'NodePorts',
      'NodeAffinity',
      'TaintToleration',
    ]);
  });

  test('entries of one kind are merged, and a registered name ignores its argument', () => {
    const presence = (name: string, label: string, isPresent: boolean): object => ({
      name,
      argument: { labelsPresence: { labels: [label], presence: isPresent } },
    });
    const profile = profileOf(
      {
        predicates: [
          presence('A', 'a', true),
          presence('CheckNodeLabelPresence', 'b', true),
          presence('C', 'c', false),
        ],
        priorities: ['x', 'y'].map((label) => ({
          name: label,
          weight: 3,
          argument: { serviceAntiAffinity: { label } },
        })),
      },
      UPSTREAM,
    );
    expect(filtersOf(profile)).toEqual([...TAINTS, 'NodeLabel']);
    expect(scoresOf(profile)).toEqual(['ServiceAffinity=6']);
    expect(profile.pluginConfig).toEqual([
      { name: 'NodeLabel', args: { presentLabels: ['a'], absentLabels: ['c'] } },
      { name: 'ServiceAffinity', args: { antiAffinityLabelsPreference: ['x', 'y'] } },
    ]);
  });

  test.each([
    ['both: the weight of EvenPodsSpread', { EvenPodsSpreadPriority: 4, SelectorSpreadPriority: 5 }, 4, 'System'],
    ['both, the other way round', { SelectorSpreadPriority: 5, EvenPodsSpreadPriority: 4 }, 4, 'System'],
    ['spreading by selector', { SelectorSpreadPriority: 5 }, 5, 'System'],
    ['the later of two names', { SelectorSpreadPriority: 5, ServiceSpreadingPriority: 3 }, 3, 'System'],
    ['own constraints only', { EvenPodsSpreadPriority: 2 }, 2, 'List'],
  ])('spreading: %s', (_name, weights, weight, defaultingType) => {
    const priorities = Object.entries(weights).map(([name, value]) => ({ name, weight: value }));
    const profile = profileOf({ predicates: [], priorities }, UPSTREAM);
    expect(scoresOf(profile)).toEqual([`PodTopologySpread=${weight}`]);
    expect(profile.pluginConfig).toEqual([{ name: 'PodTopologySpread', args: { defaultingType } }]);
  });

  test('EqualPriority vanishes', () => {
    const priorities = [{ name: 'EqualPriority', weight: 4 }];
    expect(scoresOf(profileOf({ predicates: [], priorities }, UPSTREAM))).toEqual([]);
  });
});

test.each([
  [undefined, undefined],
  [0, undefined],
  [100, { hardPodAffinityWeight: 100 }],
])('hardPodAffinitySymmetricWeight %p', (hardPodAffinitySymmetricWeight, want) => {
  const profile = profileOf(
    { predicates: [{ name: 'MatchInterPodAffinity' }], priorities: [], hardPodAffinitySymmetricWeight },
    'modern',
  );
  expect(profile.pluginConfig!.find(({ name }) => name === 'InterPodAffinity')?.args).toEqual(want);
});

test('resources left to an extender are ignored by the resource filters', () => {
  const verdict = readConfiguration(
    {
      kind: 'Policy',
      apiVersion: 'v1',
      predicates: [{ name: 'GeneralPredicates' }],
      priorities: [],
      extenders: [
        {
          urlPrefix: 'http://x',
          filterVerb: 'filter',
          httpTimeout: 2_000_000_000,
          managedResources: [{ name: 'example.com/a', ignoredByScheduler: true }, { name: 'example.com/b' }],
        },
      ],
    },
    { bundle: 'modern' },
  );
  expect(verdict.ok!.options.profiles![0]!.pluginConfig).toEqual([
    { name: 'GeneralPredicates', args: { ignoredResources: ['example.com/a'] } },
  ]);
  expect(verdict.ok!.extenders).toEqual([
    {
      urlPrefix: 'http://x',
      filterVerb: 'filter',
      prioritizeVerb: undefined,
      preemptVerb: undefined,
      bindVerb: undefined,
      weight: 0,
      enableHttps: false,
      tlsConfig: undefined,
      httpTimeoutMs: 2000,
      nodeCacheCapable: false,
      managedResources: [
        { name: 'example.com/a', ignoredByScheduler: true },
        { name: 'example.com/b', ignoredByScheduler: false },
      ],
      ignorable: false,
    },
  ]);
});
