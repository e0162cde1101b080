import type { DaemonSet, Node, Pod, Taint } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { REVISION_HASH } from '../history/controller-revision';
import { daemonLimits } from './daemon-limits';
import { daemonNodes } from './daemon-nodes';
import { daemonPod, nodeOfDaemonPod } from './daemon-pod';
import { daemonSetStatus } from './daemon-set-status';
import { FailedPodBackOff } from './failed-pod-back-off';
import { nodeEligibility } from './node-eligibility';
import { planDaemonSet, type DaemonSetPlan } from './plan-daemon-set';

const NOON = Date.parse('2026-01-01T12:00:00Z');
type TemplateSpec = Partial<NonNullable<DaemonSet['spec']['template']['spec']>>;

function setOf(pod: TemplateSpec = {}, spec: Partial<DaemonSet['spec']> = {}): DaemonSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'd', namespace: 'default', uid: 'd', resourceVersion: '1', creationTimestamp: '' },
    spec: {
      selector: { matchLabels: { app: 'd' } },
      template: { metadata: { labels: { app: 'd' } }, spec: { containers: [{ name: 'c', image: 'i' }], ...pod } },
      ...spec,
    },
  };
}

function nodeOf(name: string, labels: Record<string, string> = {}, taints: Taint[] = []): Node {
  const node = makeNode(name).build();
  return { ...node, metadata: { ...node.metadata, labels }, spec: { ...node.spec, taints } };
}

const ssd: TemplateSpec = { nodeSelector: { disk: 'ssd' } };
const inZone = (zone: string): TemplateSpec => {
  const matchExpressions = [{ key: 'zone', operator: 'In', values: [zone] }];
  const required = { nodeSelectorTerms: [{ matchExpressions }] };
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
};
const taint = (key: string, effect: string): Taint => ({ key, effect });
const bears = (key: string): TemplateSpec => ({ tolerations: [{ key, operator: 'Exists' }] });

describe('which nodes a DaemonSet wants', () => {
  const yes = { shouldRun: true, mayStay: true };
  const no = { shouldRun: false, mayStay: false };
  const stay = { shouldRun: false, mayStay: true };
  test.each<[string, TemplateSpec, Node, object]>([
    ['any', {}, nodeOf('n'), yes],
    ['label there', ssd, nodeOf('n', { disk: 'ssd' }), yes],
    ['label missing', ssd, nodeOf('n'), no],
    ['label other', ssd, nodeOf('n', { disk: 'hdd' }), no],
    ['affinity', inZone('a'), nodeOf('n', { zone: 'a' }), yes],
    ['affinity elsewhere', inZone('a'), nodeOf('n', { zone: 'b' }), no],
    ['node name', { nodeName: 'n' }, nodeOf('n'), yes],
    ['other node name', { nodeName: 'm' }, nodeOf('n'), no],
    ['NoSchedule', {}, nodeOf('n', {}, [taint('x', 'NoSchedule')]), stay],
    ['NoExecute', {}, nodeOf('n', {}, [taint('x', 'NoExecute')]), no],
    ['PreferNoSchedule', {}, nodeOf('n', {}, [taint('x', 'PreferNoSchedule')]), yes],
    ['tolerated', bears('x'), nodeOf('n', {}, [taint('x', 'NoExecute')]), yes],
    ['cordoned', {}, nodeOf('n', {}, [taint('node.kubernetes.io/unschedulable', 'NoSchedule')]), yes],
    ['not ready', {}, nodeOf('n', {}, [taint('node.kubernetes.io/not-ready', 'NoExecute')]), yes],
    ['not ready yet', {}, nodeOf('n', {}, [taint('node.kubernetes.io/not-ready', 'NoSchedule')]), stay],
    ['disk pressure', {}, nodeOf('n', {}, [taint('node.kubernetes.io/disk-pressure', 'NoSchedule')]), yes],
    ['no network', {}, nodeOf('n', {}, [taint('node.kubernetes.io/network-unavailable', 'NoSchedule')]), stay],
    [
      'no network, but on the host',
      { hostNetwork: true },
      nodeOf('n', {}, [taint('node.kubernetes.io/network-unavailable', 'NoSchedule')]),
      yes,
    ],
  ])('%s', (_name, pod, node, want) => expect(nodeEligibility(setOf(pod))(node)).toEqual(want));
});

