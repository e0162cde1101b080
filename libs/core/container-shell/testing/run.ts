import { concat, decode, encode, type Process } from '../process';

/** Result of a process. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  readonly sleptMs: number;
}

/** Runs a process to its end on the given input. */
export function run(process: Process, input = ''): Ran {
  const printed = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  const left = input === '' ? [] : [encode(input)];
  let sleptMs = 0;
  let answer: Uint8Array | undefined;
  for (;;) {
    const { done, value } = process.next(answer);
    answer = undefined;
    if (done) return { stdout: text(printed.stdout), stderr: text(printed.stderr), code: value, sleptMs };
    if (value.is === 'write') printed[value.to].push(value.bytes);
    else if (value.is === 'read') answer = left.shift();
    else if (value.is === 'unread') left.unshift(value.bytes);
    else if (value.is === 'sleep') sleptMs += value.ms;
  }
}

function text(chunks: readonly Uint8Array[]): string {
  return decode(concat(chunks));
}
