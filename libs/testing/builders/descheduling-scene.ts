/** A node of a scene; what is not said is as in {@link CLUSTER_SIZE}. */
export interface SceneNode {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly unschedulable?: boolean;
}

/** A cluster for a descheduler to look at. */
export interface Scene {
  readonly nodes: readonly SceneNode[];
  readonly pods: readonly object[];
  readonly further?: readonly object[];
}

/** A scene with policies and the pods that each of them evicts, in order. */
export interface Example {
  readonly name: string;
  readonly scene: Scene;
  readonly after?: string;
  /** Labels that a node has from then on. */
  readonly relabel?: { readonly node: string; readonly labels: Readonly<Record<string, string>> };
  readonly runs: readonly { readonly policy: object; readonly want: readonly string[] }[];
}

/** Nodes of the worked examples. */
export const CLUSTER_SIZE = { cpu: '4', memory: '16Gi', pods: '20' };

/** What a test says about a pod of a scene. */
export interface ScenePodWishes {
  readonly cpu?: string;
  readonly memory?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly guaranteed?: boolean;
  readonly owners?: readonly object[];
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** An owner that no controller of the cluster knows, so that nobody makes up for evicted pods or deletes others. */
export function foreignOwner(name: string, kind = 'ReplicaSet'): object {
  return { apiVersion: 'example.dev/v1', kind, name, uid: `${kind}-${name}`, controller: true };
}

/** A pod on a node, owned by a ReplicaSet `web` unless it is said otherwise. */
export function podOn(nodeName: string, name: string, wishes: ScenePodWishes = {}): object {
  const { cpu, memory, labels, annotations, guaranteed, owners = [foreignOwner('web')], spec } = wishes;
  const requests = { ...(cpu && { cpu }), ...(memory && { memory }) };
  const resources = { requests, ...(guaranteed && { limits: requests }) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ownerReferences: owners, ...(labels && { labels }), ...(annotations && { annotations }) },
    spec: { containers: [{ name: 'main', image: 'web', resources }], nodeName, ...spec },
  };
}

/** `p1`, `p2`, ...; with zeros in front where there are ten or more. */
export function namesOf(prefix: string, count: number): string[] {
  const width = String(count).length;
  return Array.from({ length: count }, (_, i) => `${prefix}${String(i + 1).padStart(width, '0')}`);
}

/** A policy of the guide's format. */
export function strategiesOf(strategies: Readonly<Record<string, object>>): object {
  return { apiVersion: 'descheduler/v1alpha1', kind: 'DeschedulerPolicy', strategies };
}

const BALANCE = [
  'RemoveDuplicates',
  'LowNodeUtilization',
  'HighNodeUtilization',
  'RemovePodsViolatingTopologySpreadConstraint',
];

/** A policy of today's format with one strategy. */
export function profileOf(name: string, args: object, evictor: object = {}, limits: object = {}): object {
  const pluginConfig = [
    { name: 'DefaultEvictor', args: evictor },
    { name, args },
  ];
  const plugins = { [BALANCE.includes(name) ? 'balance' : 'deschedule']: { enabled: [name] } };
  return {
    apiVersion: 'descheduler/v1alpha2',
    kind: 'DeschedulerPolicy',
    profiles: [{ name: 'main', pluginConfig, plugins }],
    ...limits,
  };
}

/** The thresholds of the guide's sample policy. */
export function sampleUtilization(more: object = {}): object {
  return strategiesOf({
    LowNodeUtilization: {
      enabled: true,
      params: {
        nodeResourceUtilizationThresholds: {
          thresholds: { cpu: 20, memory: 20, pods: 20 },
          targetThresholds: { cpu: 50, memory: 50, pods: 50 },
          ...more,
        },
      },
    },
  });
}

/** A policy as the guide writes it. */
export const GUIDE_POLICY = `apiVersion: "descheduler/v1alpha1"
kind: "DeschedulerPolicy"
strategies:
  "RemoveDuplicates":
     enabled: true
`;

const three: readonly SceneNode[] = [{ name: 'n1' }, { name: 'n2' }, { name: 'n3' }];
const busy = (count: number, node = 'n1'): object[] =>
  namesOf(`${node}-p`, count).map((name) => podOn(node, name, { cpu: '300m', memory: '1Gi' }));
const idle = (node: string): object[] =>
  namesOf(`${node}-p`, 2).map((name) => podOn(node, name, { cpu: '200m', memory: '1Gi' }));
