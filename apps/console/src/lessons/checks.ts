import { check, type Check } from './lesson';

/** Part of a pod that checks read. */
export interface PodState {
  readonly metadata: { readonly deletionTimestamp: string | null };
  readonly spec: { readonly nodeName: string | null } | null;
  readonly status: { readonly phase: string | null; readonly reason: string | null } | null;
}

const POD = 'metadata { deletionTimestamp } spec { nodeName } status { phase reason }';

/** Makes a check of pods by name, in their order; a pod that does not exist is null. */
export function checkPods(names: readonly string[], holds: (...pods: readonly (PodState | null)[]) => boolean): Check {
  const fields = names.map((name, index) => `p${index}: pod(name: ${JSON.stringify(name)}) { ${POD} }`);
  return check<Readonly<Record<string, PodState | null>>>(`{ ${fields.join(' ')} }`, {}, (answer) =>
    holds(...names.map((_, index) => answer[`p${index}`] ?? null)),
  );
}

export function nodeOf(pod: PodState | null | undefined): string | undefined {
  return pod?.spec?.nodeName ?? undefined;
}

export function isGone(pod: PodState | null | undefined): boolean {
  return pod === null || pod === undefined || pod.metadata.deletionTimestamp !== null;
}

/**
 * Makes a check of the nodes on which the pods of an application are, pods without one as undefined; those that are
 * being deleted are left out.
 */
export function checkApp(app: string, holds: (nodes: readonly (string | undefined)[]) => boolean): Check {
  return check<{ readonly pods: { readonly nodes: readonly PodState[] } }>(
    `query ($selector: String!) { pods(filter: { labelSelector: $selector }, first: 100) { nodes { ${POD} } } }`,
    { selector: `app=${app}` },
    ({ pods }) => holds(pods.nodes.filter(({ metadata }) => metadata.deletionTimestamp === null).map(nodeOf)),
  );
}

/** Part of a node that checks read. */
export interface NodeState {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly taints: readonly { readonly key: string; readonly effect: string; readonly timeAdded: string | null }[];
  readonly conditions: readonly { readonly type: string; readonly status: string }[];
  readonly allocatable: { readonly cpuMillis: number | string; readonly memoryBytes: number | string };
}

/** Makes a check of the nodes by name, with the time of the cluster. */
export function checkNodes(
  holds: (nodes: Readonly<Record<string, NodeState | undefined>>, nowMs: number) => boolean,
): Check {
  return check<{ readonly nodes: { readonly nodes: readonly NodeState[] }; readonly clock: { readonly now: string } }>(
    '{ clock { now } nodes(first: 100) { nodes { metadata { name labels } taints { key effect timeAdded } conditions { type status } allocatable { cpuMillis memoryBytes } } } }',
    {},
    ({ nodes, clock }) =>
      holds(Object.fromEntries(nodes.nodes.map((node) => [node.metadata.name, node])), Date.parse(clock.now)),
  );
}

export function hasTaint(node: NodeState | undefined, key: string, effect?: string): boolean {
  return node?.taints.some((taint) => taint.key === key && (effect === undefined || taint.effect === effect)) ?? false;
}
