import type { Pod } from '@orrery/api-types';
import type { EvictionOrder } from '@orrery/bus';
import {
  LostWorkSweep,
  type ClockPort,
  type ComponentContext,
  type IdentityPort,
  type LogPort,
  type QueuesPort,
} from '@orrery/control-plane';
import type { DeletePod } from '@orrery/node-health';
import { nameOf, type ObjectKey } from '@orrery/store';

/** Ports used by this class. */
type Ports = IdentityPort & ClockPort & QueuesPort & LogPort;

/** Maximum time that an order may stay unanswered, in real time, before it is sent again: a queue may lose everything. */
const REPEAT_MS = 3000;
/**
 * Every further time it waits twice as long, up to a maximum: an order that cannot be carried out is
 * tried again by its queue for half an hour, and each that is given besides would be tried as often.
 */
const MAX_WAIT = 16;
/** Orders of one job at most. */
const ORDERS_PER_JOB = 500;

/** An order that is not carried out yet; both counts are in units of {@link REPEAT_MS}. */
interface OpenOrder {
  readonly order: EvictionOrder;
  /** Last wait of the order for its queue, in units of time. */
  wait: number;
  /** Remaining part of that wait. */
  left: number;
}

/**
 * Puts the taint manager's deletions on the evictions queue and keeps each until the log shows that it was carried
 * out, so that a lost queue loses no eviction.
 */
export class EvictionOrders {
  private readonly open = new Map<string, OpenOrder>();
  private readonly sweep: LostWorkSweep;

  constructor(private readonly context: Pick<ComponentContext<Ports>, 'cluster'>) {
    const { activity, clock } = context.cluster;
    this.sweep = new LostWorkSweep({ activity, clock, everyMs: REPEAT_MS, look: () => this.send(this.unanswered()) });
  }

  /** Orders that are not carried out yet. */
  capture(): readonly EvictionOrder[] {
    return [...this.open.values()].map(({ order }) => order);
  }

  /** @param captured orders that were given by a former owner of this work */
  start(captured: readonly EvictionOrder[] = []): void {
    this.remember(captured);
    this.sweep.start();
  }

  stop(): void {
    this.sweep.stop();
  }

  order(deletions: readonly DeletePod[]): void {
    const atMs = this.context.cluster.clock.now();
    const orders = deletions.map(({ namespace, name, uid, disruptionTarget }) => ({
      namespace,
      name,
      uid,
      atMs,
      ...(disruptionTarget ? { condition: disruptionTarget } : {}),
    }));
    this.remember(orders);
    this.send(orders);
  }

  private remember(orders: readonly EvictionOrder[]): void {
    for (const order of orders) this.open.set(nameOf(order.namespace, order.name), { order, wait: 1, left: 1 });
  }

  /** Closes the order of a pod that is going, gone, or another one by now. */
  podChanged(key: ObjectKey, pod: Pod | undefined): void {
    const name = nameOf(key.namespace, key.name);
    const open = this.open.get(name);
    if (!open) return;
    if (!pod || pod.metadata.uid !== open.order.uid || pod.metadata.deletionTimestamp) this.open.delete(name);
  }

  /** Counts one more unit of time and returns the orders to send again. */
  private unanswered(): EvictionOrder[] {
    const due: EvictionOrder[] = [];
    for (const open of this.open.values()) {
      if (--open.left > 0) continue;
      open.wait = Math.min(open.wait * 2, MAX_WAIT);
      open.left = open.wait;
      due.push(open.order);
    }
    return due;
  }

  private send(orders: readonly EvictionOrder[]): void {
    const { cluster } = this.context;
    const { id, log, queues } = cluster;
    for (let i = 0; i < orders.length; i += ORDERS_PER_JOB) {
      const evictions = orders.slice(i, i + ORDERS_PER_JOB);
      void cluster.activity
        .track(() => queues.send('evictions', { evictions }))
        .catch((err: unknown) => log.warn({ err, cluster: id }, 'evictions will be ordered again'));
    }
  }
}
