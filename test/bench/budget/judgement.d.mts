export const ALLOWED: number;

export interface Result {
  readonly name: string;
  readonly cost: number;
}

export function costInPasses(runsMs: readonly number[], loopsMs: readonly number[]): number;
export function overBudget(results: readonly Result[], budget: Readonly<Record<string, number>>): string[];
export function passOf(loopsMs: readonly number[]): number;

export interface Machine {
  readonly processor: string | undefined;
  readonly node: string;
  /** Of the calibration loop, in ms. */
  readonly passMs?: number;
}

export interface Recording {
  readonly machine?: Machine;
  readonly runs?: number;
  readonly paths: Readonly<Record<string, number | undefined>>;
}

export function budgetOf(recordings: readonly Recording[], here?: Machine): Record<string, number>;
