/**
 * The pulls of one node. They wait for each other unless the kubelet may pull several images at once; who asks for an image
 * that is on its way gets it when it is there.
 */
export class ImagePulls {
  /** When each lane is free. */
  private lanes: number[] = [];
  private readonly underWay = new Map<string, number>();

  /** @param parallel how many images may be pulled at once; infinity for any number. */
  constructor(private parallel: number) {}

  setParallel(parallel: number): void {
    if (parallel === this.parallel) return;
    this.parallel = parallel;
    this.lanes = this.lanes.sort((a, b) => b - a).slice(0, parallel);
  }

  /** When a pull that is asked for now will have ended. */
  endOf(image: string, durationMs: number, nowMs: number): number {
    const sameEndsMs = this.underWay.get(image);
    if (sameEndsMs !== undefined && sameEndsMs > nowMs) return sameEndsMs;
    const endMs = this.startOf(nowMs, durationMs);
    this.underWay.set(image, endMs);
    return endMs;
  }

  private startOf(nowMs: number, durationMs: number): number {
    if (this.parallel === Number.POSITIVE_INFINITY) return nowMs + durationMs;
    let free = this.lanes.length < this.parallel ? this.lanes.push(nowMs) - 1 : 0;
    for (let i = 0; i < this.lanes.length; i++) if (this.lanes[i]! < this.lanes[free]!) free = i;
    const endMs = Math.max(nowMs, this.lanes[free]!) + durationMs;
    this.lanes[free] = endMs;
    for (const [image, endsMs] of this.underWay) if (endsMs <= nowMs) this.underWay.delete(image);
    return endMs;
  }
}
