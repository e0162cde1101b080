import type { Container, Pod } from '@orrery/api-types';
import {
  ELECTION_JITTER,
  parseDeschedulerCommand,
  type DeschedulerCommand,
  type LeaderElectionOptions,
} from '@orrery/descheduling';
import { ClusterGoneError } from '@orrery/store';
import { randomFor, TimerPhase, type Random, type Timer } from '@orrery/time';
import type { Actor } from '@orrery/control-plane';
import type { DeschedulingPorts } from './descheduling-ports';
import { mountedPolicy, runsKey, runsSince, serviceAccountActor } from './descheduler-pod';
import { LeaderLease } from './leader-lease';
import { runDescheduler } from './run-descheduler';
import { RunTrigger, type DeschedulingRun } from './run-record';
import { UsageSampler } from './usage-sampler';

const RETRY_MS = 1000;

/** Start of a container with the descheduler. */
export interface ProgramStart {
  readonly pod: Pod;
  readonly container: Container;
  /** Number of earlier starts of the container. */
  readonly restarts: number;
}

/**
 * The program in a container: does what its command line says, as the service account of its pod. It runs one cycle and
 * ends, or a cycle every interval; among several with `--leader-elect` only the holder of the Lease runs cycles.
 */
export class DeschedulerProgram {
  private readonly key: string;
  private readonly actor: Actor;
  private readonly sampler: UsageSampler;
  private readonly random: Random;
  private readonly timers = new Set<Timer>();
  private lease: LeaderLease | undefined;
  private stopped = false;

  /** @param ended called with the exit code */
  constructor(
    private readonly cluster: DeschedulingPorts,
    private readonly start: ProgramStart,
    private readonly ended: (exitCode: number) => void,
  ) {
    this.key = runsKey(start.pod, start.restarts);
    this.actor = serviceAccountActor(cluster, start.pod);
    this.sampler = new UsageSampler(cluster);
    this.random = randomFor(cluster.seed, 'descheduler', this.key);
  }

  /** Begins, or continues where another kubelet process with the pod stopped. */
  async run(): Promise<void> {
    await this.attempt(() => this.begin());
  }

  private async begin(): Promise<void> {
    const before = (await runsSince(this.cluster, this.key)).filter(({ isRemark }) => !isRemark);
    const last = before.at(-1);
    if (last?.isEnd) return this.exit(last.exitCode);
    const parsed = parseDeschedulerCommand(this.start.container);
    if (!parsed.ok) return this.fail(`Error: ${parsed.reason}`);
    const { command } = parsed;
    if (command.policyFile === undefined) {
      await this.print(['policyConfigFile is empty: nothing to do'], { isEnd: true });
      return this.exit(0);
    }
    const { leaderElection } = command;
    if (leaderElection) return this.campaign(command, leaderElection, last);
    return this.continueRun(command, last);
  }

  /** Stops the program. */
  stop(): void {
    this.stopped = true;
    this.sampler.stop();
    for (const timer of this.timers) timer.cancel();
  }

  /** The pod is being deleted: it releases the Lease. */
  async terminate(): Promise<void> {
    if (this.stopped) return;
    this.stop();
    await this.lease?.release();
  }

  /** The first cycle at once; the next one an interval after the start of the last. */
  private async continueRun(command: DeschedulerCommand, last: DeschedulingRun | undefined): Promise<void> {
    const dueMs = last ? last.startedAtMs + command.intervalMs : -Infinity;
    if (dueMs > this.cluster.clock.now()) this.after(dueMs, () => this.cycle(command, false));
    else await this.cycle(command, last === undefined);
  }

  private async cycle(command: DeschedulerCommand, isFirst: boolean): Promise<void> {
    const { cluster, start } = this;
    const { intervalMs, dryRun, behaviour, policyFile = '' } = command;
    const startedAtMs = cluster.clock.now();
    const given = mountedPolicy(cluster, start, command);
    if (!given && (isFirst || intervalMs === 0)) {
      const reason = `failed to read policy config file "${policyFile}": open ${policyFile}: no such file or directory`;
      return this.fail(`Error: ${reason}`);
    }
    if (given) {
      const run = await runDescheduler(cluster, {
        policy: given.policy,
        fileName: policyFile,
        dryRun,
        behaviour,
        trigger: RunTrigger.Pod,
        podUid: start.pod.metadata.uid,
        recordKey: this.key,
        actor: this.actor,
        sampler: this.sampler,
        endsProgram: ({ isRefused }) => intervalMs === 0 || (isFirst && isRefused),
      });
      if (run.isEnd) return this.exit(run.exitCode);
    }
    // A cycle that took longer than the interval is followed by the next at once.
    this.after(Math.max(startedAtMs + intervalMs, cluster.clock.now()), () => this.cycle(command, false));
  }

