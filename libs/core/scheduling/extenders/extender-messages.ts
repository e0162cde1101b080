import type { Node, Pod } from '@orrery/api-types';

/**
 * Bodies of the extender protocol, as v1.20 `k8s.io/kube-scheduler/extender/v1`. That package writes names with
 * capitals and reads them in any case; this code does the same.
 */
export interface CandidateNodes {
  readonly nodes: readonly Node[];
  /** The extender has the nodes itself: names are enough. */
  readonly asNames: boolean;
}

/** Victims of preemption on one node. */
export interface NodeVictims {
  readonly pods: readonly Pod[];
  readonly budgetViolations: number;
}

/** Candidates that an extender left. */
export type FilterReply =
  | {
      readonly feasible: readonly string[];
      readonly failed: Readonly<Record<string, string>>;
      readonly failedForGood: Readonly<Record<string, string>>;
    }
  | { readonly error: string };

/** Body of filter and prioritize. */
export function encodeCandidates(pod: Pod, { nodes, asNames }: CandidateNodes): object {
  if (asNames) return { Pod: pod, Nodes: null, NodeNames: nodes.map(({ metadata }) => metadata.name) };
  return { Pod: pod, Nodes: { kind: 'NodeList', apiVersion: 'v1', metadata: {}, items: nodes }, NodeNames: null };
}

/** Reads the answer to filter: names if the extender keeps nodes and gives some, else nodes; neither leaves none. */
export function decodeFilterReply(body: unknown, { nodes, asNames }: CandidateNodes, url: string): FilterReply {
  const error = fieldOf(body, 'Error');
  if (typeof error === 'string' && error !== '') return { error };
  const names = fieldOf(body, 'NodeNames');
  const items = fieldOf(fieldOf(body, 'Nodes'), 'items');
  const feasible =
    asNames && Array.isArray(names)
      ? (names as unknown[])
      : Array.isArray(items)
        ? items.map((item: unknown) => fieldOf(fieldOf(item, 'metadata'), 'name'))
        : [];
  const known = new Set(nodes.map(({ metadata }) => metadata.name));
  const stranger = feasible.find((name) => !known.has(name as string));
  if (stranger !== undefined || feasible.includes(undefined)) {
    const name = JSON.stringify(stranger ?? '');
    return { error: `extender "${url}" claims a filtered node ${name} which is not found in the input node list` };
  }
  return {
    feasible: feasible as readonly string[],
    failed: messagesOf(fieldOf(body, 'FailedNodes')),
    failedForGood: messagesOf(fieldOf(body, 'FailedAndUnresolvableNodes')),
  };
}

/** Reads the answer to prioritize: scores by node name. Undefined if it is not a list of hosts with integer scores. */
export function decodePriorities(body: unknown): ReadonlyMap<string, number> | undefined {
  if (!Array.isArray(body)) return undefined;
  const scores = new Map<string, number>();
  for (const entry of body as readonly unknown[]) {
    const host = fieldOf(entry, 'Host');
    const score = fieldOf(entry, 'Score') ?? 0;
    if (typeof host !== 'string' || !Number.isInteger(score)) return undefined;
    scores.set(host, score as number);
  }
  return scores;
}

/** Body of bind. */
export function encodeBinding({ metadata }: Pod, nodeName: string): object {
  const { name, namespace = '', uid = '' } = metadata;
  return { PodName: name, PodNamespace: namespace, PodUID: uid, Node: nodeName };
}

/** The error in the answer to bind; empty if it went well. */
export function decodeBindingError(body: unknown): string {
  const error = fieldOf(body, 'Error');
  return typeof error === 'string' ? error : '';
}

/** Body of preempt: whole pods, or their uids for extenders that keep nodes themselves. */
export function encodePreemption(pod: Pod, victims: ReadonlyMap<string, NodeVictims>, asNames: boolean): object {
  const byNode = Object.fromEntries(
    [...victims].map(([node, { pods, budgetViolations }]) => [
      node,
      {
        Pods: asNames ? pods.map(({ metadata }) => ({ UID: metadata.uid ?? '' })) : pods,
        NumPDBViolations: budgetViolations,
      },
    ]),
  );
  return asNames
    ? { Pod: pod, NodeNameToVictims: null, NodeNameToMetaVictims: byNode }
    : { Pod: pod, NodeNameToVictims: byNode, NodeNameToMetaVictims: null };
}

/** Reads the answer to preempt: the nodes that remain candidates, with those of their victims that it names. */
export function decodePreemption(
  body: unknown,
  offered: ReadonlyMap<string, NodeVictims>,
): ReadonlyMap<string, NodeVictims> | { readonly error: string } {
  const remaining = new Map<string, NodeVictims>();
  for (const [node, victims] of Object.entries((fieldOf(body, 'NodeNameToMetaVictims') ?? {}) as object)) {
    const before = offered.get(node);
    const listed = fieldOf(victims, 'Pods');
    const pods = (Array.isArray(listed) ? (listed as readonly unknown[]) : []).map((entry) => {
      const uid = fieldOf(entry, 'UID');
      return before?.pods.find(({ metadata }) => metadata.uid === uid);
    });
    if (!before || pods.includes(undefined))
      return { error: `extender names a victim on node "${node}" that was not offered` };
    const violations = fieldOf(victims, 'NumPDBViolations');
    remaining.set(node, {
      pods: pods as readonly Pod[],
      budgetViolations: Number.isInteger(violations) ? (violations as number) : 0,
    });
  }
  return remaining;
}

function messagesOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([, message]) => typeof message === 'string')) as Record<
    string,
    string
  >;
}

/** A field by name in any case; the exact spelling wins. */
function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  if (Object.hasOwn(value, name)) return (value as Record<string, unknown>)[name];
  const wanted = name.toLowerCase();
  const found = Object.entries(value).find(([key]) => key.toLowerCase() === wanted);
  return found?.[1];
}
