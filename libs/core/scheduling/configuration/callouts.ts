/**
 * Drops the numbers that the guide prints behind a line for the notes under a sample: behind a value (`- name:
 * "RegionZoneAffinity" 1`, `"weight" : 1, 2`), behind a key whose value is the block below it (`serviceAffinity: 2`),
 * or in parentheses. If such a number replaced the comma between two fields of a flow mapping, the comma is inserted.
 */
export function withoutCallouts(text: string): string {
  const lines = text.split('\n');
  let depth = 0;
  return lines
    .map((line, i) => {
      const next = lineAfter(lines, i);
      const kept = lineWithoutCallout(line, next);
      depth += flowDepth(kept);
      const lacksComma = kept !== line && depth > 0 && /["\w]$/.test(kept) && /^\s*"[^"]*"\s*:/.test(next);
      return lacksComma ? `${kept},` : kept;
    })
    .join('\n');
}

/** The next line that is not blank. */
function lineAfter(lines: readonly string[], index: number): string {
  let i = index + 1;
  while (i < lines.length && lines[i]!.trim() === '') i++;
  return lines[i] ?? '';
}

const AFTER_VALUE = /^(.*(?:"|'|:[ \t]*(?:true|false|\d+)),?)[ \t]+\d{1,2}[ \t]*\r?$/;
const AFTER_KEY = /^([ \t]*(?:- )?["\w-]+[ \t]*:)[ \t]+\d{1,2}[ \t]*\r?$/;
const IN_PARENTHESES = /^(.*\S)[ \t]+\(\d{1,2}\)[ \t]*\r?$/;

function lineWithoutCallout(line: string, next: string): string {
  const value = IN_PARENTHESES.exec(line) ?? AFTER_VALUE.exec(line);
  if (value) return value[1]!;
  const key = AFTER_KEY.exec(line);
  return key && indentOf(next) > indentOf(line) ? key[1]! : line;
}

/** Opening brackets of a line minus closing ones, outside quoted text. */
function flowDepth(line: string): number {
  const bare = line.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, '');
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0);
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)![0].length;
}
