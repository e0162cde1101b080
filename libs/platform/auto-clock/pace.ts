/** How an automatic clock goes. Durations are in ms. */
export interface PaceSettings {
  /** Cluster time per real time, at most. */
  readonly rate: number;
  /** For so much real time no client may have done anything before the clock goes on. */
  readonly quietForMs: number;
  /** After so much cluster time in which nothing but upkeep happened, the clock goes as real time does. */
  readonly idleAfterMs: number;
}

/** Where clock and clients are. */
export interface PaceInput {
  /** Cluster time now, and when something other than upkeep last happened. */
  readonly clusterMs: number;
  readonly lastWorkMs: number;
  /** For how much real time no client has done anything. */
  readonly quietMs: number;
  /** Real time since the clock began to go on, and the cluster time at which it did. */
  readonly goingForMs: number;
  readonly wentOnAtMs: number;
}

/** Up to which cluster time the clock may go now, or how much real time to wait before that is asked again. */
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
