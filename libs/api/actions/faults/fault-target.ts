import { notFound, type KubeObject } from '@orrery/api-types';
import { keyOf, requireKind, select, type ClusterRuntime } from '@orrery/control-plane';
import { randomFor } from '@orrery/time';
import { badUserInput } from '../errors/input-error';
import { zoneOf } from '../nodes/zone';

const NODE = requireKind('v1', 'Node');

/** Selection of nodes for a fault. */
export interface FaultTarget {
  readonly nodes?: readonly string[] | null | undefined;
  readonly nodeSelector?: string | null | undefined;
  readonly zone?: string | null | undefined;
  readonly share?: number | null | undefined;
}

export function hasTarget({ nodes, nodeSelector, zone }: FaultTarget): boolean {
  return nodes != null || nodeSelector != null || zone != null;
}

/**
 * Names of the nodes that are meant, sorted. A share is drawn with the cluster's seed: the same share of the same nodes
 * is the same nodes, and a larger one has them too.
 *
 * @throws NOT_FOUND for a name that no node has.
 */
export function targetNodes(runtime: ClusterRuntime, target: FaultTarget): string[] {
  const { nodes, nodeSelector, zone, share } = target;
  const { cache } = runtime;
  const selection = select(NODE, { labelSelector: nodeSelector ?? undefined });
  const named = nodes?.map((name): KubeObject => {
    const node = cache.get(keyOf({ kind: NODE, namespace: '', name }));
    if (!node) throw notFound(NODE, name);
    return node;
  });
  const meant = (named ?? cache.list('nodes')).filter(
    (node) => selection.matches(node) && (zone == null || zoneOf(node) === zone),
  );
  const names = [...new Set(meant.map(({ metadata }) => metadata.name))].sort();
  return share == null ? names : drawShare(names, share, runtime.seed);
}

function drawShare(names: readonly string[], share: number, seed: string | number): string[] {
  if (!(share >= 0 && share <= 1)) throw badUserInput('share: must be between 0 and 1', ['share']);
  const lots = new Map(names.map((name) => [name, randomFor(seed, 'fault-share', name).uint32()]));
  const drawn = [...names].sort((a, b) => lots.get(a)! - lots.get(b)! || (a < b ? -1 : 1));
  return drawn.slice(0, Math.round(share * names.length)).sort();
}
