import type { RemoteStreams } from '@orrery/api-streaming';
import { decode, encode, Interrupted, TtyLines, type Process } from '@orrery/container-shell';
import { TimerPhase, type Clock, type Timer } from '@orrery/time';

/** Number of steps of a process after which others get their turn. */
const STEPS_AT_ONCE = 500;

/** Streams that a process reads from and prints to. */
export interface ProcessStreams extends Pick<RemoteStreams, 'write' | 'onClosed'> {
  readonly stdin: Pick<RemoteStreams['stdin'], 'next' | 'end'>;
}

/** Environment of a process. */
export interface ProcessSetting {
  readonly streams: ProcessStreams;
  readonly clock: Clock;
  readonly isTty: boolean;
  /**
   * Called with a function that ends the process early, as when its container ends; returns a function that unregisters
   * it.
   */
  readonly onKilled: (kill: () => void) => () => void;
}

/**
 * Number of steps that a process may do after its client left: enough for the pending input, and an end for a process
 * that never ends.
 */
const STEPS_AFTER_LEAVING = 100_000;

/** Exit code of a process that is killed. */
const KILLED_EXIT = 137;

/** Runs a process over a connection to its end; returns its exit code, or undefined if its client left before its end. */
export async function runProcess(
  process: Process,
  { streams, clock, isTty, onKilled }: ProcessSetting,
): Promise<number | undefined> {
  const session = new Session(streams, clock, isTty);
  const forget = onKilled(() => session.kill());
  try {
    return await runSteps(process, session, isTty);
  } finally {
    forget();
  }
}

async function runSteps(process: Process, session: Session, isTty: boolean): Promise<number | undefined> {
  let answer: Uint8Array | undefined;
  for (let step = 1; !session.isOver; step++) {
    const { done, value } = session.takeInterrupt() ? process.throw(new Interrupted()) : process.next(answer);
    answer = undefined;
    if (done) return value;
    session.countStep();
    if (step % STEPS_AT_ONCE === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    switch (value.is) {
      case 'write':
        await session.write(value.to, value.bytes);
        break;
      case 'prompt':
        if (isTty) await session.write('stdout', encode(value.text));
        break;
      case 'read':
        answer = await session.read();
        break;
      case 'unread':
        session.unread(value.bytes);
        break;
      case 'sleep':
        await session.sleep(value.ms);
        break;
      case 'step':
        break;
    }
  }
  process.return(0);
  return session.isKilled ? KILLED_EXIT : undefined;
}

/** Connection of one process: input as it can be read, and the events that end a wait. */
class Session {
  isOver = false;
  isKilled = false;
  private readonly waiting: Uint8Array[] = [];
  private readonly keys = new TtyLines();
  /** The input ended here, as by Ctrl-D; more may come. */
  private hasEnd = false;
  /** No more input will come. */
  private isClosed = false;
  private isInterrupted = false;
  private wake: () => void = () => undefined;
  /** Steps that are left to do; without end while the client is there. */
  private stepsLeft = Infinity;

  constructor(
    private readonly streams: ProcessStreams,
    private readonly clock: Clock,
    private readonly isTty: boolean,
  ) {
    streams.onClosed(() => this.clientLeft());
    // On a terminal keys count while a program sleeps; input of other kinds is read when it is asked for.
    if (isTty) void this.follow();
  }

  /** Counts a step of the process; one whose client is gone ends after a limit. */
  countStep(): void {
    if (--this.stepsLeft <= 0) this.isOver = true;
  }

  /**
   * Handles the end of the client. A terminal that is closed ends its process. Another process loses no input: it
   * continues until it waits for time, so that the input that the client sent before takes effect.
   */
  private clientLeft(): void {
    if (this.isTty) this.isOver = true;
    else this.stepsLeft = STEPS_AFTER_LEAVING;
    this.wake();
  }

  kill(): void {
    this.isKilled = true;
    this.isOver = true;
    this.wake();
    if (!this.isTty) this.streams.stdin.end();
  }

  takeInterrupt(): boolean {
    const was = this.isInterrupted;
    this.isInterrupted = false;
    return was;
  }

  write(to: 'stdout' | 'stderr', bytes: Uint8Array): Promise<void> {
    if (!this.isTty) return this.streams.write(to, bytes);
    // A terminal has one output, and begins a line at its left.
    return this.streams.write('stdout', encode(decode(bytes).replaceAll('\n', '\r\n')));
  }

  async read(): Promise<Uint8Array | undefined> {
    const known = this.waiting.shift();
    if (known) return known;
    if (!this.isTty) return this.streams.stdin.next();
    const canWait = (): boolean => !this.hasEnd && !this.isClosed && !this.isOver && !this.isInterrupted;
    while (this.waiting.length === 0 && canWait()) await this.woken();
    if (this.waiting.length === 0) this.hasEnd = false;
    return this.waiting.shift();
  }

  unread(bytes: Uint8Array): void {
    this.waiting.unshift(bytes);
  }

  /** Waits until the cluster's clock has advanced by this time, or the client or the container ends the wait. */
  async sleep(ms: number): Promise<void> {
    const hasLeft = (): boolean => this.stepsLeft < Infinity;
    let timer: Timer | undefined;
    let isUp = ms <= 0;
    if (Number.isFinite(ms) && ms > 0) {
      timer = this.clock.setTimer(this.clock.now() + ms, TimerPhase.Kubelet, 'process in a container', () => {
        isUp = true;
        this.wake();
      });
    }
    while (!isUp && !this.isOver && !this.isInterrupted && !hasLeft()) await this.woken();
    if (!isUp && hasLeft()) this.isOver = true;
    timer?.cancel();
  }

  private woken(): Promise<void> {
    return new Promise((resolve) => (this.wake = resolve));
  }

  private async follow(): Promise<void> {
    for (let bytes = await this.streams.stdin.next(); bytes; bytes = await this.streams.stdin.next()) {
      const { echo, lines, isInterrupted, isEnded } = this.keys.take(bytes);
      if (echo !== '') await this.streams.write('stdout', encode(echo));
      this.waiting.push(...lines);
      if (isEnded) this.hasEnd = true;
      if (isInterrupted) this.isInterrupted = true;
      this.wake();
    }
    this.isClosed = true;
    this.wake();
  }
}
