import type { Pod } from '@orrery/api-types';
import type { EvictionOrder } from '@orrery/bus';
import { shardOf, type ComponentContext } from '@orrery/control-plane';
import type { DeletePod } from '@orrery/node-health';
import { nameOf, type ObjectKey } from '@orrery/store';

/** How long an order may stay unanswered, in real time, before it is given again: a queue may lose everything. */
const REPEAT_MS = 3000;
/** Orders of one job at most. */
const ORDERS_PER_JOB = 500;

/**
 * Puts the taint manager's deletions on the evictions queue and keeps each until the log shows that it was carried
 * out, so that a lost queue loses no eviction.
 */
export class EvictionOrders {
  private readonly open = new Map<string, EvictionOrder>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly context: ComponentContext) {}

  start(): void {
    this.timer = setInterval(() => this.send([...this.open.values()]), REPEAT_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  order(deletions: readonly DeletePod[]): void {
    const atMs = this.context.runtime.clock.now();
    const orders = deletions.map(({ namespace, name, uid, disruptionTarget }) => ({
      namespace,
      name,
      uid,
      atMs,
      ...(disruptionTarget ? { condition: disruptionTarget } : {}),
    }));
    for (const order of orders) this.open.set(nameOf(order.namespace, order.name), order);
    this.send(orders);
  }

  /** Closes the order of a pod that is going, gone, or another one by now. */
  podChanged(key: ObjectKey, pod: Pod | undefined): void {
    const name = nameOf(key.namespace, key.name);
    const order = this.open.get(name);
    if (!order) return;
    if (!pod || pod.metadata.uid !== order.uid || pod.metadata.deletionTimestamp) this.open.delete(name);
  }

  private send(orders: readonly EvictionOrder[]): void {
    const { runtime } = this.context;
    const { plane, id: cluster } = runtime;
    const shard = shardOf(cluster, plane.shards.evictions);
    for (let i = 0; i < orders.length; i += ORDERS_PER_JOB) {
      const evictions = orders.slice(i, i + ORDERS_PER_JOB);
      void runtime.activity
        .track(() => plane.bus.send('evictions', shard, { cluster, evictions }))
        .catch((err: unknown) => plane.logger.warn({ err, cluster }, 'evictions will be ordered again'));
    }
  }
}
