import { ClockMode } from '@orrery/clock';
import type { ClusterRuntime } from '@orrery/control-plane';
import { AUTO_RATE, formatMicroTime } from '@orrery/time';
import { badUserInput } from '../errors/input-error';

const MAX_RATE = 1_000_000;

/** The clock in the shape of its GraphQL type. */
export function clockOf(runtime: ClusterRuntime): Record<string, unknown> {
  const { clock } = runtime;
  const { mode, rate } = clock.setting;
  const next = clock.next();
  return {
    now: formatMicroTime(clock.now()),
    mode,
    rate: mode === ClockMode.Manual ? 0 : rate,
    nextEventAt: next ? formatMicroTime(next.atMs) : null,
    problem: runtime.clockProblem(),
  };
}

/** The rate of a mode; throws BAD_USER_INPUT with the path of the input. */
export function rateOfMode(mode: ClockMode, rate: number | null | undefined, field: readonly string[]): number {
  if (mode === ClockMode.Scaled) return checkedRate(rate, field);
  if (mode === ClockMode.Auto) return rate == null ? AUTO_RATE : checkedRate(rate, field);
  if (rate != null) throw badUserInput('rate: only valid with modes SCALED and AUTO', field);
  return 1;
}

/** A rate that a clock can run at; throws BAD_USER_INPUT with the path of the input. */
function checkedRate(rate: number | null | undefined, field: readonly string[]): number {
  if (rate == null) throw badUserInput('rate: Required value: mode SCALED needs a rate', field);
  if (!(rate > 0 && rate <= MAX_RATE))
    throw badUserInput(`rate: must be greater than 0 and at most ${MAX_RATE}`, field);
  return rate;
}
