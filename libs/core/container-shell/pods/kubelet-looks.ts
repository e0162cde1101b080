import { randomFor } from '@orrery/time';

/** Interval between two routine syncs of a pod (`syncFrequency`, and the share by which its work queue may wait longer). */
const SYNC_MS = 60_000;
const SYNC_JITTER = 0.5;

/** Times at which a kubelet syncs a pod and updates its volumes. */
export class KubeletLooks {
  private readonly periodMs: number;

  /**
   * @param startMs when the pod was started
   * @param podChanged when the pod itself was changed last by a time, and next after it: kubelets look at once then
   */
  constructor(
    uid: string,
    private readonly startMs: number,
    private readonly podChanged: {
      readonly before: (atMs: number) => number | undefined;
      readonly after: (atMs: number) => number | undefined;
    },
  ) {
    this.periodMs = Math.round(SYNC_MS * (1 + SYNC_JITTER * randomFor('sync', uid).unit()));
  }

  /** The last look at a time. */
  last(atMs: number): number {
    const periods = Math.floor(Math.max(0, atMs - this.startMs) / this.periodMs);
    return Math.max(this.startMs + periods * this.periodMs, this.podChanged.before(atMs) ?? 0);
  }

  /** The first look from a time on. */
  first(fromMs: number): number {
    const periods = Math.ceil(Math.max(0, fromMs - this.startMs) / this.periodMs);
    return Math.min(
      this.startMs + periods * this.periodMs,
      this.podChanged.after(fromMs - 1) ?? Number.POSITIVE_INFINITY,
    );
  }
}
