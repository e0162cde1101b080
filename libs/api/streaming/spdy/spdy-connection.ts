import type { Duplex } from 'node:stream';
import {
  controlFrame,
  dataFrame,
  firstNumber,
  FLAG_FIN,
  FrameReader,
  FrameType,
  numbers,
  ResetStatus,
  type Frame,
} from './frames';
import { HeaderReader, HeaderWriter } from './header-block';
import { SpdyStream } from './spdy-stream';

/** Streams that a connection may have open at once; more are refused. */
const MAX_STREAMS = 256;
/** Bytes that may wait for their readers before the client is left waiting, and until it is heard again. */
const MAX_WAITING_BYTES = 1024 * 1024;
const STREAM_HEAD_BYTES = 10;

/** Callbacks for the events of a connection. */
export interface SpdyListener {
  /** The client opened a stream. It is answered with `stream.accept()` or `stream.reset()`. */
  readonly opened: (stream: SpdyStream) => void;
  /** The connection has ended; so have its streams. */
  readonly closed: () => void;
}

/**
 * The server's end of a SPDY/3.1 connection, as far as clients of Kubernetes speak it: streams in both directions, without
 * priorities and without flow control by windows, which `moby/spdystream`, the other end, does not have either. A slow
 * reader holds up the connection below instead.
 */
export class SpdyConnection {
  private readonly reader = new FrameReader();
  private readonly headerReader = new HeaderReader();
  private readonly headerWriter = new HeaderWriter();
  private readonly streams = new Map<number, SpdyStream>();
  private handling: Promise<void> = Promise.resolve();
  private waitingBytes = 0;
  private isClosed = false;

  constructor(
    private readonly socket: Duplex,
    private readonly listener: SpdyListener,
  ) {
    socket.on('data', (bytes: Buffer) => this.take(bytes));
    socket.on('error', () => this.close());
    socket.on('end', () => this.finish());
    socket.on('close', () => this.close());
  }

  /** Announces that no more streams are accepted, and ends the connection once everything is sent. */
  finish(): void {
    if (this.isClosed) return;
    this.send(controlFrame(FrameType.GoAway, [numbers(0, 0)]));
    this.socket.end();
  }

  /** Ends the connection at once. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.headerReader.close();
    this.socket.destroy();
    for (const stream of this.streams.values()) stream.lost();
    this.streams.clear();
    this.listener.closed();
  }

  private take(bytes: Buffer): void {
    try {
      for (const frame of this.reader.take(bytes)) {
        const { length } = frame.bytes;
        this.count(length);
        this.handling = this.handling
          .then(() => this.handle(frame))
          .catch(() => this.close())
          .finally(() => this.count(-length));
      }
    } catch {
      this.close();
    }
  }

  private handle(frame: Frame): Promise<void> | void {
    if (this.isClosed) return;
    if (frame.is === 'data') return this.takeData(frame);
    switch (frame.type) {
      case FrameType.SynStream:
        return this.open(frame.bytes, frame.flags);
      case FrameType.RstStream: {
        const id = firstNumber(frame.bytes);
        this.streams.get(id)?.lost();
        this.streams.delete(id);
        return;
      }
      case FrameType.Ping:
        return this.send(controlFrame(FrameType.Ping, [frame.bytes]));
      case FrameType.SynReply:
      case FrameType.Headers:
        // They continue the compression, so they must be read even where they are not used.
        return this.headerReader.read(frame.bytes.subarray(4)).then(() => undefined);
      default:
        return;
    }
  }

  private takeData({ stream: id, bytes, flags }: Frame & { is: 'data' }): void {
    const stream = this.streams.get(id);
    if (!stream) return this.reset(id, ResetStatus.ProtocolError);
    stream.received(bytes, (flags & FLAG_FIN) !== 0);
  }

  private async open(bytes: Buffer, flags: number): Promise<void> {
    const id = firstNumber(bytes);
    const headers = await this.headerReader.read(bytes.subarray(STREAM_HEAD_BYTES));
    if (id === 0 || id % 2 === 0 || this.streams.has(id)) return this.reset(id, ResetStatus.ProtocolError);
    if (this.streams.size >= MAX_STREAMS) return this.reset(id, ResetStatus.RefusedStream);
    const stream = new SpdyStream(id, headers, {
      accept: () => this.send(controlFrame(FrameType.SynReply, [numbers(id), this.headerWriter.write({})])),
      send: (data, isLast) => this.sent(dataFrame(id, data, isLast ? FLAG_FIN : 0)),
      reset: (status) => this.reset(id, status),
      ended: () => this.streams.delete(id),
      waiting: (more) => this.count(more),
    });
    this.streams.set(id, stream);
    if ((flags & FLAG_FIN) !== 0) stream.received(Buffer.alloc(0), true);
    this.listener.opened(stream);
  }

  private reset(id: number, status: ResetStatus): void {
    this.streams.delete(id);
    this.send(controlFrame(FrameType.RstStream, [numbers(id, status)]));
  }

  private send(frame: Buffer): void {
    if (!this.isClosed && this.socket.writable) this.socket.write(frame);
  }

  /** Resolves when there is room for more. */
  private async sent(frame: Buffer): Promise<void> {
    if (this.isClosed || !this.socket.writable || this.socket.write(frame)) return;
    await new Promise<void>((resolve) => {
      const go = (): void => {
        this.socket.off('drain', go).off('close', go);
        resolve();
      };
      this.socket.on('drain', go).on('close', go);
    });
  }

  private count(more: number): void {
    this.waitingBytes += more;
    if (this.waitingBytes > MAX_WAITING_BYTES) this.socket.pause();
    else if (this.socket.isPaused()) this.socket.resume();
  }
}
