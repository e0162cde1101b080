export const PROBE_KINDS = ['startup', 'liveness', 'readiness'] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** Period in which a probe fails, in milliseconds since the start of the container; the end is outside. */
export interface FailedSpan {
  readonly fromMs: number;
  readonly toMs: number;
  /** Text of the kubelet's event for such a failure. */
  readonly text: string;
}

/** Failed spans of the probes of a run, by kind of probe; without kinds of unknown outcome. */
export type ProbeWindows = Readonly<Partial<Record<ProbeKind, readonly FailedSpan[]>>>;
