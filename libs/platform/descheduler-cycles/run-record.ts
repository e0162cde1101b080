import type { DeschedulingReport, PolicyError } from '@orrery/descheduling';

/** The reason why a cycle ran. */
export const RunTrigger = {
  /** Started by a client's request. */
  Request: 'request',
  /** The cluster's schedule. */
  Schedule: 'schedule',
  /** A container with the descheduler. */
  Pod: 'pod',
} as const;
export type RunTrigger = (typeof RunTrigger)[keyof typeof RunTrigger];

/** Cycle of the descheduler, as it is kept and shown. */
export interface DeschedulingRun {
  readonly trigger: RunTrigger;
  readonly dryRun: boolean;
  /** Cluster time in ms since the Unix epoch. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** 0, or 1 for a policy that cannot be run. */
  readonly exitCode: number;
  readonly errors: readonly PolicyError[];
  readonly report: DeschedulingReport | undefined;
  /** Output that the program would have printed: a line per decision. */
  readonly log: readonly string[];
  /** The program that ran the cycle ended with it. */
  readonly isEnd?: boolean;
  /** True if this is not a cycle but a message of the program in between. */
  readonly isRemark?: boolean;
}

/** A cycle with the number under which it is kept. */
export interface NumberedRun extends DeschedulingRun {
  readonly number: number;
}
