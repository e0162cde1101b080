import type { KubeObject, Node, Pod } from '@orrery/api-types';
import { isReady } from '../pods/is-ready';
import { amountsOf, effectiveRequests } from '../pods/pod-resources';

/** Figures that are sums over the pods and nodes of a state. */
const SUMS = [
  'nodes',
  'readyNodes',
  'pods',
  'runningPods',
  'waitingPods',
  'allocatableCpuMillis',
  'requestedCpuMillis',
  'allocatableMemoryBytes',
  'requestedMemoryBytes',
] as const;
export type Sums = Record<(typeof SUMS)[number], number>;

/** A change of a pod or a node, as the log has it. */
export interface FoldedChange {
  readonly resource: 'pods' | 'nodes';
  readonly object: KubeObject;
  readonly isDeletion: boolean;
}

/** Contribution of an object to the sums, and flags for its placement and eviction. */
interface Share {
  readonly sums: Partial<Sums>;
  readonly isPlaced: boolean;
  readonly isEvicted: boolean;
}

/** Keeps figures of a cluster up to date, change by change. */
export class MetricsFold {
  readonly sums: Sums = Object.fromEntries(SUMS.map((name) => [name, 0])) as Sums;
  placements = 0;
  evictions = 0;
  private readonly shares = new Map<string, Share>();

  constructor(pods: Iterable<KubeObject>, nodes: Iterable<KubeObject>) {
    for (const object of pods) this.apply({ resource: 'pods', object, isDeletion: false });
    for (const object of nodes) this.apply({ resource: 'nodes', object, isDeletion: false });
    this.startStep();
  }

  /** Resets the counts of events to zero. */
  startStep(): void {
    this.placements = 0;
    this.evictions = 0;
  }

  apply({ resource, object, isDeletion }: FoldedChange): void {
    const { uid } = object.metadata;
    const before = this.shares.get(uid);
    const last = resource === 'pods' ? podShare(object as Pod) : nodeShare(object as Node);
    if (last.isPlaced && !before?.isPlaced) this.placements++;
    if (last.isEvicted && !before?.isEvicted) this.evictions++;
    this.add(before?.sums ?? {}, -1);
    if (isDeletion) {
      this.shares.delete(uid);
      return;
    }
    this.add(last.sums, 1);
    this.shares.set(uid, last);
  }

  private add(share: Partial<Sums>, sign: 1 | -1): void {
    for (const name of SUMS) this.sums[name] += sign * (share[name] ?? 0);
  }
}

function nodeShare(node: Node): Share {
  const { cpu, memory } = figuresOf(amountsOf(node.status?.allocatable));
  const sums = {
    nodes: 1,
    readyNodes: isReady(node) ? 1 : 0,
    allocatableCpuMillis: cpu,
    allocatableMemoryBytes: memory,
  };
  return { sums, isPlaced: false, isEvicted: false };
}

function podShare(pod: Pod): Share {
  const { phase, reason, conditions } = (pod.status ?? {}) as {
    phase?: string;
    reason?: string;
    conditions?: readonly { readonly type: string; readonly status: string }[];
  };
  const isPlaced = Boolean(pod.spec.nodeName);
  const isEvicted =
    (phase === 'Failed' && reason === 'Evicted') ||
    (conditions?.some(({ type, status }) => type === 'DisruptionTarget' && status === 'True') ?? false);
  if (phase === 'Succeeded' || phase === 'Failed') return { sums: {}, isPlaced, isEvicted };
  const { cpu, memory } = isPlaced ? figuresOf(effectiveRequests(pod)) : { cpu: 0, memory: 0 };
  const sums = {
    pods: 1,
    runningPods: phase === 'Running' ? 1 : 0,
    waitingPods: isPlaced ? 0 : 1,
    requestedCpuMillis: cpu,
    requestedMemoryBytes: memory,
  };
  return { sums, isPlaced, isEvicted };
}

function figuresOf(amounts: ReadonlyMap<string, bigint>): { readonly cpu: number; readonly memory: number } {
  return { cpu: Number(amounts.get('cpu') ?? 0n), memory: Number(amounts.get('memory') ?? 0n) };
}
