import type { SnapshotRecord } from './snapshot-records';

/** Number of objects of a resource in a snapshot. */
export interface SnapshotResource {
  /** Resource with its group: `pods`, `deployments.apps`. */
  readonly resource: string;
  readonly count: number;
}

/** Content of a snapshot. */
export interface SnapshotSummary {
  /** Version of the format. */
  readonly version: number;
  readonly cluster: string;
  /** Real time, as RFC 3339. */
  readonly savedAt: string;
  readonly seed: string;
  readonly revision: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  readonly clockMode: string;
  readonly clockRate: number;
  /** True if earlier moments can be read, too. */
  readonly history: boolean;
  readonly changes: number;
  readonly decisions: number;
  readonly faults: number;
  /** By name. */
  readonly resources: readonly SnapshotResource[];
  /** Components that continue from their captured state; others begin with the objects. */
  readonly components: readonly string[];
}

/** Adds up the records of a snapshot. */
export class SnapshotCounts {
  private header = { version: 0, cluster: '', savedAt: '', history: false };
  private cluster = { seed: '', revision: 0, atMs: 0, clockMode: '', clockRate: 1 };
  private readonly counts = { changes: 0, decisions: 0, faults: 0 };
  private readonly resources = new Map<string, number>();
  private readonly components = new Set<string>();

  add(record: SnapshotRecord): void {
    if (record.type === 'change') {
      this.counts.changes++;
      const { resource, uid } = record;
      if (uid !== undefined) this.resources.set(resource, (this.resources.get(resource) ?? 0) + 1);
    } else if (record.type === 'decisions') this.counts.decisions += record.count;
    else if (record.type === 'fault') this.counts.faults++;
    else if (record.type === 'component') this.components.add(record.component);
    else if (record.type === 'header') {
      const { version, cluster, savedAt, history } = record;
      this.header = { version, cluster, savedAt, history };
    } else if (record.type === 'cluster') {
      const { seed, revision, clock } = record;
      this.cluster = { seed, revision, atMs: clock.atMs, clockMode: clock.mode, clockRate: clock.rate };
    }
  }

  summary(): SnapshotSummary {
    const resources = [...this.resources].map(([resource, count]) => ({ resource, count }));
    resources.sort((a, b) => (a.resource < b.resource ? -1 : 1));
    return { ...this.header, ...this.cluster, ...this.counts, resources, components: [...this.components].sort() };
  }
}
