import type { Lane, TimelineEntry } from './entries';

/** Filter of the shown changes; empty fields restrict nothing. */
export interface ChangeFilter {
  readonly hidden: ReadonlySet<Lane>;
  /** Words that must all be in the sentence of a change. */
  readonly text: string;
  readonly kind: string;
  readonly namespace: string;
  readonly who: string;
}

export const ALL_CHANGES: ChangeFilter = { hidden: new Set(), text: '', kind: '', namespace: '', who: '' };

/** The entries that a filter lets through. */
export function selected(entries: readonly TimelineEntry[], filter: ChangeFilter): readonly TimelineEntry[] {
  const { hidden, text, kind, namespace, who } = filter;
  const words = text.toLowerCase().split(' ').filter(Boolean);
  if (hidden.size === 0 && words.length === 0 && kind === '' && namespace === '' && who === '') return entries;
  return entries.filter(
    (entry) =>
      !hidden.has(entry.lane) &&
      (kind === '' || entry.kind === kind) &&
      (namespace === '' || entry.namespace === namespace) &&
      (who === '' || entry.who === who) &&
      words.every((word) => entry.words.toLowerCase().includes(word)),
  );
}

/** Values by which changes can be selected. */
export interface ChangeChoices {
  readonly kind: readonly string[];
  readonly namespace: readonly string[];
  readonly who: readonly string[];
}

/** The kinds, namespaces and writers that entries have, in their order. */
export function choicesOf(entries: readonly TimelineEntry[]): ChangeChoices {
  const of = (part: 'kind' | 'namespace' | 'who'): readonly string[] =>
    [...new Set(entries.map((entry) => entry[part]))].filter((value) => value !== '').sort();
  return { kind: of('kind'), namespace: of('namespace'), who: of('who') };
}

/** Returns the entries of a period; entries are in their order. */
export function within(
  entries: readonly TimelineEntry[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): readonly TimelineEntry[] {
  return entries.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
}
