import type { Pod } from '@orrery/api-types';
import { RepeatedWork, type ClusterRuntime } from '@orrery/control-plane';
import { TimerPhase, type Timer } from '@orrery/time';
import type { PrintedLine } from '@orrery/pod-lifecycle';
import type { MainProcesses } from '../sessions/main-process';
import { statusOfContainer } from '../sessions/session-container';
import { printedBy, type LoggedRun } from './container-log';

/** Client that follows a log. */
interface LogFollower {
  /** Lines that are new. Resolves when there is room for more. */
  readonly printed: (lines: readonly PrintedLine[]) => Promise<void>;
  /** The run is over, or the pod is gone: nothing more will be printed. */
  readonly ended: () => void;
}

/** Up to where a log is known. */
export interface KnownLog {
  /** Time at which its last line was printed, as cluster time in ms. */
  readonly untilMs: number;
  /** Number of lines printed at that very instant: more may follow, as when the clock is manual. */
  readonly linesThen: number;
}

/**
 * Returns the known part of a log after its lines were read. It ends with the last line and not with the clock: a line
 * is seen later than it was printed.
 */
export function knownLog(lines: readonly PrintedLine[]): KnownLog {
  const untilMs = lines.at(-1)?.atMs ?? -Infinity;
  return { untilMs, linesThen: lines.filter(({ atMs }) => atMs === untilMs).length };
}

/** All that was printed before this instant, and in it. */
export function knownUntil(nowMs: number): KnownLog {
  return { untilMs: nowMs, linesThen: Infinity };
}

/** Parameters of following a log. */
export interface FollowSetting {
  readonly known: KnownLog;
  readonly processes: MainProcesses;
  readonly follower: LogFollower;
}

/**
 * Follows the log of a run that has not ended, from its known part on. Returns a function that stops it before the run
 * ends.
 */
export function followLog(runtime: ClusterRuntime, run: LoggedRun, setting: FollowSetting): () => void {
  const following = new Following(runtime, run, setting);
  following.start();
  return () => following.stop();
}

class Following {
  private timer: Timer | undefined;
  private isOver = false;
  private known: KnownLog;
  private unsubscribe: () => void = () => undefined;
  private readonly printing = new RepeatedWork({
    work: () => this.print(),
    failed: (err) => {
      this.runtime.log.error({ err, cluster: this.runtime.id }, 'a log could not be followed');
      this.end();
    },
  });

  constructor(
    private readonly runtime: ClusterRuntime,
    private readonly run: LoggedRun,
    private readonly setting: FollowSetting,
  ) {
    this.known = setting.known;
  }

  start(): void {
    const { name, namespace = '' } = this.run.pod.metadata;
    const stops = [
      this.runtime.cache.subscribe((changes) => {
        const isOurs = changes.some(
          ({ key }) => key.resource === 'pods' && key.name === name && key.namespace === namespace,
        );
        if (isOurs) this.printing.request();
      }),
      this.runtime.onCacheReplaced(() => this.end()),
    ];
    this.unsubscribe = () => stops.forEach((stop) => stop());
    this.printing.request();
  }

  stop(): void {
    this.isOver = true;
    this.printing.stop();
    this.timer?.cancel();
    this.unsubscribe();
  }

  private async print(): Promise<void> {
    this.timer?.cancel();
    const run = this.present();
    if (!run) return this.end();
    const { lines, nextMs } = await printedBy(this.runtime, run, this.setting.processes);
    const { untilMs, linesThen } = this.known;
    const ofThen = lines.filter(({ atMs }) => atMs === untilMs).slice(linesThen);
    const fresh = [...ofThen, ...lines.filter(({ atMs }) => atMs > untilMs)];
    if (fresh.length > 0) this.known = knownLog(lines);
    if (fresh.length > 0 && !this.isOver) await this.setting.follower.printed(fresh);
    if (run.state.terminated) return this.end();
    if (nextMs !== undefined && !this.isOver) {
      this.timer = this.runtime.clock.setTimer(nextMs, TimerPhase.Kubelet, 'log that a client follows', () =>
        this.printing.request(),
      );
    }
  }

  /** The run as it is now; undefined if the pod is gone. A container that was started again has ended this run. */
  private present(): LoggedRun | undefined {
    const { pod, container, state } = this.run;
    const { name, namespace = '' } = pod.metadata;
    const now = this.runtime.cache.get({ resource: 'pods', namespace, name }) as Pod | undefined;
    if (now?.metadata.uid !== pod.metadata.uid) return undefined;
    const status = statusOfContainer(now, container.name);
    const startedAt = state.running?.startedAt;
    for (const each of [status?.state, status?.lastState]) {
      const own = each?.running?.startedAt ?? each?.terminated?.startedAt;
      if (each && own === startedAt) return { ...this.run, pod: now, state: each };
    }
    return undefined;
  }

  private end(): void {
    if (this.isOver) return;
    this.stop();
    this.setting.follower.ended();
  }
}
