import { Option, type Command } from 'commander';
import { stringify } from 'yaml';
import type { Terminal } from '../command';
import { renderTable, type Cell, type TableColumn } from './table';

const OUTPUTS = ['table', 'wide', 'yaml', 'json', 'name'] as const;

/** Formats of items. */
export type Output = (typeof OUTPUTS)[number];

/** A column of a list. */
interface ItemColumn<T> extends TableColumn {
  readonly of: (item: T) => string | Cell;
  /** Shown with `-o wide` only. */
  readonly isWide?: boolean;
  /** Shown only where an item has something in it. */
  readonly isRare?: boolean;
}

/** View of a kind of item. */
export interface ItemView<T> {
  readonly columns: readonly ItemColumn<T>[];
  /** Returns the text of an item for `-o name`. */
  readonly nameOf: (item: T) => string;
  /** Text for an empty table. */
  readonly none: string;
}

/** Cell of an absent value. */
const NOTHING = '-';

/** Declares `-o`. */
export function withOutput(command: Command): Command {
  return command.addOption(new Option('-o, --output <format>', 'how it is written').choices(OUTPUTS).default('table'));
}

/** Writes a list of items. */
export function printItems<T>(items: readonly T[], view: ItemView<T>, output: Output, terminal: Terminal): void {
  terminal.write(itemsText(items, view, output, terminal));
}

/** Writes one item: in YAML and JSON alone, not in a list. */
export function printItem<T>(item: T, view: ItemView<T>, output: Output, terminal: Terminal): void {
  if (output === 'json' || output === 'yaml') terminal.write(documentText(item, output));
  else printItems([item], view, output, terminal);
}

/** Returns a list of items as text. */
export function itemsText<T>(
  items: readonly T[],
  { columns, nameOf, none }: ItemView<T>,
  output: Output,
  terminal: Terminal,
): string {
  if (output === 'json' || output === 'yaml') return documentText(items, output);
  if (output === 'name') return items.map((item) => `${nameOf(item)}\n`).join('');
  if (items.length === 0) return `${none}\n`;
  const shown = columns.filter(({ isWide }) => output === 'wide' || !isWide);
  const used = shown.filter(({ isRare, of }) => !isRare || items.some((item) => cellOf(of(item)).text !== NOTHING));
  const rows = items.map((item) => used.map(({ of }) => cellOf(of(item))));
  return renderTable(used, rows, terminal.columns);
}

function documentText(value: unknown, output: 'json' | 'yaml'): string {
  return output === 'json' ? `${JSON.stringify(value, null, 2)}\n` : stringify(value);
}

function cellOf(value: string | Cell): Cell {
  return typeof value === 'string' ? { text: value } : value;
}
