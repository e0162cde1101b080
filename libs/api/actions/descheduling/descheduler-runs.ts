import {
  DESCHEDULER_TIMES,
  loadPolicy,
  scheduleErrors,
  type DeschedulingSchedule,
  type ClusterRuntime,
} from '@orrery/control-plane';
import {
  nextCycleMs,
  runDescheduler,
  RunTrigger,
  type RunRequest,
  scheduleOf,
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
import { badUserInput } from '../errors/input-error';
import { ErrorCode, pathOf, type UserError } from '../errors/user-errors';
import { clusterRight } from '../access/access-rules';
import { clusterAction } from '../action';
import { asWritten, flag, input, json, texts, yaml, type InputOf } from '../input/inputs';
import { one } from '../input/results';

/** A policy, in one of two forms. */
const POLICY = {
  yaml: yaml('DeschedulerPolicy as YAML or JSON text.'),
  object: json('The same as an object.'),
  dryRun: flag('Computes all decisions and evicts nothing.'),
};

const RUN_DESCHEDULER = input('A cycle to run: exactly one of `yaml` and `object`.', {
  optional: {
    ...POLICY,
    compat: texts("Overrides of the behaviour of the policy's version, such as `duplicates=Uniform`."),
  },
});
type RunDeschedulerInput = InputOf<typeof RUN_DESCHEDULER>;
type PolicyInput = Pick<RunDeschedulerInput, 'yaml' | 'object'>;

/** A policy with the times of the setting `descheduler`. */
const SET_SCHEDULE = input('A schedule: a policy with one of `interval` and `cron`, or `remove`.', {
  optional: { ...asWritten(DESCHEDULER_TIMES), ...POLICY, remove: flag('Removes the schedule.') },
});
type SetScheduleInput = Omit<InputOf<typeof SET_SCHEDULE>, keyof typeof DESCHEDULER_TIMES> & {
  readonly [F in keyof typeof DESCHEDULER_TIMES]?: string | null | undefined;
};

export const DESCHEDULER_ACTIONS = [
  clusterAction({
    name: 'runDescheduler',
    about: 'Runs one cycle of the descheduler.',
    right: clusterRight('update'),
    input: RUN_DESCHEDULER,
    result: {
      name: 'RunDeschedulerPayload',
      about: 'Result of a cycle.',
      fields: { run: one('DeschedulerRun', 'The cycle; null if the policy is invalid.') },
    },
    perform: ({ runtime }, given) => runNow(runtime, given),
  }),
  clusterAction({
    name: 'setDeschedulerSchedule',
    about: 'Schedules cycles of the descheduler, in cluster time.',
    right: clusterRight('update'),
    input: SET_SCHEDULE,
    inputAbout: 'The schedule and the policy.',
    result: {
      name: 'SetDeschedulerSchedulePayload',
      about: 'Result of a change of the schedule.',
      fields: { schedule: one('DeschedulerSchedule', 'The schedule; null if there is none.') },
    },
    // The times are texts, as the settings have them.
    perform: ({ runtime }, given) => setSchedule(runtime, given as SetScheduleInput),
  }),
];

/** A run in the shape of its GraphQL type; decisions are given on demand. */
export interface RunView extends Readonly<Record<string, unknown>> {
  readonly decisions: readonly PodDecision[];
}

/** Runs one cycle. A wrong policy is data of the payload. */
async function runNow(
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
  if (run.exitCode === 0) return { run: deschedulerRunView(run), errors: [] };
  return { run: null, errors: run.errors.map((error) => userError(error, input)) };
}

/** Policy and behaviour of a cycle. */
export type RequestedCycle = Pick<RunRequest, 'policy' | 'behaviour'>;

/** Runs one cycle because a client asks for it. */
export function runCycle(runtime: ClusterRuntime, cycle: RequestedCycle, dryRun: boolean): Promise<NumberedRun> {
  return runDescheduler(runtime, { ...cycle, dryRun, trigger: RunTrigger.Request });
}

/** The schedule of the cluster; null without one. */
export function scheduleView(runtime: ClusterRuntime): object | null {
  const schedule = scheduleOf(runtime.settings);
  if (!schedule) return null;
  const { policy, interval = null, cron = null, dryRun = false } = schedule;
  return { policy, interval, cron, dryRun, nextAt: formatTime(nextCycleMs(schedule, runtime.clock.now())) };
}

/** Sets or removes the schedule of the cluster. */
async function setSchedule(
  runtime: ClusterRuntime,
  input: SetScheduleInput,
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

function scheduleFrom(runtime: ClusterRuntime, input: SetScheduleInput): DeschedulingSchedule {
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

/** A run as clients see it. */
export function deschedulerRunView(run: NumberedRun): RunView {
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
