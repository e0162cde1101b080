import type { PreBindWait } from '../framework/plugin';
import { isRejected, isSuccess, prefixed, SUCCESS, type Status } from '../framework/status';
import type { BindingCycle } from './binding-cycle';

/** A pod that PreBind lets wait, with the number of the plugin that comes next. */
export interface HeldPreBind {
  readonly cycle: BindingCycle;
  readonly plugin: string;
  readonly wait: PreBindWait;
  readonly nextPlugin: number;
}

/** Called once per wait with its result: success, or the failure with the framework's message. */
export type OnPreBindEnd = (held: HeldPreBind, status: Status) => void;

/** Pods whose PreBind set something going that the cluster has to finish. A change wakes only those that watch it. */
export class PreBindWaits {
  private readonly held = new Map<string, HeldPreBind>();
  private readonly watchers = new Map<string, Set<string>>();
  /** Waits whose writes are under way, by pod, in the order of the writes. */
  private readonly writing = new Map<string, PreBindWait[]>();

  constructor(private readonly onEnd: OnPreBindEnd) {}

  get size(): number {
    return this.held.size;
  }

  add(held: HeldPreBind): void {
    const { uid } = held.cycle.assumed;
    this.held.set(uid, held);
    if (held.wait.reported && held.wait.effects.length > 0) {
      this.writing.set(uid, [...(this.writing.get(uid) ?? []), held.wait]);
    }
    for (const key of held.wait.watched) {
      const watchers = this.watchers.get(key);
      if (watchers) watchers.add(uid);
      else this.watchers.set(key, new Set([uid]));
    }
  }

  /** The shell knows how the writes for a pod ended. */
  reported(uid: string): void {
    const [first, ...others] = this.writing.get(uid) ?? [];
    if (others.length > 0) this.writing.set(uid, others);
    else this.writing.delete(uid);
    first?.reported?.();
  }

  /** An object changed: those that watch it look whether it is what they wait for. */
  objectChanged(key: string): void {
    const watchers = this.watchers.get(key);
    if (!watchers) return;
    for (const uid of [...watchers]) this.check(uid);
  }

  /** Looks whether what the pod waits for has come already. */
  check(uid: string): void {
    const status = this.held.get(uid)?.wait.check();
    if (status) this.end(uid, status);
  }

  /** Ends a wait from outside, for example because its writes failed. Nothing happens if the pod is not waiting. */
  end(uid: string, status: Status): void {
    const held = this.held.get(uid);
    if (!held) return;
    this.held.delete(uid);
    for (const key of held.wait.watched) {
      const watchers = this.watchers.get(key);
      watchers?.delete(uid);
      if (watchers?.size === 0) this.watchers.delete(key);
    }
    this.onEnd(held, preBindFailure(status, held.plugin) ?? SUCCESS);
  }

  /** Earliest deadline, in cluster milliseconds. */
  nextDeadlineMs(): number | undefined {
    let earliest: number | undefined;
    for (const { wait } of this.held.values()) earliest = Math.min(earliest ?? Infinity, wait.deadlineMs);
    return earliest;
  }

  /** Ends the waits whose time is up. */
  flush(nowMs: number): void {
    for (const [uid, { wait }] of [...this.held]) if (wait.deadlineMs <= nowMs) this.end(uid, wait.timedOut);
  }
}

/** The status as the framework words it; undefined for success. */
export function preBindFailure(status: Status, plugin: string): Status | undefined {
  if (isSuccess(status)) return undefined;
  return isRejected(status) ? status : prefixed(status, `running PreBind plugin "${plugin}": `);
}
