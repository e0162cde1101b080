import { deschedulerRunView, type RunView } from '@orrery/actions';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { DeschedulingRun, NumberedRun } from '@orrery/descheduler-cycles';
import type { PodDecision } from '@orrery/descheduling';
import { formatTime } from '@orrery/time';
import type { EventStream } from '../../streams/event-stream';
import { followValue } from '../../streams/followed-value';
import type { DeschedulingDecisionFilter } from './descheduling-types';

/** Maximum number of cycles, which is that of the kept ones. */
const MAX_RUNS = 100;
/** Maximum number of past decisions in one answer. */
const MAX_DECISIONS = 500;

/** The kept cycles of the cluster, newest first. */
export async function runsOf(runtime: ClusterRuntime, first: number): Promise<RunView[]> {
  const kept = await keptRuns(runtime);
  return kept.slice(0, Math.max(first, 0)).map(deschedulerRunView);
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
    for (const run of later.reverse()) stream.push(deschedulerRunView(run));
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

/** Returns the decisions of a run that match a filter, in the order in which they were made. */
export function decisionsOf({ decisions }: RunView, filter: DeschedulingDecisionFilter | null): readonly object[] {
  return decisions.filter((decision) => matchesFilter(decision, filter ?? {})).map(decisionView);
}

/** Selection of past decisions, and their maximum number. */
interface PastDecisions {
  readonly first: number;
  readonly filter: DeschedulingDecisionFilter;
}

/** Returns the decisions of past cycles about pods, newest cycle first; about one pod only, if its uid is given. */
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
