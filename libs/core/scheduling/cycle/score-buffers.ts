/**
 * Arrays for one scoring after the other: cycles mostly find the same number of nodes, and typed arrays are costly to
 * make. The result of `take` is valid until the next `reset`.
 */
export class ScoreBuffers {
  private length = 0;
  private used = 0;
  private buffers: Float64Array[] = [];

  reset(): void {
    this.used = 0;
  }

  /** An array of that length, all 0. */
  take(length: number): Float64Array {
    if (length !== this.length) {
      this.length = length;
      this.buffers = [];
      this.used = 0;
    }
    const buffer = this.buffers[this.used];
    this.used++;
    if (buffer) return buffer.fill(0);
    const fresh = new Float64Array(length);
    this.buffers.push(fresh);
    return fresh;
  }
}
