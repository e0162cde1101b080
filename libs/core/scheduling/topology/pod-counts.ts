import type { CacheObserver } from '../cache/cache-observer';
import type { NamespaceLabels } from '../cache/affinity-terms';
import type { NodeInfo } from '../cache/node-info';
import type { PodInfo } from '../cache/pod-info';
import type { DomainCounts } from './domain-counts';
import { labelKey, newLabelGroup, type LabelGroup } from './label-group';
import { LabelGroups } from './label-groups';
import type { PodSelection } from './pod-selection';
import { SelectorIndex } from './selector-index';

interface Table {
  readonly key: string;
  readonly selection: PodSelection;
  readonly counts: DomainCounts;
}

/** Tables kept at once. Beyond that, the least recently used quarter is dropped. */
const MAX_TABLES = 512;

/**
 * Tables of pods by topology domain, one per requested selection and column. Assigned pods are kept in groups of equal
 * labels, so a selection is evaluated once per group, and a pod that is added or removed touches only the tables that
 * count its group.
 */
export class PodCounts implements CacheObserver {
  private readonly groups = new LabelGroups();
  private readonly tables = new Map<string, Table>();
  private readonly index = new SelectorIndex<Table>();
  private readonly namespaceTexts = new Map<string, string>();
  private tick = 0;

  constructor(private readonly namespaceLabels: NamespaceLabels) {}

  /** The table under a key, made by `make` if it is not kept. It stays up to date until it is no longer live. */
  table(key: string, selection: PodSelection, make: () => DomainCounts): DomainCounts {
    const known = this.tables.get(key);
    if (known) return this.touch(known.counts);
    if (this.tables.size >= MAX_TABLES) this.dropUnused();
    const table = { key, selection, counts: make() };
    this.tables.set(key, table);
    this.index.add(table, selection.pairs);
    for (const group of this.groups.candidates(selection)) if (selection.selects(group)) attach(table, group);
    return this.touch(table.counts);
  }

  /** Says that a table is still of use. */
  touch(counts: DomainCounts): DomainCounts {
    counts.lastUsed = ++this.tick;
    return counts;
  }

  /** All tables. */
  *counts(): IterableIterator<DomainCounts> {
    for (const { counts } of this.tables.values()) yield counts;
  }

  podAdded({ pod }: PodInfo, { row }: NodeInfo): void {
    const key = labelKey(pod);
    let group = this.groups.get(key);
    if (!group) this.enter((group = newLabelGroup(key, pod)));
    group.rows.set(row, (group.rows.get(row) ?? 0) + 1);
    for (const counts of group.tables) counts.add(row, 1);
  }

  podRemoved({ pod }: PodInfo, { row }: NodeInfo): void {
    const group = this.groups.get(labelKey(pod));
    if (!group) return;
    const left = (group.rows.get(row) ?? 0) - 1;
    if (left > 0) group.rows.set(row, left);
    else group.rows.delete(row);
    for (const counts of group.tables) counts.add(row, -1);
    if (group.rows.size === 0) this.leave(group);
  }

  /** Labels of namespaces changed: selections that use them are evaluated again for groups in these namespaces. */
  namespacesChanged(): void {
    for (const namespace of this.namespaceTexts.keys()) this.namespaceChanged(namespace);
  }

  private namespaceChanged(namespace: string): void {
    const now = this.namespaceText(namespace);
    if (now === this.namespaceTexts.get(namespace)) return;
    this.namespaceTexts.set(namespace, now);
    for (const table of this.tables.values()) {
      if (!table.selection.readsNamespaceLabels) continue;
      for (const group of this.groups.in(namespace)) reattach(table, group);
    }
  }

  private enter(group: LabelGroup): void {
    const { namespace, labels } = group;
    // All groups of a namespace stand as one text says: one that comes between a change of the labels and the next
    // question would be counted by newer labels than the others, and be left so if they change back.
    this.namespaceChanged(namespace);
    this.groups.add(group);
    this.index.forEachCandidate(labels, (table) => {
      if (table.selection.selects(group)) attach(table, group);
    });
  }

  private leave(group: LabelGroup): void {
    if (this.groups.delete(group)) this.namespaceTexts.delete(group.namespace);
  }

  private namespaceText(namespace: string): string {
    return JSON.stringify(this.namespaceLabels(namespace) ?? {});
  }

  private dropUnused(): void {
    const byUse = [...this.tables.values()].sort((a, b) => a.counts.lastUsed - b.counts.lastUsed);
    for (const table of byUse.slice(0, Math.ceil(MAX_TABLES / 4))) {
      this.tables.delete(table.key);
      this.index.delete(table, table.selection.pairs);
      table.counts.release();
    }
    for (const group of this.groups.values()) group.tables = group.tables.filter(({ isLive }) => isLive);
  }
}

function attach({ counts }: Table, group: LabelGroup): void {
  group.tables.push(counts);
  for (const [row, pods] of group.rows) counts.add(row, pods);
}

function reattach(table: Table, group: LabelGroup): void {
  const isAttached = group.tables.includes(table.counts);
  if (isAttached === table.selection.selects(group)) return;
  if (!isAttached) return attach(table, group);
  group.tables = group.tables.filter((counts) => counts !== table.counts);
  for (const [row, pods] of group.rows) table.counts.add(row, -pods);
}