  /** Tries to get the Lease until it has it; then runs cycles for as long as it can renew it. */
  private async campaign(
    command: DeschedulerCommand,
    options: LeaderElectionOptions,
    last: DeschedulingRun | undefined,
  ): Promise<void> {
    const { metadata } = this.start.pod;
    const lease = new LeaderLease(this.cluster, this.actor, {
      ...options,
      identity: `${metadata.name}_${metadata.uid}`,
    });
    this.lease = lease;
    await this.print([`attempting to acquire leader lease ${lease.key}...`]);
    let reported = '';
    const seek = async (): Promise<void> => {
      const result = await lease.tryToHold();
      if (this.stopped) return;
      if (result.isHeld) {
        await this.print([`successfully acquired lease ${lease.key}`]);
        this.renew(options);
        return this.continueRun(command, last);
      }
      const { holder, error } = result;
      const updates =
        error === undefined ? `New leader elected: ${holder}` : `error retrieving resource lock ${lease.key}: ${error}`;
      if (updates !== reported) await this.print([updates]);
      reported = updates;
      const waitMs = options.retryPeriodMs * (1 + this.random.unit() * ELECTION_JITTER);
      this.after(this.cluster.clock.now() + Math.floor(waitMs), seek);
    };
    await seek();
  }

  private renew(options: LeaderElectionOptions): void {
    const { clock } = this.cluster;
    let renewedMs = clock.now();
    const again = async (): Promise<void> => {
      const { isHeld } = await this.lease!.tryToHold();
      if (this.stopped) return;
      if (isHeld) renewedMs = clock.now();
      else if (clock.now() - renewedMs >= options.renewDeadlineMs) {
        await this.print([`failed to renew lease ${this.lease!.key}: timed out waiting for the condition`], {
          isEnd: true,
        });
        return this.exit(0);
      }
      this.after(clock.now() + options.retryPeriodMs, again);
    };
    this.after(clock.now() + options.retryPeriodMs, again);
  }

  /** Does something later, unless the program has ended by then. */
  private after(atMs: number, work: () => Promise<void>): void {
    if (this.stopped) return;
    const timer = this.cluster.clock.setTimer(atMs, TimerPhase.Controllers, 'descheduler', async () => {
      this.timers.delete(timer);
      if (!this.stopped) await this.attempt(work);
    });
    this.timers.add(timer);
  }

  /** Does work that is retried if the database is unreachable. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      const { log, id, clock } = this.cluster;
      if (err instanceof ClusterGoneError) return this.stop();
      log.error({ err, cluster: id }, 'the descheduler of a pod could not go on and will try again');
      this.after(clock.now() + RETRY_MS, work);
    }
  }

  private exit(exitCode: number): void {
    this.stop();
    this.ended(exitCode);
  }

  private async fail(line: string): Promise<void> {
    await this.print([line], { isEnd: true, exitCode: 1 });
    this.exit(1);
  }

  /** Keeps what is printed besides cycles. */
  private async print(
    log: readonly string[],
    { isEnd = false, exitCode = 0 }: { readonly isEnd?: boolean; readonly exitCode?: number } = {},
  ): Promise<void> {
    const atMs = this.cluster.clock.now();
    const run: DeschedulingRun = {
      trigger: RunTrigger.Pod,
      dryRun: false,
      startedAtMs: atMs,
      endedAtMs: atMs,
      exitCode,
      errors: exitCode === 0 ? [] : log.map((reason) => ({ field: '', reason })),
      report: undefined,
      log,
      isEnd,
      isRemark: exitCode === 0 && !isEnd,
    };
    await this.cluster.records.descheduling.write({
      text: JSON.stringify(run),
      podUid: this.key,
    });
  }
}
