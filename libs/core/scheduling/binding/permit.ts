import { formatDuration } from '@orrery/time';
import type { PodInfo } from '../cache/pod-info';
import type { WaitingPod } from '../framework/plugin-handle';
import { isRejected, isSuccess, prefixed, StatusCode, SUCCESS, unschedulable, type Status } from '../framework/status';
import type { BindingCycle } from './binding-cycle';

/** Maximum time for which a plugin can hold a pod. */
const MAX_WAIT_MS = 15 * 60_000;

/** Result of Permit: continue or stop with `status`, or wait for the named plugins. */
export interface PermitOutcome {
  readonly status: Status;
  /** Deadline by plugin that returned Wait, in cluster milliseconds; empty unless the status is Wait. */
  readonly deadlines: ReadonlyMap<string, number>;
}

/** Runs every Permit plugin; the first rejection or error decides. */
export function runPermit(cycle: BindingCycle, nowMs: number): PermitOutcome {
  const deadlines = new Map<string, number>();
  for (const plugin of cycle.framework.permit) {
    const { status, timeoutMs } = plugin.permit(cycle.state, cycle.assumed, cycle.nodeName);
    if (status.code === StatusCode.Wait) {
      deadlines.set(plugin.name, nowMs + Math.min(timeoutMs ?? MAX_WAIT_MS, MAX_WAIT_MS));
    } else if (isRejected(status)) {
      return { status, deadlines: new Map() };
    } else if (!isSuccess(status)) {
      return { status: prefixed(status, `running Permit plugin "${plugin.name}": `), deadlines: new Map() };
    }
  }
  if (deadlines.size === 0) return { status: SUCCESS, deadlines };
  return { status: { code: StatusCode.Wait, reasons: [], plugin: '' }, deadlines };
}

/** A pod held by Permit until all its plugins allow it, one rejects it, or the first deadline passes. */
export class WaitingPodEntry implements WaitingPod {
  private verdict: Status | undefined;
  private readonly sinceMs: number;

  constructor(
    readonly cycle: BindingCycle,
    private readonly deadlines: Map<string, number>,
    {
      nowMs,
      onVerdict,
    }: { readonly nowMs: number; readonly onVerdict: (entry: WaitingPodEntry, status: Status) => void },
  ) {
    this.sinceMs = nowMs;
    this.onVerdict = onVerdict;
  }

  private readonly onVerdict: (entry: WaitingPodEntry, status: Status) => void;

  get pod(): PodInfo {
    return this.cycle.assumed;
  }

  get nodeName(): string {
    return this.cycle.nodeName;
  }

  pendingPlugins(): readonly string[] {
    return [...this.deadlines.keys()];
  }

  allow(pluginName: string): void {
    this.deadlines.delete(pluginName);
    if (this.deadlines.size === 0) this.settle(SUCCESS);
  }

  reject(pluginName: string, message: string): void {
    this.settle(unschedulable(pluginName, message));
  }

  /** The earliest deadline of the plugins still waited for, in cluster milliseconds. */
  deadlineMs(): number {
    return Math.min(...this.deadlines.values());
  }

  /** Rejects the pod if a deadline has passed. */
  expire(nowMs: number): void {
    for (const [plugin, deadline] of this.deadlines) {
      if (deadline > nowMs || deadline !== this.deadlineMs()) continue;
      const waited = formatDuration(deadline - this.sinceMs);
      return this.reject(plugin, `rejected due to timeout after waiting ${waited} at plugin ${plugin}`);
    }
  }

  private settle(status: Status): void {
    if (this.verdict) return;
    this.verdict = status;
    this.onVerdict(this, status);
  }
}