test('a daemon pod fits its node only and bears what befalls it', () => {
  const own = [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }];
  const set = setOf({ ...inZone('a'), tolerations: own });
  set.metadata.annotations = { 'deprecated.daemonset.template.generation': '4' };
  const pod = daemonPod(set, { podName: 'd-x', nodeName: 'n1', hash: 'h', isBound: false }) as unknown as Pod;
  expect(pod.metadata.labels).toEqual({ app: 'd', 'pod-template-generation': '4', [REVISION_HASH]: 'h' });
  expect(pod.spec.nodeName).toBeUndefined();
  expect(pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution).toEqual({
    nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] }],
  });
  expect(pod.spec.tolerations).toEqual([
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
    { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
    { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
    { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
    { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
    { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
  ]);
  expect(nodeOfDaemonPod(pod)).toBe('n1');
  const bound = daemonPod(set, { podName: 'd-x', nodeName: 'n1', hash: 'h', isBound: true }) as unknown as Pod;
  expect(bound.spec.nodeName).toBe('n1');
  expect(bound.spec.affinity).toEqual(set.spec.template.spec!.affinity);
});

/** `r` ready, `p` pending, `f` failed, `t` terminating; capitals are of the new template. One word a node, `.` for none. */
function podsOf(words: string): Pod[] {
  return words
    .split(' ')
    .flatMap((word, node) => [...word.replace('.', '')].map((letter, i) => podOf(letter, node, i)));
}

function podOf(letter: string, node: number, index: number): Pod {
  const lower = letter.toLowerCase();
  const pod = makePod(`d-${node}${letter}${index}`)
    .label('app', 'd')
    .label(REVISION_HASH, letter === lower ? 'old' : 'new');
  const built = pod.build();
  const phase = { p: 'Pending', f: 'Failed', s: 'Succeeded' }[lower] ?? 'Running';
  const lastTransitionTime = '2026-01-01T11:59:50Z' as never;
  const ready = { type: 'Ready', status: lower === 'r' ? 'True' : 'False', lastTransitionTime };
  const going = lower === 't' ? { deletionTimestamp: '2026-01-01T12:00:10Z' } : {};
  const creationTimestamp = new Date(NOON - 60_000 + index * 1000).toISOString();
  return {
    ...built,
    metadata: { ...built.metadata, creationTimestamp, ...going },
    spec: { ...built.spec, nodeName: `n${node}` },
    status: { phase, conditions: [ready] },
  };
}

interface Case {
  readonly spec?: Partial<DaemonSet['spec']>;
  readonly backOff?: FailedPodBackOff;
  readonly nowMs?: number;
}

function plan(words: string, { spec = {}, backOff = new FailedPodBackOff(), nowMs = NOON }: Case = {}): DaemonSetPlan {
  const set = setOf({}, spec);
  const nodes = words.split(' ').map((_, i) => nodeOf(`n${i}`));
  return planDaemonSet({ set, nodes: daemonNodes(set, nodes, podsOf(words)), hash: 'new', backOff, nowMs });
}

const doing = ({ creations, deletions }: DaemonSetPlan): string[] => [
  ...creations.map((node) => `+${node}`),
  ...deletions.map(({ metadata }) => `-${metadata.name}`),
];

const rolling = (maxUnavailable: number | string, maxSurge: number | string = 0): Partial<DaemonSet['spec']> => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable, maxSurge } },
});
const onDelete = { updateStrategy: { type: 'OnDelete' } };

