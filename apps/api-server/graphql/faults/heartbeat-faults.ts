import { notFound, type KubeObject } from '@orrery/api-types';
import { keyOf, requireKind, select, type ClusterRuntime } from '@orrery/control-plane';
import { resumeHeartbeats as resumeStored, stoppedHeartbeats, stopHeartbeats as stopStored } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { durationOf } from '../clock/advance-clock';
import { badUserInput } from '../errors/request-errors';
import { zoneOf } from '../nodes/zone';
import type { FaultTargetInput } from './fault-types';

const NODE = requireKind('v1', 'Node');

/** The faults that are in force, in the shape of their GraphQL type. */
export async function listFaults(runtime: ClusterRuntime): Promise<unknown[]> {
  const now = runtime.clock.now();
  const stopped = await stoppedHeartbeats(runtime.plane.database, runtime.id);
  return stopped
    .filter(({ untilMs }) => untilMs === undefined || untilMs > now)
    .map(({ node, sinceMs, untilMs }) => ({
      kind: 'HEARTBEATS_STOPPED',
      nodeName: node,
      since: formatMicroTime(sinceMs),
      until: untilMs === undefined ? null : formatMicroTime(untilMs),
    }));
}

export interface FaultsNow {
  readonly nodes: readonly string[];
  readonly faults: readonly unknown[];
}

/** Makes kubelets fall silent. */
export async function stopHeartbeats(runtime: ClusterRuntime, input: FaultTargetInput): Promise<FaultsNow> {
  const nodes = targetNodes(runtime, input);
  const sinceMs = runtime.clock.now();
  const durationMs = durationOf(input.for, 'for');
  const untilMs = durationMs === undefined ? undefined : sinceMs + durationMs;
  await stopStored(
    runtime.plane.database,
    runtime.id,
    nodes.map((node) => ({ node, sinceMs, untilMs })),
  );
  await runtime.faultsChanged();
  return { nodes, faults: await listFaults(runtime) };
}

/** Lets kubelets speak again. */
export async function resumeHeartbeats(runtime: ClusterRuntime, input: FaultTargetInput): Promise<FaultsNow> {
  if (input.for != null) throw badUserInput('for is of use with stopHeartbeats only');
  const nodes = targetNodes(runtime, input);
  await resumeStored(runtime.plane.database, runtime.id, nodes);
  await runtime.faultsChanged();
  return { nodes, faults: await listFaults(runtime) };
}

/** Names of the nodes that are meant, sorted; throws NOT_FOUND for a name that no node has. */
function targetNodes({ cache }: ClusterRuntime, { nodes, nodeSelector, zone }: FaultTargetInput): string[] {
  if (nodes == null && nodeSelector == null && zone == null) throw badUserInput('give nodes, nodeSelector or zone');
  const selection = select(NODE, { labelSelector: nodeSelector ?? undefined });
  const named = nodes?.map((name): KubeObject => {
    const node = cache.get(keyOf({ kind: NODE, namespace: '', name }));
    if (!node) throw notFound(NODE, name);
    return node;
  });
  const meant = (named ?? cache.list('nodes')).filter(
    (node) => selection.matches(node) && (zone == null || zoneOf(node) === zone),
  );
  return [...new Set(meant.map(({ metadata }) => metadata.name))].sort();
}
