import { loadPolicy, scheduleErrors, type DeschedulingSchedule, type ClusterRuntime } from '@orrery/control-plane';
import {
  nextCycleMs,
  runDescheduler,
  RunTrigger,
  type RunRequest,
  scheduleOf,
  type DeschedulingRun,
  type NumberedRun,
} from '@orrery/descheduler-cycles';
import { notFound } from '@orrery/api-types';
import {
  parseBehaviourOverride,
  type DeschedulingBehaviour,
  type PodDecision,
  type PolicyError,
} from '@orrery/descheduling';
import { formatTime } from '@orrery/time';
import { ApiInput } from '../recordings/api-inputs';
import type { EventStream } from '../subscriptions/event-stream';
import { followValue } from '../subscriptions/followed-value';
import { badUserInput } from '../errors/request-errors';
import { ErrorCode, pathOf, type UserError } from '../errors/user-errors';
import type {
  DeschedulingDecisionFilter,
  PolicyInput,
  RunDeschedulerInput,
  SetDeschedulerScheduleInput,
} from './descheduling-types';

/** A run in the shape of its GraphQL type; decisions are given on demand. */
export interface RunView extends Readonly<Record<string, unknown>> {
  readonly decisions: readonly PodDecision[];
}

/** As many cycles as are kept. */
const MAX_RUNS = 100;
/** As many past decisions as are given at once. */
const MAX_DECISIONS = 500;

/** Runs one cycle. A wrong policy is data of the payload. */
export async function runNow(
  runtime: ClusterRuntime,
  input: RunDeschedulerInput,
): Promise<{ run: RunView | null; errors: readonly UserError[] }> {
  const policy = givenPolicy(input);
  const behaviour: Partial<DeschedulingBehaviour> = {};
  for (const text of input.compat ?? []) {
    const verdict = parseBehaviourOverride(text);
    if (!verdict.ok) throw badUserInput(`compat: ${verdict.reason}`, ['compat']);
    Object.assign(behaviour, verdict.override);
  }
  const dryRun = input.dryRun ?? false;
  const cycle = { policy, behaviour };
  const run = dryRun
    ? await runCycle(runtime, cycle, true)
    : await runtime.inputs.take(
        () => ({ type: 'api', name: ApiInput.RunDescheduler, body: cycle, by: runtime.store.caller }),
        () => runCycle(runtime, cycle, false),
      );
  if (run.exitCode === 0) return { run: viewOf(run), errors: [] };
  return { run: null, errors: run.errors.map((error) => userError(error, input)) };
}

/** What a cycle goes by. */
export type RequestedCycle = Pick<RunRequest, 'policy' | 'behaviour'>;

/** Runs one cycle because a client asks for it. */
export function runCycle(runtime: ClusterRuntime, cycle: RequestedCycle, dryRun: boolean): Promise<NumberedRun> {
  return runDescheduler(runtime, { ...cycle, dryRun, trigger: RunTrigger.Request });
}

/** The kept cycles of the cluster, newest first. */
export async function runsOf(runtime: ClusterRuntime, first: number): Promise<RunView[]> {
  const kept = await keptRuns(runtime);
  return kept.slice(0, Math.max(first, 0)).map(viewOf);
}

/** Cycles that end from now on, in order. */
export async function followRuns(runtime: ClusterRuntime): Promise<EventStream<RunView>> {
  const newest = async (): Promise<number> => {
    const [run] = await runtime.records.descheduling.read({ first: 1 });
    return run?.number ?? 0;
  };
  let reported = await newest();
  let reading = Promise.resolve();
  const report = async (stream: EventStream<RunView>, from: number): Promise<void> => {
    const later = (await keptRuns(runtime)).filter(({ number }) => number > from);
    for (const run of later.reverse()) stream.push(viewOf(run));
  };
  return followValue<number, RunView>(runtime, { key: `descheduler ${runtime.id}`, read: newest }, (number, stream) => {
    const from = reported;
    reported = Math.max(from, number);
    if (number > from) reading = reading.then(() => report(stream, from)).catch((error: unknown) => stream.fail(error));
  });
}

/** All cycles that are kept, newest first; only those that may say something of a pod, if one is named. */
async function keptRuns(runtime: ClusterRuntime, pod?: string | null): Promise<NumberedRun[]> {
  const mention = pod == null ? {} : { mention: `"name":${JSON.stringify(pod)}` };
  const stored = await runtime.records.descheduling.read({ first: MAX_RUNS, ...mention });
  return stored
    .map(({ number, text }): NumberedRun => ({ ...(JSON.parse(text) as DeschedulingRun), number }))
    .filter(({ isRemark }) => !isRemark);
}

/** The decisions of a run that are asked for, in the order in which they were made. */
export function decisionsOf({ decisions }: RunView, filter: DeschedulingDecisionFilter | null): readonly object[] {
  return decisions.filter((decision) => matchesFilter(decision, filter ?? {})).map(decisionView);
}

/** Which past decisions are read, and how many at most. */
interface PastDecisions {
  readonly first: number;
  readonly filter: DeschedulingDecisionFilter;
}

/** What past cycles decided about pods, newest cycle first; about one pod only, if its uid is given. */
export async function pastDecisions(
  runtime: ClusterRuntime,
  { first, filter }: PastDecisions,
  uid?: string,
): Promise<readonly object[]> {
  const past: object[] = [];
  const wanted = Math.min(Math.max(first, 0), MAX_DECISIONS);
  for (const { report, startedAtMs, number: run, trigger, dryRun } of await keptRuns(runtime, filter.pod)) {
    for (const decision of report?.decisions ?? []) {
      if (past.length === wanted) return past;
      if (!matchesFilter(decision, filter) || (uid !== undefined && decision.uid !== uid)) continue;
      past.push({ ...decisionView(decision), time: formatTime(startedAtMs), run, trigger, dryRun });
    }
  }
  return past;
}

function matchesFilter(decision: PodDecision, filter: DeschedulingDecisionFilter): boolean {
  return (
    (filter.verdict == null || decision.verdict === filter.verdict) &&
    (filter.strategy == null || decision.strategy === filter.strategy) &&
    (filter.namespace == null || decision.namespace === filter.namespace) &&
    (filter.pod == null || decision.name === filter.pod)
  );
}

function decisionView({ name, uid, ...decision }: PodDecision): object {
  return { ...decision, pod: name, podUid: uid };
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
  const verdict = loadPolicy({ policy });
  return verdict.ok ? [] : verdict.errors;
}

function givenPolicy({ yaml, object }: PolicyInput): unknown {
  if ((yaml == null) === (object == null)) throw badUserInput('specify exactly one of yaml, object');
  return yaml ?? object;
}

function userError({ field, reason }: PolicyError, input: PolicyInput): UserError {
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
