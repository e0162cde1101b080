import { Kinds } from '@orrery/api-types';
import { DONE, type Ending, type EvictionOrder, type QueueJobs } from '@orrery/bus';
import {
  modificationOf,
  type Component,
  type ComponentContext,
  type ComponentKind,
  type Modification,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type MetricsPort,
} from '@orrery/control-plane';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & MetricsPort;

/** Carries out the deletions that the taint manager ordered; an order that comes twice finds nothing left to do. */
class EvictionsComponent implements Component<'evictions'> {
  constructor(private readonly context: ComponentContext<Ports>) {}

  async start(): Promise<void> {
    // Nothing to build: every order says all that is needed.
  }

  async stop(): Promise<void> {
    // Nothing is kept between orders.
  }

  async handle({ evictions }: QueueJobs['evictions']): Promise<Ending> {
    const { cluster, fence } = this.context;
    for (const { atMs } of evictions) cluster.clock.hearOf(atMs);
    const marks = evictions.flatMap((order) => mark(order));
    if (marks.length > 0) await cluster.store.modifySoon(marks, fence);
    const removals = evictions.map(({ namespace, name, uid, condition }) => ({
      key: { resource: 'pods', namespace, name },
      uid,
      options: {},
      reason: condition?.message ?? 'eviction by the taint manager',
    }));
    await cluster.store.removeSoon(removals, fence);
    cluster.metrics.evictions.inc({ cause: 'taint', cluster: cluster.id }, evictions.length);
    return DONE;
  }
}

/** Returns the condition with the reason of the pod's eviction, unless it is terminating already. */
function mark({ namespace, name, uid, condition }: EvictionOrder): Modification[] {
  if (!condition) return [];
  return [
    modificationOf(Kinds.Pod, { namespace, name }, (pod) => {
      if (pod.metadata.uid !== uid || pod.metadata.deletionTimestamp) return undefined;
      const others = (pod.status?.conditions ?? []).filter(({ type }) => type !== condition.type);
      return { ...pod, status: { ...pod.status, conditions: [...others, condition] } };
    }),
  ];
}

/** The component as a process announces it. */
export function evictionsKind(shards: number): ComponentKind<'evictions'> {
  return {
    name: 'evictions',
    shards,
    split: 'clusters',
    queues: ['evictions'],
    create: (context) => new EvictionsComponent(context),
  };
}
