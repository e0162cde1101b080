export const ALLOWED: number;

export interface Result {
  readonly name: string;
  readonly cost: number;
}

export function costInPasses(runsMs: readonly number[], loopsMs: readonly number[]): number;
export function overBudget(results: readonly Result[], budget: Readonly<Record<string, number>>): string[];
export function passOf(loopsMs: readonly number[]): number;

export interface Recording {
  readonly paths: Readonly<Record<string, number | undefined>>;
}

export function budgetOf(recordings: readonly Recording[]): Record<string, number>;
