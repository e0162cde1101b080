/** A node selector read from text, or the part that cannot be read. */
export type NodeSelectorVerdict =
  | { readonly ok: Readonly<Record<string, string>>; readonly wrong?: never }
  | { readonly ok?: never; readonly wrong: string };

/** Reads `key=value,key==value`; nothing else counts as a selector here (`ConvertSelectorToLabelsMap` of apimachinery). */
export function readNodeSelector(text: string): NodeSelectorVerdict {
  const labels: Record<string, string> = {};
  if (text.trim() === '') return { ok: labels };
  for (const part of text.split(',')) {
    const match = /^([^=!<>]+)==?([^=!<>]*)$/.exec(part.trim());
    if (!match) return { wrong: part };
    labels[match[1]!.trim()] = match[2]!.trim();
  }
  return { ok: labels };
}

/** Returns whether both give some label a different value. */
export function selectorsConflict(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return Object.entries(a).some(([key, value]) => Object.hasOwn(b, key) && b[key] !== value);
}

/** Returns whether `labels` match the selector. */
export function selectorMatches(
  selector: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(selector).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
}