const classicDuplicates = strategiesOf({ RemoveDuplicates: { enabled: true } });
const currentDuplicates = profileOf('RemoveDuplicates', {});
const excludes = (app: string): object => ({
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { labelSelector: { matchLabels: { app } }, topologyKey: 'kubernetes.io/hostname' },
    ],
  },
});
const antiAffinityClassic = strategiesOf({ RemovePodsViolatingInterPodAntiAffinity: { enabled: true } });
const antiAffinityCurrent = profileOf('RemovePodsViolatingInterPodAntiAffinity', {});
const requiresZone = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['us'] }] }],
    },
  },
};
const nodeAffinity = strategiesOf({
  RemovePodsViolatingNodeAffinity: {
    enabled: true,
    params: { nodeAffinityType: ['requiredDuringSchedulingIgnoredDuringExecution'] },
  },
});
const gold = { key: 'dedicated', value: 'gold', effect: 'NoSchedule' };
const spreadPods = (sizes: readonly number[]): object[] =>
  sizes.flatMap((size, zone) =>
    namesOf(`z${zone}-p`, size).map((name) =>
      podOn(`n${zone + 1}`, name, {
        labels: { app: 'spread' },
        spec: {
          topologySpreadConstraints: [
            {
              maxSkew: 1,
              topologyKey: 'zone',
              whenUnsatisfiable: 'DoNotSchedule',
              labelSelector: { matchLabels: { app: 'spread' } },
            },
          ],
        },
      }),
    ),
  );
const zones = (count: number): SceneNode[] =>
  Array.from({ length: count }, (_, i) => ({ name: `n${i + 1}`, labels: { zone: `z${i}` } }));
const spread = profileOf('RemovePodsViolatingTopologySpreadConstraint', {});

