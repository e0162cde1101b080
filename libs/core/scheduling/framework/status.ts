/** Outcome of a plugin call or of a whole phase. */
export const StatusCode = {
  Success: 'Success',
  /** Internal failure: aborts the cycle. */
  Error: 'Error',
  /** Rejected on this node in its present state; removing pods from it may help. */
  Unschedulable: 'Unschedulable',
  /** Rejected on this node; removing pods cannot help. */
  UnschedulableAndUnresolvable: 'UnschedulableAndUnresolvable',
  /** Permit only: decide later. */
  Wait: 'Wait',
  /** PreFilter, PreScore: leave this plugin out of the cycle. Bind: ask the next binder. */
  Skip: 'Skip',
  /** Reserve, Permit, PreBind: waits for something the plugin started; its event requeues the pod without back-off. */
  Pending: 'Pending',
} as const;
export type StatusCode = (typeof StatusCode)[keyof typeof StatusCode];

/** A verdict with its ordered reasons and the plugin that gave it (empty for the framework's own). Immutable. */
export interface Status {
  readonly code: StatusCode;
  readonly reasons: readonly string[];
  readonly plugin: string;
}

/** The one status of success: compare by `isSuccess`. */
export const SUCCESS: Status = Object.freeze({ code: StatusCode.Success, reasons: Object.freeze([]), plugin: '' });
/** The one status of skipping. */
export const SKIP: Status = Object.freeze({ code: StatusCode.Skip, reasons: Object.freeze([]), plugin: '' });

/** Different verdicts kept at once; beyond that all are forgotten. */
const MAX_KNOWN = 4096;
const known = new Map<string, Status>();

/** Returns a status. Most nodes get one of a few: equal ones are one object, so that they are cheap to keep and to count. */
function statusOf(code: StatusCode, plugin: string, reasons: readonly string[]): Status {
  const key = `${code}\u0000${plugin}\u0000${reasons.join('\u0000')}`;
  let status = reasons.length === 0 ? undefined : known.get(key);
  if (status) return status;
  status = Object.freeze({ code, plugin, reasons: Object.freeze([...reasons]) });
  if (reasons.length === 0) return status;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, status);
  return status;
}

/** A rejection that preemption may resolve. */
export function unschedulable(plugin: string, ...reasons: string[]): Status {
  return statusOf(StatusCode.Unschedulable, plugin, reasons);
}

/** A rejection that preemption cannot resolve. */
export function unresolvable(plugin: string, ...reasons: string[]): Status {
  return statusOf(StatusCode.UnschedulableAndUnresolvable, plugin, reasons);
}

/** An internal failure as a value: the cycle ends, the pod is retried with back-off. */
export function errorStatus(plugin: string, ...reasons: string[]): Status {
  return statusOf(StatusCode.Error, plugin, reasons);
}

/** Permit: decide later. */
export function waitStatus(plugin: string, ...reasons: string[]): Status {
  return statusOf(StatusCode.Wait, plugin, reasons);
}

/** Reserve, Permit, PreBind: the plugin waits for something it started. */
export function pendingStatus(plugin: string, ...reasons: string[]): Status {
  return statusOf(StatusCode.Pending, plugin, reasons);
}

/** The same verdict with its message introduced by `prefix`, as the framework does for errors of a plugin. */
export function prefixed(status: Status, prefix: string): Status {
  return statusOf(status.code, status.plugin, [`${prefix}${statusMessage(status)}`]);
}

export function isSuccess(status: Status): boolean {
  return status.code === StatusCode.Success;
}

export function isSkip(status: Status): boolean {
  return status.code === StatusCode.Skip;
}

/** Returns true for Unschedulable, UnschedulableAndUnresolvable and Pending: the pod was evaluated without an error. */
export function isRejected(status: Status): boolean {
  return (
    status.code === StatusCode.Unschedulable ||
    status.code === StatusCode.UnschedulableAndUnresolvable ||
    status.code === StatusCode.Pending
  );
}

/** All reasons as one text. */
export function statusMessage(status: Status): string {
  return status.reasons.join(', ');
}
