import type { Pod } from '@orrery/api-types';
import { DeadlineHeap, type DeadlineState } from '../shard/deadline-heap';
import { isAnythingRunning, type HostedPod } from '../pods/hosted-pod';
import type { KillOrder } from '../pods/kill-order';
import type { KubeletSettings } from '../shard/kubelet-settings';

/** Pods of at least this priority end last. */
const CRITICAL_PRIORITY = 2_000_000_000;

/** Parts of the shard that a shutdown reads and changes. */
export interface ShutdownHost {
  readonly podsOf: (node: string) => readonly HostedPod[];
  readonly periodsOf: (node: string) => { readonly periodMs: number; readonly criticalMs: number };
  readonly kill: (uid: string, order: KillOrder) => void;
  /** The machine stops. */
  readonly stopHost: (node: string) => void;
}

interface Shutdown {
  readonly startMs: number;
  criticalWereKilled: boolean;
  periodIsOver: boolean;
}

/** Shutdowns that are under way, as plain data. */
export interface NodeShutdownsState {
  readonly shutdowns: readonly (readonly [node: string, shutdown: Shutdown])[];
  readonly deadlines: DeadlineState;
}

/**
 * Machines that shut down in good order (spec nodes F11): ordinary pods first, then critical ones, each within its
 * share of the period; the host stops at the end of the period or once nothing runs.
 */
export class NodeShutdowns {
  private readonly shutdowns = new Map<string, Shutdown>();
  private readonly deadlines = new DeadlineHeap();

  constructor(
    private readonly settings: KubeletSettings,
    private readonly host: ShutdownHost,
  ) {}

  begin(node: string, startMs: number): void {
    this.shutdowns.set(node, { startMs, criticalWereKilled: false, periodIsOver: false });
    this.deadlines.set(node, startMs);
  }

  end(node: string): void {
    this.shutdowns.delete(node);
    this.deadlines.set(node, undefined);
  }

  nextMs(): number | undefined {
    return this.deadlines.nextMs();
  }

  /** The shutdowns that are under way, as plain data. */
  toState(): NodeShutdownsState {
    return {
      shutdowns: [...this.shutdowns].map(([node, shutdown]) => [node, { ...shutdown }]),
      deadlines: this.deadlines.toState(),
    };
  }

  /** Restores the state that {@link toState} returned. */
  restore({ shutdowns, deadlines }: NodeShutdownsState): void {
    for (const [node, shutdown] of shutdowns) this.shutdowns.set(node, { ...shutdown });
    this.deadlines.restore(deadlines);
  }

  /** Gives the orders that are due. */
  run(nowMs: number): void {
    for (const node of this.deadlines.takeDue(nowMs).sort()) {
      const { periodMs, criticalMs } = this.host.periodsOf(node);
      const shutdown = this.shutdowns.get(node)!;
      const { startMs } = shutdown;
      if (nowMs >= startMs + periodMs) shutdown.periodIsOver = true;
      else if (nowMs >= startMs + periodMs - criticalMs) {
        shutdown.criticalWereKilled = true;
        this.kill(node, criticalMs, isCritical);
        this.deadlines.set(node, startMs + periodMs);
      } else {
        this.kill(node, periodMs - criticalMs, (pod) => !isCritical(pod));
        this.deadlines.set(node, startMs + periodMs - criticalMs);
      }
    }
  }

  /** After pods moved: a machine on which nothing runs any more need not wait. */
  settle(): void {
    for (const [node, { criticalWereKilled, periodIsOver }] of this.shutdowns) {
      const pods = this.host.podsOf(node);
      const isOver = pods.every(({ status }) => !isAnythingRunning(status));
      const allWereKilled = criticalWereKilled || pods.every(({ pod }) => !isCritical(pod));
      if (periodIsOver || (isOver && allWereKilled)) this.host.stopHost(node);
    }
  }

  private kill(node: string, limitMs: number, isMeant: (pod: Pod) => boolean): void {
    const { shutdownReason: reason, shutdownMessage: message } = this.settings;
    for (const { pod } of this.host.podsOf(node)) {
      if (!isMeant(pod)) continue;
      const ownSeconds = pod.spec.terminationGracePeriodSeconds ?? 30;
      this.host.kill(pod.metadata.uid, {
        reason,
        message,
        graceSeconds: Math.min(ownSeconds, limitMs / 1000),
        status: 'merge',
        hasDisruptionTarget: this.settings.shutdownDisruptionTarget,
      });
    }
  }
}

function isCritical({ spec }: Pod): boolean {
  return (spec.priority ?? 0) >= CRITICAL_PRIORITY;
}