test.each<[string, Partial<DaemonSet['spec']>, string[]]>([
  ['. . .', {}, ['+n0', '+n1', '+n2']],
  ['R R .', {}, ['+n2']],
  ['T R R', {}, []],
  ['F R R', {}, ['-d-0F0']],
  ['RR R', {}, ['-d-0R1']],
  // One node may be without.
  ['r r r', {}, ['-d-0r0']],
  ['R r r', {}, ['-d-1r0']],
  ['P r r', {}, []],
  ['t r r', {}, []],
  ['. r r', {}, ['+n0']],
  ['p r r', {}, ['-d-0p0']],
  ['p p r', {}, ['-d-0p0', '-d-1p0']],
  ['r r r', rolling(2), ['-d-0r0', '-d-1r0']],
  ['r r r r', rolling('30%'), ['-d-0r0', '-d-1r0']],
  ['r r r', rolling(0, 0), ['-d-0r0']],
  ['r r r', onDelete, []],
  // New ones beside old ones.
  ['r r r', rolling(0, 1), ['+n0']],
  ['rP r r', rolling(0, 1), []],
  ['rR r r', rolling(0, 1), ['-d-0r0', '+n1']],
  ['R r r', rolling(0, 1), ['+n1']],
  ['p r r', rolling(0, 1), ['+n0', '+n1']],
])('nodes %j with %j: %j', (words, spec, want) => {
  expect(doing(plan(words, { spec })).sort()).toEqual([...want].sort());
});

test('one step creates 250 pods at most', () => {
  expect(plan(Array.from({ length: 300 }, () => '.').join(' ')).creations).toHaveLength(250);
});

test('pods leave a node that they may not be on, and those for a node that is not there are given up', () => {
  const set = setOf();
  const nodes = [nodeOf('n0', {}, [taint('x', 'NoExecute')]), nodeOf('n1', {}, [taint('x', 'NoSchedule')])];
  const lost = daemonPod(set, { podName: 'lost', nodeName: 'gone', hash: 'new', isBound: false }) as unknown as Pod;
  const pods = [...podsOf('R R'), lost];
  const input = {
    set,
    nodes: daemonNodes(set, nodes, pods),
    hash: 'new',
    backOff: new FailedPodBackOff(),
    nowMs: NOON,
  };
  expect(doing(planDaemonSet(input))).toEqual(['-d-0R0', '-lost']);
});

test('failed pods are killed at once, then after 1 s, 2 s and so on, 15 min at most', () => {
  const backOff = new FailedPodBackOff();
  let nowMs = NOON;
  const waits: number[] = [];
  for (let i = 0; i < 13; i++) {
    const early = plan('F', { backOff, nowMs });
    if (early.recheckAtMs !== undefined) {
      expect(early.deletions).toEqual([]);
      nowMs = early.recheckAtMs;
      expect(doing(plan('F', { backOff, nowMs }))).toEqual(['-d-0F0']);
    } else expect(doing(early)).toEqual(['-d-0F0']);
    waits.push((backOff.readyAtMs('d', 'n0') - nowMs) / 1000);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  expect(plan('F', { backOff, nowMs: nowMs + 31 * 60_000 }).notes).toEqual([
    {
      type: 'Warning',
      reason: 'FailedDaemonPod',
      message: 'Found failed daemon pod default/d-0F0 on node n0, will try to kill it',
    },
  ]);
  expect(backOff.readyAtMs('d', 'n0') - nowMs).toBe(31 * 60_000 + 1000);
});

test.each([
  { spec: {}, desired: 10, want: { surge: 0, unavailable: 1 } },
  { spec: rolling('25%'), desired: 10, want: { surge: 0, unavailable: 3 } },
  { spec: rolling(0, '15%'), desired: 10, want: { surge: 2, unavailable: 0 } },
  { spec: rolling('10%'), desired: 0, want: { surge: 0, unavailable: 1 } },
])('limits of $spec for $desired nodes', ({ spec, desired, want }) => {
  expect(daemonLimits(setOf({}, spec), desired)).toEqual(want);
});

test.each([
  { words: '. . .', want: [3, 0, 0, 0, 0, 3] },
  { words: 'R r P', want: [3, 3, 2, 2, 2, 1] },
  { words: 'rR R T', want: [3, 3, 2, 3, 2, 1] },
])('counts nodes: $words', ({ words, want }) => {
  const set = setOf();
  const nodes = words.split(' ').map((_, i) => nodeOf(`n${i}`));
  const input = { set, nodes: daemonNodes(set, nodes, podsOf(words)), hash: 'new', collisionCount: 0, nowMs: NOON };
  const status = daemonSetStatus(input).status!;
  expect([
    status.desiredNumberScheduled,
    status.currentNumberScheduled,
    status.numberReady,
    status.updatedNumberScheduled ?? 0,
    status.numberAvailable ?? 0,
    status.numberUnavailable ?? 0,
  ]).toEqual(want);
});
