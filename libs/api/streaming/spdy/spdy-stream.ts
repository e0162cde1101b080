import { ByteQueue } from '../byte-queue';
import { ResetStatus } from './frames';
import type { StreamHeaders } from './header-block';

const NOTHING = new Uint8Array(0);
/** Clients take frames of any size; shorter ones leave room for other streams. */
const MAX_DATA_BYTES = 32 * 1024;

/** Operations of the connection that a stream uses. */
export interface StreamPort {
  readonly accept: () => void;
  readonly send: (data: Uint8Array, isLast: boolean) => Promise<void>;
  readonly reset: (status: ResetStatus) => void;
  /** Both directions have ended. */
  readonly ended: () => void;
  /** Reports that the number of received bytes that wait for their reader grew by `more`. */
  readonly waiting: (more: number) => void;
}

/** One stream of a connection. */
export class SpdyStream {
  private waitingBytes = 0;
  private isDone = { reading: false, writing: false };
  /** Data from the client. */
  readonly input = new ByteQueue((bytes) => {
    this.port.waiting(bytes - this.waitingBytes);
    this.waitingBytes = bytes;
  });

  constructor(
    readonly id: number,
    private readonly headers: StreamHeaders,
    private readonly port: StreamPort,
  ) {}

  /** Returns a header with which the client opened the stream; empty if it is absent. */
  header(name: string): string {
    return this.headers.get(name)?.[0] ?? '';
  }

  accept(): void {
    this.port.accept();
  }

  /** Resolves when there is room for more; bytes written after the end are dropped. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length && !this.isDone.writing; at += MAX_DATA_BYTES) {
      await this.port.send(bytes.subarray(at, at + MAX_DATA_BYTES), false);
    }
  }

  /** Ends our direction. */
  async end(): Promise<void> {
    if (this.isDone.writing) return;
    this.isDone.writing = true;
    await this.port.send(NOTHING, true);
    this.endIfDone();
  }

  /** Ends both directions at once. */
  reset(status: ResetStatus = ResetStatus.Cancel): void {
    this.lost();
    this.port.reset(status);
  }

  /** Receives bytes of the client; called by the connection. */
  received(bytes: Uint8Array, isLast: boolean): void {
    if (this.isDone.reading) return;
    this.input.push(bytes);
    if (!isLast) return;
    this.isDone.reading = true;
    this.input.end();
    this.endIfDone();
  }

  /** Ends the stream after its connection is closed or the client reset it; called by the connection. */
  lost(): void {
    this.isDone = { reading: true, writing: true };
    this.input.drop();
  }

  private endIfDone(): void {
    if (this.isDone.reading && this.isDone.writing) this.port.ended();
  }
}
