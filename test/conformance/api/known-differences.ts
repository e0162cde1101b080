import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from './recording';

/** A list of answers that differ: those of a recorded release, or those that differ from it in an earlier bundle alone. */
export type ListName = Recorded | 'modern';

/** The reason why answers differ, and which ones, by list: `group: name`. */
export interface KnownDifferences {
  readonly reasons: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<ListName, Readonly<Record<string, readonly string[]>>>>;
}

export const KNOWN_DIFFERENCES_FILE = join(__dirname, 'known-differences.json');

export function readKnownDifferences(): KnownDifferences {
  return JSON.parse(readFileSync(KNOWN_DIFFERENCES_FILE, 'utf8')) as KnownDifferences;
}

/** The list as docs/conformance.md has it. */
export function renderKnownDifferences({ reasons, answers }: KnownDifferences): string {
  const parts = (Object.entries(answers) as [ListName, Readonly<Record<string, readonly string[]>>][]).map(
    ([name, byReason]) => {
      const lines = Object.entries(byReason).map(([reason, ids]) => {
        return `- ${reasons[reason]!} (${ids.length}): ${ids.map((id) => `\`${id}\``).join(', ')}`;
      });
      const title = name === 'modern' ? '`modern` against 1.36.2, besides those' : name;
      return `### ${title}\n\n${lines.join('\n')}\n`;
    },
  );
  return parts.join('\n');
}
