import { ApiError } from '@orrery/api-types';
import {
  DecisionVerdict,
  DisruptionLedger,
  evictionBody,
  runCycle,
  type DeschedulerPolicy,
  type EvictionAnswer,
  type EvictionRequest,
  type PodDecision,
  type PolicyError,
} from '@orrery/descheduling';
import { loadPolicy, type Actor, type PolicySource } from '@orrery/control-plane';
import type { DeschedulingPorts } from './descheduling-ports';
import { readClusterObjects } from './cluster-objects';
import { EVICTION_CAUSE, evictionNotes } from './eviction-events';
import { measuredUsageFor } from './metered-usage';
import { errorLines, reportLines } from './run-log';
import { schedulerFit } from './scheduler-fit';
import type { DeschedulingRun, NumberedRun, RunTrigger } from './run-record';
import type { UsageSampler } from './usage-sampler';

/** Parameters of a cycle. */
export interface RunRequest extends PolicySource {
  readonly dryRun: boolean;
  readonly trigger: RunTrigger;
  /** Actor of the cycle; without one everything may be read. */
  readonly actor?: Actor;
  /** The pod that the descheduler runs in. */
  readonly podUid?: string;
  /** Key of the runs of a program in a container. */
  readonly recordKey?: string;
  /** Returns whether the program that runs the cycle ends with it. */
  readonly endsProgram?: (run: { readonly isRefused: boolean }) => boolean;
  /** Sampler of the usage for as long as the descheduler runs; a single cycle takes one sample. */
  readonly sampler?: UsageSampler;
  /** Cluster time in ms at which the cluster's schedule has it due. */
  readonly dueMs?: number;
}

/** Maximum number of decisions kept with a run; a cycle over a large cluster protects more pods than are useful to read. */
const KEPT_DECISIONS = 2000;

/**
 * Runs one cycle over the cluster as it is now, evicts through the eviction subresource, and keeps the record. A dry run
 * is the same in all but its evictions, which a sandbox answers by the same budgets.
 */
export async function runDescheduler(cluster: DeschedulingPorts, request: RunRequest): Promise<NumberedRun> {
  return cluster.activity.track(async () => {
    const { run, isRefused } = await cycle(cluster, request);
    const report = run.report && { ...run.report, decisions: run.report.decisions.slice(0, KEPT_DECISIONS) };
    const log = run.log.slice(0, KEPT_DECISIONS);
    const isEnd = request.endsProgram?.({ isRefused }) ?? false;
    const text = JSON.stringify({ ...run, log, report, isEnd });
    const { recordKey, dueMs } = request;
    const number = await cluster.records.descheduling.write({
      text,
      ...(recordKey && { podUid: recordKey }),
      ...(dueMs !== undefined && { dueMs }),
    });
    return { ...run, number, isEnd };
  });
}

/** Result of a cycle, with a mark for a policy that was refused. */
interface EndedCycle {
  readonly run: DeschedulingRun;
  readonly isRefused: boolean;
}

async function cycle(cluster: DeschedulingPorts, request: RunRequest): Promise<EndedCycle> {
  const { trigger, dryRun } = request;
  const startedAtMs = cluster.clock.now();
  const began = performance.now();
  const ended = (rest: Pick<DeschedulingRun, 'exitCode' | 'errors' | 'report' | 'log'>): DeschedulingRun => ({
    trigger,
    dryRun,
    startedAtMs,
    endedAtMs: cluster.clock.now(),
    ...rest,
  });
  const failed = (errors: readonly PolicyError[], isRefused: boolean): EndedCycle => ({
    run: ended({ exitCode: 1, errors, report: undefined, log: errorLines(errors) }),
    isRefused,
  });
  const loaded = loadPolicy(request);
  if (!loaded.ok) return failed(loaded.errors, true);
  const { policy } = loaded;
  const read = readClusterObjects(cluster, request.actor);
  if (!read.ok) return failed([{ field: '', reason: read.denial }], false);
  const { objects } = read;
  const usage = await measuredUsageFor(cluster, policy, request);
  const { descheduler } = cluster.metrics;
  let strategyBegan = performance.now();
  const decided = (decision: PodDecision): void => {
    if (dryRun) return;
    countEviction(cluster, decision);
    cluster.events.record(evictionNotes(decision, policy));
  };
  const schedulers = schedulerFit(cluster);
  const ledger = new DisruptionLedger(objects.podDisruptionBudgets ?? [], true);
  const ran = await runCycle({
    policy,
    objects,
    nowMs: startedAtMs,
    evict: async (eviction) => {
      const answer = dryRun
        ? await ledger.evict(eviction)
        : await evictThroughApi(cluster, request, { policy, eviction });
      if (answer.evicted) schedulers.gone(eviction.pod.pod);
      return answer;
    },
    alsoFits: (pod, node) => schedulers.fits(pod.pod, node.name),
    onDecision: decided,
    onStrategyDone: (step) => {
      const now = performance.now();
      if (!dryRun) descheduler.strategyDone(step, (now - strategyBegan) / 1000);
      strategyBegan = now;
    },
    usage,
    ...(request.podUid !== undefined && { ownPodUid: request.podUid }),
  });
  if (!ran.ok) return failed(ran.errors, true);
  if (!dryRun) descheduler.cycleDone((performance.now() - began) / 1000);
  const run = ended({ exitCode: 0, errors: [], report: ran.report, log: reportLines(ran.report, dryRun) });
  return { run, isRefused: false };
}

interface LiveEviction {
  readonly policy: DeschedulerPolicy;
  readonly eviction: EvictionRequest;
}

/** `POST pods/x/eviction`, as every client does it. */
async function evictThroughApi(
  cluster: DeschedulingPorts,
  { actor }: RunRequest,
  { policy, eviction }: LiveEviction,
): Promise<EvictionAnswer> {
  const origin = { reason: `descheduled by ${eviction.strategy}`, ...(actor ? {} : { writer: 'descheduler' }) };
  const store = (actor ? cluster.store.as(actor) : cluster.store).signed(origin);
  const { metadata, deleteOptions } = evictionBody(eviction, policy.gracePeriodSeconds);
  try {
    await store.evict({ ...metadata, deleteOptions });
    return { evicted: true };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { evicted: false, code: error.code, message: error.message };
  }
}

function countEviction(cluster: DeschedulingPorts, decision: PodDecision): void {
  const { verdict, strategy, profile, namespace, node, obstacle = '' } = decision;
  if (verdict === DecisionVerdict.Protected) return;
  const result =
    verdict === DecisionVerdict.Evicted ? 'success' : verdict === DecisionVerdict.Refused ? 'error' : obstacle;
  const { metrics } = cluster;
  metrics.descheduler.podEvicted({ result, strategy, profile, namespace, node });
  if (result === 'success') metrics.evictions.inc({ cause: EVICTION_CAUSE, cluster: cluster.id });
}
