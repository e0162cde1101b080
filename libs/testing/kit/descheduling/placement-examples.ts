import { profileOf, sampleUtilization, strategiesOf } from './policies';
import { THREE_NODES, zones, type Example } from './scene';
import { foreignOwner, namesOf, podOn } from './scene-pods';

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
const spread = profileOf('RemovePodsViolatingTopologySpreadConstraint', {});

/** The worked examples of everything but utilisation (docs/spec/descheduler.md). */
export const PLACEMENT_EXAMPLES: readonly Example[] = [
  {
    name: 'a disabled strategy does nothing (spec descheduler E1)',
    scene: { nodes: THREE_NODES, pods: namesOf('w', 3).map((name) => podOn('n1', name)) },
    runs: [{ policy: strategiesOf({ RemoveDuplicates: { enabled: false } }), want: [] }],
  },
  {
    name: 'the younger of two pods of one owner on a node goes (spec descheduler E2)',
    scene: { nodes: THREE_NODES, pods: [podOn('n1', 'w1'), podOn('n1', 'w2'), podOn('n3', 'w3')] },
    runs: [
      { policy: classicDuplicates, want: ['w2'] },
      { policy: currentDuplicates, want: ['w2'] },
    ],
  },
  {
    name: 'one a node, or evenly (spec descheduler E3)',
    scene: {
      nodes: THREE_NODES,
      pods: [...namesOf('a', 4).map((name) => podOn('n1', name)), podOn('n2', 'b1'), podOn('n2', 'b2')],
    },
    runs: [
      { policy: classicDuplicates, want: ['a2', 'a3', 'a4', 'b2'] },
      { policy: currentDuplicates, want: ['a3', 'a4'] },
    ],
  },
  {
    name: 'pods that fit one node only are not spread (spec descheduler E4)',
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
    name: 'the pod that others exclude goes in the guide, those that exclude it go today (spec descheduler E15)',
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
    name: 'a DaemonSet’s pod stays, so those that exclude it go (spec descheduler E15)',
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
    name: 'of three that exclude each other the one of the highest priority stays (spec descheduler E15)',
    scene: {
      nodes: zones(2).map(({ name }) => ({ name })),
      further: [10, 0, 5].map((value) => ({
        apiVersion: 'scheduling.k8s.io/v1',
        kind: 'PriorityClass',
        metadata: { name: `at-${value}` },
        value,
      })),
      pods: [10, 0, 5].map((value, i) =>
        podOn('n1', `r${i + 1}`, {
          labels: { app: 'r' },
          spec: { affinity: excludes('r'), priorityClassName: `at-${value}` },
        }),
      ),
    },
    runs: [
      { policy: antiAffinityClassic, want: ['r2', 'r3'] },
      { policy: antiAffinityCurrent, want: ['r2', 'r3'] },
    ],
  },
  {
    name: 'a pod moves to where its required affinity is satisfied (spec descheduler E16)',
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
    name: 'it stays where no other node would take it (spec descheduler E16)',
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
    name: 'it stays where no node satisfies its affinity (spec descheduler E16)',
    scene: {
      nodes: [{ name: 'a', labels: { zone: 'us' } }, { name: 'b' }],
      pods: [podOn('a', 'pod-a', { spec: { affinity: requiresZone } })],
    },
    relabel: { node: 'a', labels: { zone: 'emea' } },
    runs: [{ policy: nodeAffinity, want: [] }],
  },
  {
    name: 'it stays where the other node has no room for it (spec descheduler E16)',
    scene: {
      nodes: [
        { name: 'a', labels: { zone: 'us' } },
        { name: 'b', labels: { zone: 'us' } },
      ],
      pods: [podOn('a', 'pod-a', { cpu: '2', spec: { affinity: requiresZone } }), podOn('b', 'other', { cpu: '3' })],
    },
    relabel: { node: 'a', labels: { zone: 'emea' } },
    runs: [{ policy: nodeAffinity, want: [] }],
  },
  {
    name: 'protected pods stay, unless they ask to go (spec descheduler E17)',
    scene: {
      nodes: zones(2),
      pods: [
        podOn('n1', 'critical', { cpu: '500m', annotations: { 'scheduler.alpha.kubernetes.io/critical-pod': '' } }),
        podOn('n1', 'daemon', { cpu: '500m', owners: [foreignOwner('agents', 'DaemonSet')] }),
        podOn('n1', 'bare', { cpu: '500m', owners: [] }),
        podOn('n1', 'mirror', { cpu: '100m', annotations: { 'kubernetes.io/config.mirror': 'x' } }),
        podOn('n1', 'static', { cpu: '100m', annotations: { 'kubernetes.io/config.source': 'file' } }),
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
    name: 'limits per node and in all (spec descheduler E19)',
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
    name: 'taints that are not tolerated (spec descheduler E20)',
    scene: {
      nodes: [{ name: 'n1', taints: [{ ...gold, effect: 'NoSchedule' }] }, { name: 'n2' }],
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
    name: 'domains of 5, 1 and 0 (spec descheduler E21)',
    scene: { nodes: zones(3), pods: spreadPods([5, 1, 0]) },
    runs: [{ policy: spread, want: ['z0-p4', 'z0-p5', 'z0-p3'] }],
  },
  {
    name: 'six domains (spec descheduler E21)',
    scene: { nodes: zones(6), pods: spreadPods([2, 5, 3, 8, 5, 7]) },
    runs: [{ policy: spread, want: ['z3-p6', 'z3-p7', 'z3-p8', 'z5-p6', 'z5-p7'] }],
  },
  {
    name: 'domains of 3 and 2 are balanced (spec descheduler E21)',
    scene: { nodes: zones(2), pods: spreadPods([3, 2]) },
    runs: [{ policy: spread, want: [] }],
  },
  {
    name: 'of 4 and 2 one moves (spec descheduler E21)',
    scene: { nodes: zones(2), pods: spreadPods([4, 2]) },
    runs: [{ policy: spread, want: ['z0-p4'] }],
  },
  {
    name: 'with a single node nothing is done (spec descheduler E25)',
    scene: { nodes: [{ name: 'n1' }], pods: namesOf('w', 3).map((name) => podOn('n1', name)) },
    runs: [{ policy: classicDuplicates, want: [] }],
  },
];
