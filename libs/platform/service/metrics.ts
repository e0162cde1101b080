import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { DeschedulerMetrics } from './descheduler-metrics';

/** The metrics of one process, in Prometheus' text format at `/metrics`. */
export class Metrics {
  private readonly registry = new Registry();
  readonly schedulingAttempts: Counter<'result' | 'cluster'>;
  readonly evictions: Counter<'cause' | 'cluster'>;
  readonly writes: Counter<'cluster'>;
  readonly batchSize: Histogram;
  readonly heartbeatLag: Histogram;
  readonly descheduler: DeschedulerMetrics;
  readonly zoneSize: Gauge<'zone' | 'cluster'>;
  readonly zoneHealth: Gauge<'zone' | 'cluster'>;
  readonly unhealthyNodes: Gauge<'zone' | 'cluster'>;
  readonly zoneEvictionRate: Gauge<'zone' | 'cluster'>;
  readonly zoneWaitingNodes: Gauge<'zone' | 'cluster'>;
  private readonly evictedNodes: readonly Counter<'zone' | 'cluster'>[];
  private isProcessMeasured = false;

  constructor() {
    const registers = [this.registry];
    const zoneGauge = (name: string, help: string): Gauge<'zone' | 'cluster'> =>
      new Gauge({ name, help, labelNames: ['zone', 'cluster'], registers });
    this.descheduler = new DeschedulerMetrics(this.registry);
    this.schedulingAttempts = new Counter({
      name: 'scheduler_schedule_attempts_total',
      help: 'Number of attempts to schedule pods, by the result.',
      labelNames: ['result', 'cluster'],
      registers,
    });
    this.evictions = new Counter({
      name: 'orrery_evictions_total',
      help: 'Pods whose deletion was asked for, by cause.',
      labelNames: ['cause', 'cluster'],
      registers,
    });
    this.writes = new Counter({
      name: 'orrery_writes_total',
      help: 'Objects written to the store.',
      labelNames: ['cluster'],
      registers,
    });
    this.batchSize = new Histogram({
      name: 'orrery_write_batch_size',
      help: 'Objects written in one round trip.',
      buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500],
      registers,
    });
    this.heartbeatLag = new Histogram({
      name: 'orrery_heartbeat_lag_seconds',
      help: 'Cluster time from the renewal of a batch of Leases to the moment the node-lifecycle controller knew of it.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    });
    this.zoneSize = zoneGauge('node_collector_zone_size', 'Gauge measuring number of registered Nodes per zones.');
    this.zoneHealth = zoneGauge('node_collector_zone_health', 'Gauge measuring percentage of healthy nodes per zone.');
    this.unhealthyNodes = zoneGauge(
      'node_collector_unhealthy_nodes_in_zone',
      'Gauge measuring number of not Ready Nodes per zones.',
    );
    this.zoneEvictionRate = zoneGauge('orrery_zone_eviction_rate', 'Nodes a second of a zone that may be evicted.');
    this.zoneWaitingNodes = zoneGauge('orrery_zone_waiting_nodes', 'Nodes of a zone that wait for their eviction.');
    // The name up to 1.20, and the one that Kubernetes uses today.
    this.evictedNodes = ['evictions_number', 'evictions_total'].map(
      (name) =>
        new Counter({
          name: `node_collector_${name}`,
          help: 'Number of Node evictions that happened since current instance of NodeController started.',
          labelNames: ['zone', 'cluster'],
          registers,
        }),
    );
  }

  /** Returns the metrics for Prometheus, with their content type. */
  async scrape(): Promise<{ readonly text: string; readonly contentType: string }> {
    this.measureProcess();
    return { text: await this.registry.metrics(), contentType: this.registry.contentType };
  }

  /**
   * Adds the metrics of the process itself, from the first scrape on: the delay of the event loop is measured a hundred
   * times a second, which is most of the work of a process at rest.
   */
  private measureProcess(): void {
    if (this.isProcessMeasured) return;
    this.isProcessMeasured = true;
    collectDefaultMetrics({ register: this.registry });
    // Gauges whose names end as those of counters: the sums of others, which stay.
    for (const what of ['handles', 'requests', 'resources'])
      this.registry.removeSingleMetric(`nodejs_active_${what}_total`);
  }

  /** Nodes of a zone were evicted through its limiter. */
  nodesEvicted(labels: { readonly zone: string; readonly cluster: string }, count: number): void {
    for (const counter of this.evictedNodes) counter.inc(labels, count);
  }

  /** A batch of a cluster was committed. */
  batchWritten(cluster: string, count: number): void {
    this.writes.inc({ cluster }, count);
    this.batchSize.observe(count);
  }

  /** Adds a gauge with a value for each cluster, read from elsewhere at each scrape; none if that fails. */
  measuredByCluster(name: string, help: string, read: () => Promise<Iterable<readonly [string, number]>>): void {
    new Gauge({
      name,
      help,
      labelNames: ['cluster'],
      registers: [this.registry],
      async collect() {
        this.reset();
        const values = await read().catch(() => []);
        for (const [cluster, value] of values) this.set({ cluster }, value);
      },
    });
  }

  /** Adds a counter whose value is read from elsewhere at each scrape. */
  counted(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
}