/** The worked examples of the descheduler's specification, by their numbers. */
export const EXAMPLES: readonly Example[] = [
  {
    name: 'E25: with a single node nothing is done',
    scene: { nodes: [{ name: 'n1' }], pods: namesOf('w', 3).map((name) => podOn('n1', name)) },
    runs: [{ policy: classicDuplicates, want: [] }],
  },
  {
    name: 'E1: a disabled strategy does nothing',
    scene: { nodes: three, pods: namesOf('w', 3).map((name) => podOn('n1', name)) },
    runs: [{ policy: strategiesOf({ RemoveDuplicates: { enabled: false } }), want: [] }],
  },
  {
    name: 'E2: the younger of two pods of one owner on a node goes',
    scene: { nodes: three, pods: [podOn('n1', 'w1'), podOn('n1', 'w2'), podOn('n3', 'w3')] },
    runs: [
      { policy: classicDuplicates, want: ['w2'] },
      { policy: currentDuplicates, want: ['w2'] },
    ],
  },
  {
    name: 'E3: one a node, or evenly',
    scene: {
      nodes: three,
      pods: [...namesOf('a', 4).map((name) => podOn('n1', name)), podOn('n2', 'b1'), podOn('n2', 'b2')],
    },
    runs: [
      { policy: classicDuplicates, want: ['a2', 'a3', 'a4', 'b2'] },
      { policy: currentDuplicates, want: ['a3', 'a4'] },
    ],
  },
  {
    name: 'E4: pods that fit one node only are not spread',
    scene: {
      nodes: [{ name: 'n1', labels: { disk: 'ssd' } }, { name: 'n2' }, { name: 'n3' }],
      pods: namesOf('w', 3).map((name) => podOn('n1', name, { spec: { nodeSelector: { disk: 'ssd' } } })),
    },
    runs: [
      { policy: currentDuplicates, want: [] },
      { policy: classicDuplicates, want: ['w2', 'w3'] },
    ],
  },
  {
    name: 'E5: numberOfNodes under-utilised nodes are not enough',
    scene: { nodes: zones(4), pods: [...busy(10), ...idle('n2'), ...idle('n3'), ...idle('n4')] },
    runs: [{ policy: sampleUtilization({ numberOfNodes: 3 }), want: [] }],
  },
  {
    name: 'E6: the guide’s sample, active',
    scene: { nodes: zones(5), pods: [...busy(12), ...idle('n2'), ...idle('n3'), ...idle('n4'), ...idle('n5')] },
    runs: [{ policy: sampleUtilization({ numberOfNodes: 3 }), want: namesOf('n1-p', 12).slice(0, 6) }],
  },
  {
    name: 'E7: below all thresholds, not some',
    scene: {
      nodes: zones(2),
      pods: [...busy(12), ...namesOf('n2-p', 5).map((name) => podOn('n2', name, { cpu: '100m', memory: '512Mi' }))],
    },
    runs: [{ policy: sampleUtilization(), want: [] }],
  },
  {
    name: 'E8: equal is under, and not over',
    scene: {
      nodes: zones(2),
      pods: [
        ...namesOf('n1-p', 4).map((name) => podOn('n1', name, { cpu: '500m', memory: '2Gi' })),
        ...namesOf('n2-p', 2).map((name) => podOn('n2', name, { cpu: '400m', memory: '1Gi' })),
      ],
    },
    runs: [{ policy: sampleUtilization(), want: [] }],
  },
  {
    name: 'E9: BestEffort before Burstable before Guaranteed',
    scene: {
      nodes: zones(2),
      pods: namesOf('p', 8).map((name) => {
        if (name === 'p3' || name === 'p5') return podOn('n1', name);
        return podOn('n1', name, { cpu: '400m', memory: '1Gi', guaranteed: name === 'p1' || name === 'p6' });
      }),
    },
    runs: [{ policy: sampleUtilization(), want: ['p3', 'p5', 'p2'] }],
  },
  {
    name: 'E11: the destinations run out of room',
    scene: {
      nodes: [
        { name: 'big', allocatable: { cpu: '16', memory: '64Gi', pods: '50' } },
        { name: 'small', allocatable: { cpu: '2', memory: '8Gi', pods: '20' } },
      ],
      pods: [
        ...namesOf('b', 10).map((name) => podOn('big', name, { cpu: '1', memory: '1Gi' })),
        podOn('small', 's1', { cpu: '200m', memory: '1Gi' }),
      ],
    },
    runs: [{ policy: sampleUtilization(), want: ['b01'] }],
  },
  {
    name: 'E12: a resource without threshold counts as 100',
    scene: {
      nodes: zones(2),
      pods: [
        ...namesOf('n1-p', 12).map((name) => podOn('n1', name, { cpu: '100m', memory: '1Gi' })),
        podOn('n2', 'm1', { cpu: '100m', memory: '12Gi' }),
      ],
    },
    runs: [
      {
        policy: profileOf('LowNodeUtilization', {
          thresholds: { cpu: 20, pods: 20 },
          targetThresholds: { cpu: 50, pods: 50 },
        }),
        want: ['n1-p01', 'n1-p02'],
      },
    ],
  },
  {
    name: 'E13: two sources share the room',
    scene: {
      nodes: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
      pods: [
        ...namesOf('a', 6).map((name) => podOn('a', name, { cpu: '400m', memory: '1Gi' })),
        ...namesOf('b', 8).map((name) => podOn('b', name, { cpu: '400m', memory: '1Gi' })),
        podOn('c', 'c1', { cpu: '400m', memory: '1Gi' }),
      ],
    },
    runs: [
      { policy: sampleUtilization(), want: ['b1', 'b2', 'b3', 'a1'] },
      {
        policy: profileOf('LowNodeUtilization', {
          thresholds: { cpu: 20, memory: 20, pods: 20 },
          targetThresholds: { cpu: 50, memory: 50, pods: 50 },
          evictionLimits: { node: 1 },
        }),
        want: ['b1', 'a1'],
      },
    ],
  },
  {
    name: 'E14: thresholds around the mean',
    scene: {
      nodes: three,
      pods: [
        ...busy(10),
        ...namesOf('n2-p', 4).map((name) => podOn('n2', name, { cpu: '250m', memory: '1Gi' })),
        podOn('n3', 'n3-p1', { cpu: '100m', memory: '1Gi' }),
      ],
    },
    runs: [
      {
        policy: profileOf('LowNodeUtilization', {
          useDeviationThresholds: true,
          thresholds: { cpu: 10, memory: 10, pods: 10 },
          targetThresholds: { cpu: 10, memory: 10, pods: 10 },
        }),
        want: namesOf('n1-p', 10).slice(0, 5),
      },
    ],
  },
  {
    name: 'E15: the pod that others exclude goes in the guide, those that exclude it go today',
    scene: {
      nodes: zones(2).map(({ name }) => ({ name })),
      pods: [
        podOn('n1', 'pod-a', { labels: { app: 'a' } }),
        podOn('n1', 'pod-b', { spec: { affinity: excludes('a') } }),
        podOn('n1', 'pod-c', { spec: { affinity: excludes('a') } }),
      ],
    },
    runs: [
      { policy: antiAffinityClassic, want: ['pod-a'] },
      { policy: antiAffinityCurrent, want: ['pod-b', 'pod-c'] },
    ],
  },
  {
    name: 'E15: a DaemonSet’s pod stays, so those that exclude it go',
    scene: {
      nodes: zones(2).map(({ name }) => ({ name })),
      pods: [
        podOn('n1', 'pod-a', { labels: { app: 'a' }, owners: [foreignOwner('agents', 'DaemonSet')] }),
        podOn('n1', 'pod-b', { spec: { affinity: excludes('a') } }),
        podOn('n1', 'pod-c', { spec: { affinity: excludes('a') } }),
      ],
    },
    runs: [{ policy: antiAffinityClassic, want: ['pod-b', 'pod-c'] }],
  },
  {
    name: 'E16: a pod moves to where its required affinity is satisfied',
    scene: {
      nodes: [
        { name: 'a', labels: { zone: 'us' } },
        { name: 'b', labels: { zone: 'us' } },
      ],
      pods: [podOn('a', 'pod-a', { spec: { affinity: requiresZone } })],
    },
    relabel: { node: 'a', labels: { zone: 'emea' } },
    runs: [{ policy: nodeAffinity, want: ['pod-a'] }],
  },
  {
    name: 'E16: it stays where no other node would take it',
    scene: {
      nodes: [
        { name: 'a', labels: { zone: 'us' } },
        { name: 'b', labels: { zone: 'us' }, unschedulable: true },
      ],
      pods: [podOn('a', 'pod-a', { spec: { affinity: requiresZone } })],
    },
    relabel: { node: 'a', labels: { zone: 'emea' } },
    runs: [{ policy: nodeAffinity, want: [] }],
  },
  {
    name: 'E17: protected pods stay, unless they ask to go',
    scene: {
      nodes: zones(2),
      pods: [
        podOn('n1', 'critical', { cpu: '500m', annotations: { 'scheduler.alpha.kubernetes.io/critical-pod': '' } }),
        podOn('n1', 'daemon', { cpu: '500m', owners: [foreignOwner('agents', 'DaemonSet')] }),
        podOn('n1', 'bare', { cpu: '500m', owners: [] }),
        podOn('n1', 'scratch', { cpu: '500m', spec: { volumes: [{ name: 'v', emptyDir: {} }] } }),
        podOn('n1', 'willing', {
          cpu: '500m',
          annotations: { 'descheduler.alpha.kubernetes.io/evict': 'true' },
          spec: { volumes: [{ name: 'v', emptyDir: {} }] },
        }),
        podOn('n1', 'plain', { cpu: '1' }),
      ],
    },
    runs: [{ policy: sampleUtilization(), want: ['plain', 'willing'].sort() }],
  },
  {
    name: 'E19: limits per node and in all',
    scene: {
      nodes: zones(2),
      pods: [...namesOf('o', 5).map((name, i) => podOn(i < 3 ? 'n1' : 'n2', name))],
    },
    after: '2h',
    runs: [
      {
        policy: profileOf(
          'PodLifeTime',
          { maxPodLifeTimeSeconds: 3600 },
          {},
          {
            maxNoOfPodsToEvictPerNode: 2,
            maxNoOfPodsToEvictTotal: 3,
          },
        ),
        want: ['o1', 'o2', 'o4'],
      },
      { policy: profileOf('PodLifeTime', { maxPodLifeTimeSeconds: 86400 }), want: [] },
    ],
  },
  {
    name: 'E20: taints that are not tolerated',
    scene: {
      nodes: [{ name: 'n1', taints: [{ ...gold, effect: 'NO_SCHEDULE' }] }, { name: 'n2' }],
      pods: [
        podOn('n1', 'p1', { spec: { tolerations: [{ ...gold, operator: 'Equal' }] } }),
        podOn('n1', 'p2'),
        podOn('n1', 'p3', { spec: { tolerations: [{ key: 'dedicated', operator: 'Exists' }] } }),
      ],
    },
    runs: [
      { policy: profileOf('RemovePodsViolatingNodeTaints', {}), want: ['p2'] },
      { policy: profileOf('RemovePodsViolatingNodeTaints', { excludedTaints: ['dedicated=gold'] }), want: [] },
    ],
  },
  {
    name: 'E21: domains of 5, 1 and 0',
    scene: { nodes: zones(3), pods: spreadPods([5, 1, 0]) },
    runs: [{ policy: spread, want: ['z0-p4', 'z0-p5', 'z0-p3'] }],
  },
  {
    name: 'E21: domains of 3 and 2 are balanced',
    scene: { nodes: zones(2), pods: spreadPods([3, 2]) },
    runs: [{ policy: spread, want: [] }],
  },
  {
    name: 'E21: of 4 and 2 one moves',
    scene: { nodes: zones(2), pods: spreadPods([4, 2]) },
    runs: [{ policy: spread, want: ['z0-p4'] }],
  },
  {
    name: 'E22: an almost empty node is emptied',
    scene: {
      nodes: three,
      pods: [
        ...busy(2),
        ...namesOf('n2-p', 5).map((name) => podOn('n2', name, { cpu: '500m', memory: '2Gi' })),
        ...namesOf('n3-p', 4).map((name) => podOn('n3', name, { cpu: '400m', memory: '2Gi' })),
      ],
    },
    runs: [
      {
        policy: profileOf('HighNodeUtilization', { thresholds: { cpu: 20, memory: 20, pods: 20 } }),
        want: ['n1-p1', 'n1-p2'],
      },
    ],
  },
];
