import type { ClockPort, ComponentContext, IdentityPort, MetricsPort, RecordsPort } from '@orrery/control-plane';
import { printableZoneKey, zoneEvents, type EventRecord, type ZoneView } from '@orrery/node-health';
import { IncidentTopic } from '@orrery/store';

/** Writer name used in the change log. */
const NODE_LIFECYCLE_CONTROLLER = 'node-lifecycle-controller';

/** Publishes the zones: as a view for the API server, as metrics of this process, and their changes as events. */
export class ZoneDisplay {
  private shown = '';
  private before: readonly ZoneView[] = [];

  constructor(
    private readonly context: ComponentContext<ClockPort & IdentityPort & MetricsPort & RecordsPort>,
    private readonly record: (events: readonly EventRecord[]) => void,
  ) {}

  /** Returns the last published views. */
  capture(): readonly ZoneView[] {
    return this.before;
  }

  /** Restores captured state. */
  restore(views: readonly ZoneView[]): void {
    this.before = views;
    this.shown = JSON.stringify(views);
  }

  /** Costs nothing while the zones stay as they are. */
  async show(views: readonly ZoneView[]): Promise<void> {
    const text = JSON.stringify(views);
    if (text === this.shown) return;
    const events = zoneEvents(this.before, views);
    if (events.length > 0) this.record(events);
    for (const view of views) this.measure(view);
    this.before = views;
    const { records, clock } = this.context.cluster;
    const origin = { atMs: clock.now(), writer: NODE_LIFECYCLE_CONTROLLER };
    const values = new Map(views.map((view) => [printableZoneKey(view.key), view]));
    // First: subscribers of the zones ask for their history when these change.
    await records.incidents.add(IncidentTopic.Zone, values, origin);
    await records.views.publish('zones', views);
    this.shown = text;
  }

  private measure(view: ZoneView): void {
    const { metrics, id: cluster } = this.context.cluster;
    const zone = printableZoneKey(view.key);
    const labels = { zone, cluster };
    metrics.zoneSize.set(labels, view.size);
    metrics.zoneHealth.set(labels, view.health);
    metrics.unhealthyNodes.set(labels, view.unhealthyNodes);
    metrics.zoneEvictionRate.set(labels, view.ratePerSecond);
    metrics.zoneWaitingNodes.set(labels, view.queueLength);
    const known = this.before.find(({ key }) => key === view.key)?.evictionsTotal ?? 0;
    if (view.evictionsTotal > known) metrics.nodesEvicted(labels, view.evictionsTotal - known);
  }
}
