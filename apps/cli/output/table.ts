import type { Paint } from './paint';

/** Cell of a table; its colour does not count for the width. */
export interface Cell {
  readonly text: string;
  readonly paint?: Paint | undefined;
}

export interface TableColumn {
  readonly title: string;
  readonly align?: 'right';
  /** Its texts are long and broken at words where the table would be too wide otherwise. */
  readonly isLong?: boolean;
}

/** A space at which no line is broken; it is written as a plain one. */
const NO_BREAK = '\u00a0';

const GAP = '  ';
/** Minimum width of the last column: below it the column has no limit. */
const MIN_LAST = 20;
/** Minimum width of another long column. */
const MIN_LONG = 40;

/**
 * A table of the given width: the last column is broken at words, and long ones where that is not enough; the others are as wide as
 * what is in them.
 */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly Cell[])[],
  width: number,
): string {
  const cells = [columns.map(({ title }): Cell => ({ text: title })), ...rows];
  const widths = columns.map((_, i) => cells.reduce((most, row) => Math.max(most, row[i]?.text.length ?? 0), 0));
  const last = columns.length - 1;
  columns.forEach(({ isLong }, i) => {
    const others = widths.slice(0, last).reduce((sum, each, j) => sum + GAP.length + (j === i ? 0 : each), MIN_LAST);
    if (isLong && i < last) widths[i] = Math.min(widths[i]!, Math.max(width - others, MIN_LONG));
  });
  const before = widths.slice(0, last).reduce((sum, each) => sum + each + GAP.length, 0);
  widths[last] = width - before >= MIN_LAST ? width - before : Infinity;
  return cells.map((row) => renderRow(columns, row, widths)).join('');
}

function renderRow(columns: readonly TableColumn[], row: readonly Cell[], widths: readonly number[]): string {
  const last = columns.length - 1;
  const broken = columns.map(({ isLong }, i) => {
    const { text = '' } = row[i] ?? {};
    return i === last || isLong ? wrapWords(text, widths[i]!) : [text];
  });
  const height = Math.max(...broken.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, lineNumber) => {
    const cells = columns.map(({ align }, i) => {
      const { paint = (plain: string) => plain } = row[i] ?? {};
      const shown = broken[i]![lineNumber] ?? '';
      if (i === last) return paint(shown);
      return paint(align === 'right' ? shown.padStart(widths[i]!) : shown.padEnd(widths[i]!));
    });
    return `${cells.join(GAP).trimEnd().replaceAll(NO_BREAK, ' ')}\n`;
  });
  return lines.join('');
}

/** A text that stays in one line of its cell, such as a number and its unit. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK);
}

/** Breaks a text at spaces into lines of at most the given number of characters; a longer word has its own line. An indentation stays. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  const indent = /^ */.exec(text)![0];
  let line = '';
  for (const word of text.slice(indent.length).split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}
