/** Rate limit for the start of pulls. */
export interface PullLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** The pulls of a node, as plain data. */
export interface ImagePullsState {
  readonly lanes: readonly number[];
  readonly underWay: readonly (readonly [image: string, endsMs: number])[];
  /** Null for any number. */
  readonly parallel: number | null;
  readonly limit?: PullLimit;
  readonly tokens: number;
  readonly filledAtMs: number;
}

/**
 * The pulls of one node. They run one after the other unless the kubelet may pull several images at once; a request for an image
 * that is on its way gets it when it is there.
 */
export class ImagePulls {
  /** Times at which the lanes become free. */
  private lanes: number[] = [];
  private readonly underWay = new Map<string, number>();
  private limit: PullLimit | undefined;
  private tokens = 0;
  private filledAtMs = 0;

  /** @param parallel how many images may be pulled at once; infinity for any number. */
  constructor(private parallel: number) {}

  setParallel(parallel: number): void {
    if (parallel === this.parallel) return;
    this.parallel = parallel;
    this.lanes = this.lanes.sort((a, b) => b - a).slice(0, parallel);
  }

  /** Rate (pulls per second) and burst of pulls; undefined removes the limit. */
  setLimit(limit: PullLimit | undefined): void {
    if (limit?.perSecond === this.limit?.perSecond && limit?.burst === this.limit?.burst) return;
    this.limit = limit;
    this.tokens = limit?.burst ?? 0;
  }

  /** Returns the end of a pull requested now; undefined if the rate limit refuses it. */
  endOf(image: string, durationMs: number, nowMs: number): number | undefined {
    const sameEndsMs = this.underWay.get(image);
    if (sameEndsMs !== undefined && sameEndsMs > nowMs) return sameEndsMs;
    const endMs = this.startOf(nowMs, durationMs);
    if (!this.takeToken(endMs - durationMs)) return undefined;
    this.underWay.set(image, endMs);
    return endMs;
  }

  /** Returns the pulls under way, as plain data. */
  toState(): ImagePullsState {
    const { lanes, underWay, parallel, limit, tokens, filledAtMs } = this;
    return {
      lanes: [...lanes],
      underWay: [...underWay],
      parallel: parallel === Number.POSITIVE_INFINITY ? null : parallel,
      ...(limit && { limit }),
      tokens,
      filledAtMs,
    };
  }

  /** Restores the state that {@link toState} returned. */
  restore({ lanes, underWay, parallel, limit, tokens, filledAtMs }: ImagePullsState): void {
    this.lanes = [...lanes];
    for (const [image, endsMs] of underWay) this.underWay.set(image, endsMs);
    this.parallel = parallel ?? Number.POSITIVE_INFINITY;
    this.limit = limit;
    this.tokens = tokens;
    this.filledAtMs = filledAtMs;
  }

  private takeToken(atMs: number): boolean {
    const { limit } = this;
    if (!limit) return true;
    this.tokens = Math.min(limit.burst, this.tokens + (Math.max(0, atMs - this.filledAtMs) * limit.perSecond) / 1000);
    this.filledAtMs = Math.max(this.filledAtMs, atMs);
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
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
