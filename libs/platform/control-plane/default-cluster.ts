import { RoleResource } from '@orrery/access';
import { buildNode } from '@orrery/pod-lifecycle';
import type { ClusterRuntime } from './cluster-runtime';
import type { ClusterOptions, ControlPlane } from './control-plane';
import { refuseRegistration } from './nodes/registration';
import { requireKind } from './store/stored-kinds';

/** A cluster with simulated nodes, as it is made when there is none of that name. */
export interface NewClusterOptions extends ClusterOptions {
  /** Nodes `node-1`, `node-2`, …, dealt out to the zones in turn. */
  readonly nodes: number;
  /** Zones `zone-1`, `zone-2`, … */
  readonly zones: number;
}

/** Makes sure that the cluster exists. An existing one stays as it is, whatever the options say. */
export async function ensureCluster(plane: ControlPlane, options: NewClusterOptions): Promise<ClusterRuntime> {
  const existing = await plane.cluster(options.name);
  if (existing) {
    // One that was made before clusters had roles gets those that every cluster has.
    if (existing.cache.count(RoleResource.ClusterRole) === 0) await existing.store.bootstrap();
    return existing;
  }
  const made = await plane.createCluster(options);
  if (!made) return (await plane.cluster(options.name))!;
  await addNodes(
    made,
    Array.from({ length: options.nodes }, (_, i) => nodeOf(i, options.zones)),
  );
  return made;
}

/** The part of a node's description that numbering decides. */
export interface NumberedNode {
  readonly name: string;
  readonly zone: string;
  readonly region: string;
}

/** The `index`-th node, from 0. */
export function nodeOf(index: number, zones: number): NumberedNode {
  return { name: `node-${index + 1}`, zone: `zone-${(index % zones) + 1}`, region: 'region-1' };
}

/** Registers simulated nodes in one batch; throws the first refusal. */
export async function addNodes(
  runtime: ClusterRuntime,
  descriptions: readonly Parameters<typeof buildNode>[0][],
): Promise<void> {
  const kind = requireKind('v1', 'Node');
  const now = runtime.clock.now();
  const requests = descriptions.map((node) => ({ kind, namespace: '', input: buildNode(node, now) }));
  for (const { input } of requests) {
    const refusal = refuseRegistration(runtime.settings, kind, input);
    if (refusal) throw refusal;
  }
  const outcomes = await runtime.store.createMany(requests, { fieldManager: 'kubelet' });
  const refusal = outcomes.find((outcome) => outcome instanceof Error);
  if (refusal) throw refusal as Error;
}
