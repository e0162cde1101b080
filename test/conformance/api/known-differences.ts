import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from './recording';

/** The reason why answers differ, and which ones, by release: `group: name`. */
export interface KnownDifferences {
  readonly reasons: Readonly<Record<string, string>>;
  readonly answers: Readonly<Record<Recorded, Readonly<Record<string, readonly string[]>>>>;
}

export const KNOWN_DIFFERENCES_FILE = join(__dirname, 'known-differences.json');

export function readKnownDifferences(): KnownDifferences {
  return JSON.parse(readFileSync(KNOWN_DIFFERENCES_FILE, 'utf8')) as KnownDifferences;
}

/** The list as docs/conformance.md has it. */
export function renderKnownDifferences({ reasons, answers }: KnownDifferences): string {
  const parts = (Object.entries(answers) as [Recorded, Readonly<Record<string, readonly string[]>>][]).map(
    ([release, byReason]) => {
      const lines = Object.entries(byReason).map(([reason, ids]) => {
        return `- ${reasons[reason]!} (${ids.length}): ${ids.map((id) => `\`${id}\``).join(', ')}`;
      });
      return `### ${release}\n\n${lines.join('\n')}\n`;
    },
  );
  return parts.join('\n');
}
