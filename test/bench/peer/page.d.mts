/** Figures by name, one record a round. */
export type Rounds = Readonly<Record<string, readonly Readonly<Record<string, number>>[]>>;

export interface Row {
  readonly name: string;
  readonly orrery: number;
  readonly others: Readonly<Record<string, unknown>>;
}

export function median(values: readonly number[]): number;
export function short(value: number | undefined): string;
export function rowsOf(rounds: Rounds): Row[];
export function tableOf(rows: readonly Row[]): string[];
export function withSection(page: string, name: string, lines: readonly string[]): string;
