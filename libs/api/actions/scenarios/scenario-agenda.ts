import type { ScenarioEntry } from './scenario';

/** One occurrence of an entry. */
export interface Appointment {
  readonly atMs: number;
  readonly entry: ScenarioEntry;
}

/** Entries between two conditions: the condition that opens the chapter, and the actions after it, in order. */
export interface Chapter {
  readonly opening: ScenarioEntry | undefined;
  readonly entries: readonly ScenarioEntry[];
}

/** Takes a scenario apart at the entries that wait for a condition. */
export function chaptersOf(entries: readonly ScenarioEntry[]): Chapter[] {
  const chapters: { opening: ScenarioEntry | undefined; entries: ScenarioEntry[] }[] = [
    { opening: undefined, entries: [] },
  ];
  for (const entry of entries) {
    if (entry.when) chapters.push({ opening: entry, entries: [] });
    chapters.at(-1)!.entries.push(entry);
  }
  return chapters;
}

/**
 * Returns the times of a chapter's entries, in milliseconds of the scenario: `at` counts from its start, `after` from
 * the entry before. Entries of one instant keep the order of the document.
 */
export function agendaOf({ entries }: Chapter, beganAtMs: number): Appointment[] {
  const agenda: Appointment[] = [];
  let cursor = beganAtMs;
  for (const entry of entries) {
    cursor = Math.max(entry.atMs ?? cursor + (entry.afterMs ?? 0), beganAtMs);
    for (let i = 0; i < (entry.times ?? 1); i++) agenda.push({ atMs: cursor + i * (entry.everyMs ?? 0), entry });
  }
  return agenda.map((each, i) => ({ ...each, i })).sort((a, b) => a.atMs - b.atMs || a.i - b.i);
}
