/** Bytes that arrive, until they are read. */
export class ByteQueue {
  private chunks: Uint8Array[] = [];
  private isEnded = false;
  private wake: (() => void) | undefined;
  private size = 0;

  /** @param changed called with the number of waiting bytes whenever it changes */
  constructor(private readonly changed: (waitingBytes: number) => void = () => undefined) {}

  push(bytes: Uint8Array): void {
    if (this.isEnded || bytes.length === 0) return;
    this.chunks.push(bytes);
    this.count(bytes.length);
    this.wake?.();
  }

  /** Ends the input; waiting bytes can still be read. */
  end(): void {
    this.isEnded = true;
    this.wake?.();
  }

  /** Drops the waiting bytes, and ends. */
  drop(): void {
    this.chunks = [];
    this.count(-this.size);
    this.end();
  }

  /** The next bytes; undefined at the end. One reader at a time. */
  async next(): Promise<Uint8Array | undefined> {
    while (this.chunks.length === 0 && !this.isEnded) {
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.wake = undefined;
    }
    const chunk = this.chunks.shift();
    if (chunk) this.count(-chunk.length);
    return chunk;
  }

  private count(more: number): void {
    this.size += more;
    this.changed(this.size);
  }
}
