import {
  nextCycleMs,
  runDescheduler,
  RunTrigger,
  scheduleErrors,
  scheduleOf,
  type ClusterRuntime,
  type DeschedulingRun,
  type DeschedulingSchedule,
  type NumberedRun,
} from '@orrery/control-plane';
import { notFound } from '@orrery/api-types';
import {
  loadDeschedulerPolicy,
  parseBehaviourOverride,
  type DeschedulingBehaviour,
  type PodDecision,
  type PolicyError,
} from '@orrery/descheduling';
import { readDeschedulingRuns } from '@orrery/store';
import { formatTime } from '@orrery/time';
import { parse, YAMLParseError } from 'yaml';
import { badUserInput } from '../errors/request-errors';
import { ErrorCode, pathOf, type UserError } from '../errors/user-errors';
import type { SetDeschedulerScheduleInput, DeschedulingVerdict, RunDeschedulerInput } from './descheduling-types';

/** A run in the shape of its GraphQL type; decisions are given on demand. */
export interface RunView extends Readonly<Record<string, unknown>> {
  readonly decisions: readonly PodDecision[];
}

/** As many cycles as are kept. */
const MAX_RUNS = 100;

/** Runs one cycle. A wrong policy is data of the payload. */
export async function runNow(
  runtime: ClusterRuntime,
  input: RunDeschedulerInput,
): Promise<{ run: RunView | null; errors: readonly UserError[] }> {
  const policy = givenPolicy(input);
  const behaviour: Partial<DeschedulingBehaviour> = {};
  for (const text of input.compat ?? []) {
    const verdict = parseBehaviourOverride(text);
    if (!verdict.ok) throw badUserInput(`compat: ${verdict.reason}`);
    Object.assign(behaviour, verdict.override);
  }
  const dryRun = input.dryRun ?? false;
  const run = await runDescheduler(runtime, { policy, dryRun, behaviour, trigger: RunTrigger.Request });
  if (run.exitCode === 0) return { run: viewOf(run), errors: [] };
  return { run: null, errors: run.errors.map((error) => userError(error, input)) };
}

/** The kept cycles of the cluster, newest first. */
export async function runsOf(runtime: ClusterRuntime, first: number): Promise<RunView[]> {
  const stored = await readDeschedulingRuns(runtime.plane.database, runtime.id, MAX_RUNS);
  return stored
    .map(({ number, text }): NumberedRun => ({ ...(JSON.parse(text) as DeschedulingRun), number }))
    .filter(({ isRemark }) => !isRemark)
    .slice(0, Math.max(first, 0))
    .map(viewOf);
}

/** Which decisions are wanted. */
export interface DecisionWish {
  readonly verdict?: DeschedulingVerdict | null;
  readonly strategy?: string | null;
  readonly namespace?: string | null;
  readonly pod?: string | null;
}

/** The decisions of a run that are asked for, in the order in which they were made. */
export function decisionsOf({ decisions }: RunView, wish: DecisionWish): readonly object[] {
  const isWished = (decision: PodDecision): boolean =>
    (wish.verdict == null || decision.verdict === wish.verdict) &&
    (wish.strategy == null || decision.strategy === wish.strategy) &&
    (wish.namespace == null || decision.namespace === wish.namespace) &&
    (wish.pod == null || decision.name === wish.pod);
  return decisions.filter(isWished).map(({ name, ...decision }) => ({ ...decision, pod: name }));
}

/** The schedule of the cluster; null without one. */
export function scheduleView(runtime: ClusterRuntime): object | null {
  const schedule = scheduleOf(runtime.settings);
  if (!schedule) return null;
  const { policy, interval = null, cron = null, dryRun = false } = schedule;
  return { policy, interval, cron, dryRun, nextAt: formatTime(nextCycleMs(schedule, runtime.clock.now())) };
}

/** Gives the cluster a schedule, or takes it away. */
export async function setSchedule(
  runtime: ClusterRuntime,
  input: SetDeschedulerScheduleInput,
): Promise<{ schedule: object | null; errors: readonly UserError[] }> {
  const schedule = input.remove ? undefined : scheduleFrom(runtime, input);
  if (schedule) {
    const errors = [...scheduleErrors(schedule), ...policyErrors(schedule.policy)];
    if (errors.length > 0) return { schedule: null, errors: errors.map((error) => userError(error, input)) };
  }
  const changed = await runtime.changeSettings(({ descheduler: _old, ...others }) =>
    schedule ? { ...others, descheduler: schedule } : others,
  );
  if (!changed) throw notFound({ group: 'orrery.dev', resource: 'clusters' }, runtime.id);
  return { schedule: scheduleView(runtime), errors: [] };
}

function scheduleFrom(runtime: ClusterRuntime, input: SetDeschedulerScheduleInput): DeschedulingSchedule {
  const { interval, cron, dryRun } = input;
  return {
    policy: givenPolicy(input),
    sinceMs: runtime.clock.now(),
    ...(interval != null && { interval }),
    ...(cron != null && { cron }),
    ...(dryRun != null && { dryRun }),
  };
}

function policyErrors(policy: unknown): readonly PolicyError[] {
  try {
    const verdict = loadDeschedulerPolicy(typeof policy === 'string' ? parse(policy) : policy);
    return verdict.ok ? [] : verdict.errors;
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    return [{ field: '', reason: `the policy is not YAML: ${error.message}` }];
  }
}

function givenPolicy({ yaml, object }: Pick<RunDeschedulerInput, 'yaml' | 'object'>): unknown {
  if ((yaml == null) === (object == null)) throw badUserInput('exactly one of yaml and object must be given');
  return yaml ?? object;
}

function userError({ field, reason }: PolicyError, input: Pick<RunDeschedulerInput, 'yaml'>): UserError {
  const isOfSchedule = field === 'interval' || field === 'cron';
  const path = isOfSchedule ? [field] : [input.yaml == null ? 'object' : 'yaml', ...pathOf(field)];
  const message = field === '' ? reason : `${field}: ${reason}`;
  return { code: ErrorCode.INVALID, message, field: path, cause: reason };
}

function viewOf(run: NumberedRun): RunView {
  const { number, trigger, dryRun, startedAtMs, endedAtMs, exitCode, errors, report, log } = run;
  return {
    number,
    trigger,
    dryRun,
    startedAt: formatTime(startedAtMs),
    seconds: (endedAtMs - startedAtMs) / 1000,
    exitCode,
    policyErrors: errors,
    evicted: report?.evicted ?? 0,
    refused: report?.refused ?? 0,
    readyNodes: report?.readyNodes ?? [],
    nodeClasses: report?.nodeClasses ?? [],
    notes: report?.notes ?? [],
    log,
    decisions: report?.decisions ?? [],
  };
}
