import type { StrategyContext } from '../../run/strategy';

/** Says that a negative number stops nothing: today's descheduler accepts it. */
export function noteNegative({ note }: StrategyContext, numberOfNodes: number): void {
  if (numberOfNodes < 0) note(`numberOfNodes is negative (${numberOfNodes}) and has no effect`);
}
