import type { Node, Pod } from '@orrery/api-types';
import { addNodes, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { NodeFaultKind } from '@orrery/pod-lifecycle';

const POD = requireKind('v1', 'Pod');

/** Times at which the story's heartbeats stop and resume, in seconds after its beginning. */
const STOP_S = 100;
const RESUME_S = 500;
const END_S = 540;

const UNREACHABLE = 'node.kubernetes.io/unreachable';
/**
 * Expected events of the story. Modern settings: unknown 55 s after the pass that saw the last renewal, NoExecute a
 * pass later, 300 s tolerated.
 */
export const NODE_FAILURE: readonly string[] = [
  '0 +node.kubernetes.io/not-ready:NoSchedule',
  '0 -node.kubernetes.io/not-ready:NoSchedule',
  '0 p is Pending',
  '0 p is bound to silent',
  '0.8 p is Running',
  `155 +${UNREACHABLE}:NoSchedule`,
  '155 Ready=Unknown',
  `160 +${UNREACHABLE}:NoExecute`,
  '460 p is to go',
  `500 -${UNREACHABLE}:NoSchedule`,
  '500 Ready=True',
  '500 p is Failed',
  '500 p is gone',
  `505 -${UNREACHABLE}:NoExecute`,
];

/**
 * Runs a story in which a node stops its heartbeats, is detected, loses its pod after the tolerated time, and comes
 * back. Returns the events with their times, in seconds of cluster time after the beginning; events of one instant are
 * sorted by their text, because processes that act on the same change write in any order.
 */
export async function playNodeFailure(runtime: ClusterRuntime, startMs: number): Promise<string[]> {
  const timeline: { readonly atS: number; readonly what: string }[] = [];
  const note = (what: string): void => void timeline.push({ atS: (runtime.clock.now() - startMs) / 1000, what });
  const unsubscribe = runtime.cache.subscribe((changes) => {
    for (const { key, object, previous, operation } of changes) {
      if (key.resource === 'nodes' && key.name === 'silent') describeNode(previous, object).forEach(note);
      if (key.resource === 'pods') describePod(previous, operation === 2 ? undefined : object).forEach(note);
    }
  });
  await addNodes(runtime, [
    { name: 'silent', zone: 'a' },
    { name: 'other-1', zone: 'a' },
    { name: 'other-2', zone: 'a' },
  ]);
  await runtime.settle();
  const containers = [{ name: 'c', image: 'nginx' }];
  const spec = { nodeSelector: { 'kubernetes.io/hostname': 'silent' }, containers };
  await runtime.store.create({ kind: POD, namespace: 'default', input: { metadata: { name: 'p' }, spec } });
  const at = (seconds: number): Promise<unknown> => runtime.advance({ untilMs: startMs + seconds * 1000 });
  const { nodeFaults } = runtime.records;
  await at(STOP_S);
  const origin = (): { atMs: number; writer: string } => ({ atMs: runtime.clock.now(), writer: 'test' });
  await nodeFaults.write(
    [{ node: 'silent', kind: NodeFaultKind.KubeletStopped, sinceMs: runtime.clock.now(), untilMs: undefined }],
    origin(),
  );
  await runtime.faultsChanged();
  await at(RESUME_S);
  await nodeFaults.remove({ nodes: ['silent'], kinds: [NodeFaultKind.KubeletStopped] }, origin());
  await runtime.faultsChanged();
  await at(END_S);
  unsubscribe();
  return timeline.sort((a, b) => a.atS - b.atS || (a.what < b.what ? -1 : 1)).map(({ atS, what }) => `${atS} ${what}`);
}

function describeNode(before: unknown, after: unknown): string[] {
  const [old, node] = [before as Node | undefined, after as Node];
  const readyOf = (one: Node | undefined): string | undefined =>
    one?.status.conditions?.find(({ type }) => type === 'Ready')?.status;
  const taintsOf = (one: Node | undefined): string[] =>
    (one?.spec.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);
  const [had, has] = [taintsOf(old), taintsOf(node)];
  return [
    ...(old && readyOf(old) !== readyOf(node) ? [`Ready=${readyOf(node)}`] : []),
    ...has.filter((taint) => !had.includes(taint)).map((taint) => `+${taint}`),
    ...had.filter((taint) => !has.includes(taint)).map((taint) => `-${taint}`),
  ];
}

function describePod(before: unknown, after: unknown): string[] {
  const [old, pod] = [before as Pod | undefined, after as Pod | undefined];
  const { name } = (pod ?? old)!.metadata;
  if (!pod) return [`${name} is gone`];
  return [
    ...(pod.spec.nodeName && !old?.spec.nodeName ? [`${name} is bound to ${pod.spec.nodeName}`] : []),
    ...(pod.status?.phase !== old?.status?.phase ? [`${name} is ${pod.status?.phase}`] : []),
    ...(pod.metadata.deletionTimestamp && !old?.metadata.deletionTimestamp ? [`${name} is to go`] : []),
  ];
}
