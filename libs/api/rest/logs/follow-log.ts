import type { Pod } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import { TimerPhase, type Timer } from '@orrery/time';
import type { PrintedLine } from '@orrery/pod-lifecycle';
import type { MainProcesses } from '../sessions/main-process';
import { statusOfContainer } from '../sessions/session-container';
import { printedBy, type LoggedRun } from './container-log';

/** Who follows a log. */
export interface LogFollower {
  /** Lines that are new. Resolves when there is room for more. */
  readonly printed: (lines: readonly PrintedLine[]) => Promise<void>;
  /** The run is over, or the pod is gone: nothing more will be printed. */
  readonly ended: () => void;
}

/** How a log is followed. */
export interface FollowSetting {
  /** What was printed up to then is known (cluster time). */
  readonly fromMs: number;
  readonly processes: MainProcesses;
  readonly follower: LogFollower;
}

/**
 * Follows the log of a run that goes on, from what was printed up to `fromMs` on. Returns what ends that
 * before the run does.
 */
export function followLog(runtime: ClusterRuntime, run: LoggedRun, setting: FollowSetting): () => void {
  const following = new Following(runtime, run, setting);
  following.start();
  return () => following.stop();
}

class Following {
  private timer: Timer | undefined;
  private isOver = false;
  private isLooking = false;
  private isLookDue = false;
  private printedUntilMs: number;
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly runtime: ClusterRuntime,
    private readonly run: LoggedRun,
    private readonly setting: FollowSetting,
  ) {
    this.printedUntilMs = setting.fromMs;
  }

  start(): void {
    const { name, namespace = '' } = this.run.pod.metadata;
    const stops = [
      this.runtime.cache.subscribe((changes) => {
        const isOurs = changes.some(
          ({ key }) => key.resource === 'pods' && key.name === name && key.namespace === namespace,
        );
        if (isOurs) this.look();
      }),
      this.runtime.onCacheReplaced(() => this.end()),
    ];
    this.unsubscribe = () => stops.forEach((stop) => stop());
    this.look();
  }

  stop(): void {
    this.isOver = true;
    this.timer?.cancel();
    this.unsubscribe();
  }

  private look(): void {
    this.isLookDue = true;
    if (this.isLooking) return;
    this.isLooking = true;
    void this.print().finally(() => (this.isLooking = false));
  }

  private async print(): Promise<void> {
    while (this.isLookDue && !this.isOver) {
      this.isLookDue = false;
      this.timer?.cancel();
      const nowMs = this.runtime.clock.now();
      const run = this.present();
      if (!run) return this.end();
      const { lines, nextMs } = await printedBy(this.runtime, run, this.setting.processes);
      const fresh = lines.filter(({ atMs }) => atMs > this.printedUntilMs);
      this.printedUntilMs = Math.max(nowMs, this.printedUntilMs);
      if (fresh.length > 0 && !this.isOver) await this.setting.follower.printed(fresh);
      if (run.state.terminated) return this.end();
      if (nextMs !== undefined && !this.isOver) {
        this.timer = this.runtime.clock.setTimer(nextMs, TimerPhase.Kubelet, () => this.look());
      }
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
