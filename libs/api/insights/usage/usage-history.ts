import type { Node, Pod } from '@orrery/api-types';
import { nodeMetering, type ClusterRuntime, type ControlPlane, type NodeMetering } from '@orrery/control-plane';
import type { NodeMeter } from '@orrery/node-pressure';
import { formatMicroTime } from '@orrery/time';
import {
  changesOfNode,
  pointCount,
  stretchOf,
  type MetricsQuestion,
  type TimedChange,
} from '../history/cluster-metrics';
import { signalsOf, usageOf } from './node-usage';
import type { UsagePoint } from './usage';

/** Returns the usage of a node over time, from the changes of its object and of its pods in the log. */
export async function nodeUsageHistory(
  plane: ControlPlane,
  runtime: ClusterRuntime,
  { name, points, ...stretch }: MetricsQuestion & { readonly name: string },
): Promise<UsagePoint[]> {
  const count = pointCount(points);
  const { start, changes, fromMs, endMs } = await stretchOf(plane, runtime, stretch, changesOfNode(name));
  const state = new NodeState(name, nodeMetering(runtime));
  for (const node of start?.cache.list('nodes') ?? [])
    state.put({ resource: 'nodes', object: node, isDeletion: false });
  for (const pod of start?.cache.podsOn(name) ?? []) state.put({ resource: 'pods', object: pod, isDeletion: false });
  return usagePoints(state, changes, { fromMs, endMs, count });
}

/** Returns points at equal distances; none for times at which the node does not exist. */
function usagePoints(
  state: NodeState,
  changes: readonly TimedChange[],
  { fromMs, endMs, count }: { readonly fromMs: number; readonly endMs: number; readonly count: number },
): UsagePoint[] {
  const points: UsagePoint[] = [];
  let next = 0;
  for (let i = 0; i < count; i++) {
    const atMs = Math.round(fromMs + ((endMs - fromMs) * i) / (count - 1));
    // The last point has all: a clock may stand behind the change that it has just made.
    for (; next < changes.length && (i === count - 1 || changes[next]!.atMs <= atMs); next++) state.put(changes[next]!);
    const point = state.pointAt(atMs);
    if (point) points.push(point);
  }
  return points;
}

/** A node and its pods, change by change; measured again only after a change of theirs. */
class NodeState {
  private node: Node | undefined;
  private readonly pods = new Map<string, Pod>();
  private meter: NodeMeter | undefined;

  constructor(
    private readonly name: string,
    private readonly metering: NodeMetering,
  ) {}

  put({ resource, object, isDeletion }: Pick<TimedChange, 'resource' | 'object' | 'isDeletion'>): void {
    const { uid, name } = object.metadata;
    if (resource === 'nodes') {
      if (name !== this.name) return;
      this.node = isDeletion ? undefined : (object as Node);
    } else if (!isDeletion && (object as Pod).spec.nodeName === this.name) this.pods.set(uid, object as Pod);
    else if (!this.pods.delete(uid)) return;
    this.meter = undefined;
  }

  pointAt(atMs: number): UsagePoint | undefined {
    const { node, metering } = this;
    if (!node) return undefined;
    const meter = (this.meter ??= metering.meter(node, [...this.pods.values()]));
    return {
      time: formatMicroTime(atMs),
      ...usageOf(meter, atMs),
      signals: signalsOf(metering, { node, meter, nowMs: atMs }),
    };
  }
}
