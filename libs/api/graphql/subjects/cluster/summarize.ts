import { isReady } from '@orrery/insights';
import { zoneOf } from '@orrery/actions';
import type { KubeObject, Node, Pod } from '@orrery/api-types';
import type { ClusterCache } from '@orrery/store';

import { add, amountsOf, requestedBy, totalsOf, type ResourceAmounts } from '@orrery/insights';
import { utilizationOf } from '../../objects/nodes/utilization';
import type {
  CapacitySummary,
  ClusterSummary,
  NodeCounts,
  NodeSummary,
  PodCounts,
  PodSummary,
  ZoneSummary,
} from './summary-types';

/** Counts the objects of a cluster: one pass over nodes and pods. */
export function summarize(cache: ClusterCache): ClusterSummary {
  const nodes = cache.list('nodes');
  const pods = cache.list('pods');
  return {
    nodes: countNodes(nodes),
    pods: countPods(pods),
    zones: zonesOf(cache, nodes),
    ...capacityOf(nodes, requestedBy(pods.filter((pod) => (pod as Pod).spec.nodeName))),
    resourceVersion: String(cache.revision),
  };
}

/** Aggregates of a list of nodes and of the pods on them. */
export function summarizeNodes(cache: ClusterCache, nodes: readonly KubeObject[]): NodeSummary {
  const requested: ResourceAmounts = new Map();
  let pods = 0;
  for (const { metadata } of nodes) {
    const onNode = cache.podsOn(metadata.name);
    pods += onNode.length;
    add(requested, requestedBy(onNode));
  }
  return { counts: countNodes(nodes), pods, ...capacityOf(nodes, requested) };
}

/** Aggregates of a list of pods. */
export function summarizePods(pods: readonly KubeObject[]): PodSummary {
  const byNode = new Map<string, KubeObject[]>();
  for (const pod of pods) {
    const { nodeName } = (pod as Pod).spec;
    if (!nodeName) continue;
    const known = byNode.get(nodeName);
    if (known) known.push(pod);
    else byNode.set(nodeName, [pod]);
  }
  return {
    counts: countPods(pods),
    requested: totalsOf(requestedBy(pods)),
    byNode: [...byNode.keys()].sort().map((nodeName) => {
      const own = byNode.get(nodeName)!;
      return { nodeName, pods: own.length, requested: totalsOf(requestedBy(own)) };
    }),
  };
}

/** Returns the capacity of the nodes, the requested part of it, and the ratio of the two. */
function capacityOf(nodes: readonly KubeObject[], requested: ResourceAmounts): CapacitySummary {
  const allocatable: ResourceAmounts = new Map();
  for (const node of nodes) add(allocatable, amountsOf((node as Node).status.allocatable));
  return {
    allocatable: totalsOf(allocatable),
    requested: totalsOf(requested),
    utilization: utilizationOf(requested, allocatable),
  };
}

function countNodes(nodes: readonly KubeObject[]): NodeCounts {
  const counts = { total: nodes.length, ready: 0, cordoned: 0 };
  for (const node of nodes) {
    if (isReady(node)) counts.ready++;
    if ((node as Node).spec.unschedulable) counts.cordoned++;
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
    const { metadata, spec, status } = object as Pod;
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
    const { counts, ...summary } = summarizeNodes(cache, byZone.get(name)!);
    return { name, nodes: counts, ...summary };
  });
}
