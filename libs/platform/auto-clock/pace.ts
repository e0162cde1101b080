/** Pace of an auto clock. Durations are in ms. */
export interface PaceSettings {
  /** Cluster time per real time, at most. */
  readonly rate: number;
  /** Real time without client activity before the clock advances. */
  readonly quietForMs: number;
  /** Cluster time with nothing but upkeep after which the clock runs at the pace of real time. */
  readonly idleAfterMs: number;
}

/** State of clock and clients. */
export interface PaceInput {
  /** Cluster time now, and when something other than upkeep last happened. */
  readonly clusterMs: number;
  readonly lastWorkMs: number;
  /** Time in ms of real time since the last activity of a client. */
  readonly quietMs: number;
  /** Real time since the clock began its current run, and the cluster time at which it began. */
  readonly goingForMs: number;
  readonly wentOnAtMs: number;
}

/** Cluster time up to which the clock may advance now, or the real time to wait before the next decision. */
export type Pace = { readonly untilMs: number } | { readonly waitMs: number };

/** The pace of the clock. */
export function paceOf(settings: PaceSettings, input: PaceInput): Pace {
  if (input.quietMs < settings.quietForMs) return { waitMs: settings.quietForMs - input.quietMs };
  const rate = isIdle(settings, input) ? 1 : settings.rate;
  return { untilMs: Math.floor(input.wentOnAtMs + input.goingForMs * rate) };
}

/** Returns whether the cluster has nothing to do but its upkeep, so that jumping would only waste the machine's time. */
export function isIdle({ idleAfterMs }: PaceSettings, { clusterMs, lastWorkMs }: PaceInput): boolean {
  return clusterMs - lastWorkMs >= idleAfterMs;
}
