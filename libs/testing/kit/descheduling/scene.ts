/** A node of a scene; values that are not given are those of {@link CLUSTER_SIZE}. */
export interface SceneNode {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly unschedulable?: boolean;
}

/** Cluster as input of a descheduler. */
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

/** Nodes of the worked examples (docs/spec/descheduler.md). */
export const CLUSTER_SIZE = { cpu: '4', memory: '16Gi', pods: '20' };

/** Three nodes without labels. */
export const THREE_NODES: readonly SceneNode[] = [{ name: 'n1' }, { name: 'n2' }, { name: 'n3' }];

/** Nodes of which each is in a zone of its own. */
export const zones = (count: number): SceneNode[] =>
  Array.from({ length: count }, (_, i) => ({ name: `n${i + 1}`, labels: { zone: `z${i}` } }));
