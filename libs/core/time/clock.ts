/**
 * The clock of one cluster. Core code takes it as a parameter and never reads the machine's clock:
 * that is what lets a cluster be paused, scaled or advanced by hand.
 */
export interface Clock {
  /** Cluster time in integer milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Calls `fire` once when cluster time reaches `atMs` (at once, but never synchronously, if it is already past).
   * Timers due at one instant fire in the order of their phase, then in the order in which they were set; everything a
   * phase causes is finished before the next phase of the same instant starts.
   *
   * @param name name of the waiter in errors about cluster time
   */
  setTimer(atMs: number, phase: TimerPhase, name: string, fire: () => void | Promise<void>): Timer;
}

/** A pending call of {@link Clock.setTimer}. Cancelling a timer that fired or was cancelled does nothing. */
export interface Timer {
  cancel(): void;
}

/** The order of things that are due at the same instant (spec nodes 0.1). */
export const TimerPhase = {
  /** Scenario and fault actions. */
  Fault: 1,
  /** Work of the simulated kubelets: container transitions, probes, status, leases. */
  Kubelet: 2,
  /** Event-driven controllers and the scheduler's queue. */
  Controllers: 3,
  /** The node monitor's health pass. */
  NodeMonitor: 4,
  /** The pass that writes NoExecute taints at the zone's rate. */
  NoExecuteTainting: 5,
  /** Timers of the taint manager (tolerationSeconds). */
  TaintManager: 6,
  /** Pod garbage collection. */
  PodGarbageCollection: 7,
} as const;
export type TimerPhase = (typeof TimerPhase)[keyof typeof TimerPhase];

/** Default maximum rate of an auto clock, in cluster seconds per real second. */
export const AUTO_RATE = 1000;
