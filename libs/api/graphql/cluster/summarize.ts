import type { KubeObject, Node, Pod } from '@orrery/api-types';
import type { ClusterCache } from '@orrery/store';
import { isReady } from '../filters/kind-filters';
import { zoneOf } from '../nodes/zone';
import { add, amountsOf, requestedBy, totalsOf, type ResourceAmounts } from '../pods/pod-resources';
import type { ClusterSummary, NodeCounts, PodCounts, ZoneSummary } from './summary-types';

/** Counts what is in a cluster: one pass over nodes and pods. */
export function summarize(cache: ClusterCache): ClusterSummary {
  const nodes = cache.list('nodes');
  const pods = cache.list('pods');
  const allocatable: ResourceAmounts = new Map();
  for (const node of nodes) add(allocatable, amountsOf((node as unknown as Node).status.allocatable));
  return {
    nodes: countNodes(nodes),
    pods: countPods(pods),
    zones: zonesOf(cache, nodes),
    allocatable: totalsOf(allocatable),
    requested: totalsOf(requestedBy(pods.filter((pod) => (pod as unknown as Pod).spec.nodeName))),
    resourceVersion: String(cache.revision),
  };
}

function countNodes(nodes: readonly KubeObject[]): NodeCounts {
  const counts = { total: nodes.length, ready: 0, cordoned: 0 };
  for (const node of nodes) {
    if (isReady(node)) counts.ready++;
    if ((node as unknown as Node).spec.unschedulable) counts.cordoned++;
  }
  return counts;
}

function countPods(pods: readonly KubeObject[]): PodCounts {
  const counts = {
    total: pods.length,
    pending: 0,
    running: 0,
    succeeded: 0,
    failed: 0,
    ready: 0,
    unscheduled: 0,
    terminating: 0,
  };
  for (const object of pods) {
    const { metadata, spec, status } = object as unknown as Pod;
    if (status?.phase === 'Pending') counts.pending++;
    if (status?.phase === 'Running') counts.running++;
    if (status?.phase === 'Succeeded') counts.succeeded++;
    if (status?.phase === 'Failed') counts.failed++;
    if (isReady(object)) counts.ready++;
    if (!spec.nodeName) counts.unscheduled++;
    if (metadata.deletionTimestamp) counts.terminating++;
  }
  return counts;
}

function zonesOf(cache: ClusterCache, nodes: readonly KubeObject[]): ZoneSummary[] {
  const byZone = new Map<string, KubeObject[]>();
  for (const node of nodes) {
    const zone = zoneOf(node) ?? '';
    const known = byZone.get(zone);
    if (known) known.push(node);
    else byZone.set(zone, [node]);
  }
  return [...byZone.keys()].sort().map((name) => {
    const own = byZone.get(name)!;
    const pods = own.reduce((sum, { metadata }) => sum + cache.podsOn(metadata.name).length, 0);
    return { name, nodes: countNodes(own), pods };
  });
}
