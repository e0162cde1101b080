/** Request of a simulated program to its caller. */
export type Effect =
  | { readonly is: 'write'; readonly to: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  /** Output for a person who types, and not for programs. */
  | { readonly is: 'prompt'; readonly text: string }
  /** Nothing: a place where the caller can let others run, or end it. */
  | { readonly is: 'step'; readonly turn?: LoopTurn }
  /** Its input: answered with bytes, or with undefined at the end. */
  | { readonly is: 'read' }
  /** Bytes that were read and are left for the next who reads. */
  | { readonly is: 'unread'; readonly bytes: Uint8Array }
  /** A time of the cluster's clock; may be infinite. */
  | { readonly is: 'sleep'; readonly ms: number };

/** The begin of a turn of a loop. Two turns in a row with one state, and no input in between, are followed by such turns for ever. */
export interface LoopTurn {
  readonly loop: object;
  /** State that the further run depends on, as a text. */
  readonly state: () => string;
}

/** A running program: its requests one after the other, and its exit code in the end. */
export type Process = Generator<Effect, number, Uint8Array | undefined>;

/** A part of a process that comes to a value. */
export type ProcessStep<T> = Generator<Effect, T, Uint8Array | undefined>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function* print(text: string): ProcessStep<void> {
  if (text !== '') yield { is: 'write', to: 'stdout', bytes: encode(text) };
}

export function* printError(text: string): ProcessStep<void> {
  yield { is: 'write', to: 'stderr', bytes: encode(text) };
}

/** A complaint as programs make it, and their exit code. */
export function* fail(text: string, exitCode = 1): Process {
  yield* printError(`${text}\n`);
  return exitCode;
}

/** Most bytes of input and of output that are held in memory. */
export const MAX_HELD_BYTES = 16 * 1024 * 1024;

export function concat(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(chunks.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Thrown where a program would need more memory than it may have; it ends with 137, as one that is killed. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
}

/** Thrown where a process asks for something of its container that is not known; only with a machine that is partly known. */
export class Unknown extends Error {
  override readonly name = 'Unknown';

  /** @param isOfPod the pod with the objects that it names would tell */
  constructor(
    what: string,
    readonly isOfPod = false,
  ) {
    super(what);
  }
}

/** Thrown into a program that a person interrupts. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** All input until its end. */
export function* readAll(): ProcessStep<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let chunk = yield { is: 'read' }; chunk; chunk = yield { is: 'read' }) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_HELD_BYTES) throw new OutOfMemory();
  }
  return concat(chunks);
}

/** Reads one line of input without its end; undefined at the end of the input. */
export function* readLine(): ProcessStep<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk: Uint8Array | undefined = yield { is: 'read' };
    if (!chunk) return chunks.length === 0 ? undefined : decode(concat(chunks));
    const end = chunk.indexOf(10);
    if (end >= 0) {
      if (end + 1 < chunk.length) yield { is: 'unread', bytes: chunk.subarray(end + 1) };
      return decode(concat([...chunks, chunk.subarray(0, end)]));
    }
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_HELD_BYTES) throw new OutOfMemory();
  }
}

/**
 * Runs a process with input of its own, and keeps what it prints where `take` says so. Turns of loops in it are not told:
 * their state is not all that there is.
 */
export function* redirected(
  process: Process,
  { input, take }: { readonly input?: Uint8Array; readonly take?: (effect: Effect & { is: 'write' }) => boolean },
): Process {
  let left = input === undefined ? undefined : [input].filter(({ length }) => length > 0);
  let answer: Uint8Array | undefined;
  for (;;) {
    const { done, value } = process.next(answer);
    answer = undefined;
    if (done) return value;
    if (value.is === 'write' && take?.(value)) continue;
    if (left && value.is === 'read') answer = left.shift();
    else if (left && value.is === 'unread') left = [value.bytes, ...left];
    else if ((left || take) && value.is === 'step') answer = yield { is: 'step' };
    else answer = yield value;
  }
}

/** Collects what is printed, up to a limit. */
export class Capture {
  private readonly chunks: Uint8Array[] = [];
  private size = 0;

  constructor(private readonly maxBytes: number) {}

  add(bytes: Uint8Array): void {
    this.size += bytes.length;
    if (this.size > this.maxBytes) throw new OutOfMemory();
    this.chunks.push(bytes);
  }

  get bytes(): Uint8Array {
    return concat(this.chunks);
  }
}
