import type { ClockPort } from '@orrery/control-plane';
import { TimerPhase, type Timer } from '@orrery/time';

/** Between two rounds of statuses (`syncPeriod` of the status manager upstream). */
const STATUS_ROUND_MS = 10_000;

/** Statuses that were refused: they are tried again as kubelets do it, in their next round. */
export class RefusedStatuses {
  private readonly waiting = new Map<Timer, { readonly uid: string; readonly atMs: number }>();

  /** @param again is called with the uid of a pod whose status is to be written again */
  constructor(
    private readonly clock: ClockPort['clock'],
    private readonly again: (uid: string) => void,
  ) {}

  refused(uid: string): void {
    this.writeAt(uid, this.clock.now() + STATUS_ROUND_MS);
  }

  /** Uids of pods and when they are written again, as plain data. */
  capture(): readonly (readonly [uid: string, atMs: number])[] {
    return [...this.waiting.values()].map(({ uid, atMs }) => [uid, atMs]);
  }

  /** Restores the state that {@link capture} returned. */
  restore(waiting: readonly (readonly [uid: string, atMs: number])[]): void {
    for (const [uid, atMs] of waiting) this.writeAt(uid, atMs);
  }

  stop(): void {
    for (const timer of this.waiting.keys()) timer.cancel();
    this.waiting.clear();
  }

  private writeAt(uid: string, atMs: number): void {
    const timer = this.clock.setTimer(atMs, TimerPhase.Kubelet, 'kubelet (refused pods)', () => {
      this.waiting.delete(timer);
      this.again(uid);
    });
    this.waiting.set(timer, { uid, atMs });
  }
}
