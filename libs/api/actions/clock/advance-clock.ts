import { ClockMode } from '@orrery/clock';
import type { ClusterRuntime } from '@orrery/control-plane';
import { parseTimeMs } from '@orrery/time';
import { badUserInput } from '../errors/input-error';
import { concernsHeartbeats, firstUnmetExpectation } from '../scenarios/check-expectation';
import type { Expectation } from '../scenarios/scenario';
import type { AdvanceClockInput, ClockCondition } from './clock-inputs';
import { durationOf } from '../input/duration-input';
import { watchForQuiet } from './quiet';

/** Reasons for the end of an advance. */
export const AdvanceEnd = {
  TIME: 'TIME',
  IDLE: 'IDLE',
  CONDITION: 'CONDITION',
  EVENT: 'EVENT',
  MAX_EVENTS: 'MAX_EVENTS',
} as const;
export type AdvanceEnd = (typeof AdvanceEnd)[keyof typeof AdvanceEnd];

const DEFAULT_MAX_EVENTS = 1_000_000;
const DEFAULT_IDLE_MS = 60_000;
/** Default limit of the wait for a condition. */
const DEFAULT_TIME_LIMIT_MS = 3_600_000;

interface Advance {
  readonly untilMs: number;
  readonly maxSteps: number;
}
type Advanced = { readonly events: number; readonly endedBy: AdvanceEnd };

/** Moves a manual clock on; resolves when everything that was due has happened. */
export async function advanceClock(runtime: ClusterRuntime, input: AdvanceClockInput): Promise<Advanced> {
  if (runtime.clock.setting.mode !== ClockMode.Manual)
    throw badUserInput('the clock is running: pause it first, with pauseClock or orrery clock pause');
  const { untilIdle, until, toNextEvent } = input;
  if ([untilIdle, until, toNextEvent].filter(Boolean).length > 1) {
    throw badUserInput('specify only one of untilIdle, until, toNextEvent');
  }
  const advance = { untilMs: targetOf(runtime, input), maxSteps: input.maxEvents ?? DEFAULT_MAX_EVENTS };
  if (advance.maxSteps < 1) throw badUserInput('maxEvents: must be at least 1', ['maxEvents']);
  if (toNextEvent) return toNext(runtime, advance);
  if (until) return untilSo(runtime, advance, until);
  if (untilIdle) return untilQuiet(runtime, advance, durationOf(input.idleFor, 'idleFor') ?? DEFAULT_IDLE_MS);
  const { steps } = await runtime.advance(advance);
  return {
    events: steps,
    endedBy: runtime.clock.now() >= advance.untilMs ? AdvanceEnd.TIME : AdvanceEnd.MAX_EVENTS,
  };
}

/** To the next instant that has anything due; it is never left half done. */
async function toNext(runtime: ClusterRuntime, { untilMs }: Advance): Promise<Advanced> {
  const { steps } = await runtime.advance({ untilMs, maxSteps: 1 });
  if (steps > 0) return { events: steps, endedBy: AdvanceEnd.EVENT };
  return { events: 0, endedBy: Number.isFinite(untilMs) ? AdvanceEnd.TIME : AdvanceEnd.IDLE };
}

/** Returns whether all conditions are met now, whatever the mode of the clock. */
export async function areConditionsMet(
  runtime: ClusterRuntime,
  conditions: readonly ClockCondition[],
): Promise<boolean> {
  return (await firstUnmetExpectation(runtime, conditions.map(expectationOf))) === undefined;
}

async function untilSo(
  runtime: ClusterRuntime,
  advance: Advance,
  conditions: readonly ClockCondition[],
): Promise<Advanced> {
  if (conditions.length === 0) throw badUserInput('until: Required value: at least one condition', ['until']);
  return stopping(runtime, advance, conditionsHold(runtime, conditions.map(expectationOf)), AdvanceEnd.CONDITION);
}

async function untilQuiet(runtime: ClusterRuntime, advance: Advance, idleMs: number): Promise<Advanced> {
  const quiet = watchForQuiet(runtime, idleMs);
  try {
    return await stopping(runtime, advance, quiet.isQuiet, AdvanceEnd.IDLE);
  } finally {
    quiet.stop();
  }
}

async function stopping(
  runtime: ClusterRuntime,
  { untilMs, maxSteps }: Advance,
  until: () => boolean | Promise<boolean>,
  whenStopped: AdvanceEnd,
): Promise<Advanced> {
  const { steps, wasStopped } = await runtime.advance({ untilMs, maxSteps, until });
  if (wasStopped) return { events: steps, endedBy: whenStopped };
  if (steps >= maxSteps) return { events: steps, endedBy: AdvanceEnd.MAX_EVENTS };
  return { events: steps, endedBy: Number.isFinite(untilMs) ? AdvanceEnd.TIME : AdvanceEnd.IDLE };
}

/** Asks again only when something was written: nothing else can make a condition come true, except about heartbeats. */
export function conditionsHold(runtime: ClusterRuntime, expectations: readonly Expectation[]): () => Promise<boolean> {
  const asksAlways = expectations.some(concernsHeartbeats);
  let askedAt = -1;
  return async () => {
    const { revision } = runtime.cache;
    if (revision === askedAt && !asksAlways) return false;
    askedAt = revision;
    return (await firstUnmetExpectation(runtime, expectations)) === undefined;
  };
}

function expectationOf(input: ClockCondition, index: number): Expectation {
  const { apiVersion, kind, namespace, name, labelSelector, matches, count } = input;
  if (count != null && count < 0)
    throw badUserInput(`until[${index}].count: must not be negative`, ['until', String(index), 'count']);
  return {
    apiVersion: apiVersion ?? 'v1',
    kind,
    ...(namespace == null ? {} : { namespace }),
    ...(name == null ? {} : { name }),
    ...(labelSelector == null ? {} : { labelSelector }),
    ...(matches == null ? {} : { matches }),
    ...(count == null ? {} : { count }),
  };
}

/** Returns the latest end of the advance. */
function targetOf(runtime: ClusterRuntime, { by, to, untilIdle, until, toNextEvent }: AdvanceClockInput): number {
  if (by != null && to != null) throw badUserInput('specify only one of by, to');
  const now = runtime.clock.now();
  if (by == null && to == null) {
    if (untilIdle || toNextEvent) return Infinity;
    if (until) return now + DEFAULT_TIME_LIMIT_MS;
    throw badUserInput('specify one of by, to, untilIdle, until, toNextEvent');
  }
  const untilMs = by == null ? parseTimeMs(to ?? undefined) : now + (durationOf(by, 'by') ?? 0);
  if (untilMs === undefined || untilMs < now)
    throw badUserInput('must not be before the current cluster time', [by == null ? 'to' : 'by']);
  return untilMs;
}
