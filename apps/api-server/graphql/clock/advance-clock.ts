import { ClockMode } from '@orrery/clock';
import type { ClusterRuntime } from '@orrery/control-plane';
import { parseDurationMs, parseTimeMs } from '@orrery/time';
import { badUserInput } from '../errors/request-errors';
import { AdvanceEnd, type AdvanceClockInput } from './clock-types';
import { watchForQuiet } from './quiet';

const DEFAULT_MAX_EVENTS = 1_000_000;
const DEFAULT_IDLE_MS = 60_000;

/** Moves a paused clock on; resolves when everything that was due has happened. */
export async function advanceClock(
  runtime: ClusterRuntime,
  input: AdvanceClockInput,
): Promise<{ events: number; endedBy: AdvanceEnd }> {
  if (runtime.clock.setting.mode !== ClockMode.Manual)
    throw badUserInput('the clock runs; pause it to advance it by hand');
  const untilMs = targetOf(runtime, input);
  const maxSteps = input.maxEvents ?? DEFAULT_MAX_EVENTS;
  if (maxSteps < 1) throw badUserInput('maxEvents must be at least 1');
  if (!input.untilIdle) {
    const { steps } = await runtime.advance({ untilMs, maxSteps });
    return { events: steps, endedBy: runtime.clock.now() >= untilMs ? AdvanceEnd.TIME : AdvanceEnd.MAX_EVENTS };
  }
  const quiet = watchForQuiet(runtime, durationOf(input.idleFor, 'idleFor') ?? DEFAULT_IDLE_MS);
  try {
    const { steps, wasStopped } = await runtime.advance({ untilMs, maxSteps, until: quiet.isQuiet });
    const isOut = steps >= maxSteps && !wasStopped;
    const isAtLimit = !wasStopped && Number.isFinite(untilMs);
    return { events: steps, endedBy: isOut ? AdvanceEnd.MAX_EVENTS : isAtLimit ? AdvanceEnd.TIME : AdvanceEnd.IDLE };
  } finally {
    quiet.stop();
  }
}

/** Where the advance ends at the latest. */
function targetOf(runtime: ClusterRuntime, { by, to, untilIdle }: AdvanceClockInput): number {
  if (by != null && to != null) throw badUserInput('by and to cannot be used together');
  if (by == null && to == null) {
    if (untilIdle) return Infinity;
    throw badUserInput('give by, to or untilIdle');
  }
  const now = runtime.clock.now();
  const untilMs = by == null ? parseTimeMs(to ?? undefined) : now + (durationOf(by, 'by') ?? 0);
  if (untilMs === undefined || untilMs < now) throw badUserInput('the clock cannot go back');
  return untilMs;
}

export function durationOf(text: string | null | undefined, name: string): number | undefined {
  if (text == null) return undefined;
  const durationMs = parseDurationMs(text);
  if (durationMs === undefined || durationMs < 0) throw badUserInput(`${name} must be a duration that is not negative`);
  return durationMs;
}
