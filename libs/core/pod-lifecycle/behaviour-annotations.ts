import type { Pod } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';

const PREFIX = 'orrery.dev/';
const NANOS = 1_000_000_000n;

/**
 * What a pod's author asks of the simulation. Each is an annotation `orrery.dev/<name>` for all containers of the
 * pod (not for init containers) or `orrery.dev/<container>.<name>` for one, which wins:
 * - `exit-after`: a Go duration after which a running container ends, or one for each attempt, the last repeated:
 *   `30s,5s,never`; `never` keeps it running;
 * - `exit-code`: its exit code, or one for each attempt: `1,1,0`;
 * - `exit-reason`: the reason shown, `OOMKilled` for example, or one for each attempt;
 * - `ready-after`: a Go duration after the start from which it is ready;
 * - `startup-fails`, `liveness-fails`, `readiness-fails`: when its probes fail, as times after its start: `30s-60s,5m-`;
 * - `stop-after`: how long it takes to end after SIGTERM; `never` waits for SIGKILL;
 * - `stop-exit-code`: its exit code after SIGTERM;
 * - `pull-error`: the message with which pulling its image fails;
 * - `pull-failures`: which attempts fail so, `1-3,5`; all if left out;
 * - `pull-time`: how long pulling its image takes;
 * - `image-size`: the size of its image, a quantity of bytes.
 */
export const BehaviourAnnotation = {
  ExitAfter: 'exit-after',
  ExitCode: 'exit-code',
  ExitReason: 'exit-reason',
  ReadyAfter: 'ready-after',
  StartupFails: 'startup-fails',
  LivenessFails: 'liveness-fails',
  ReadinessFails: 'readiness-fails',
  StopAfter: 'stop-after',
  StopExitCode: 'stop-exit-code',
  PullError: 'pull-error',
  PullFailures: 'pull-failures',
  PullTime: 'pull-time',
  ImageSize: 'image-size',
} as const;
export type BehaviourAnnotation = (typeof BehaviourAnnotation)[keyof typeof BehaviourAnnotation];

/** Reads the behaviour asked for one container; `undefined` where nothing (readable) is asked. */
export class ContainerBehaviour {
  constructor(
    private readonly annotations: Pod['metadata']['annotations'],
    private readonly container: string,
    private readonly isInit: boolean,
  ) {}

  text(name: BehaviourAnnotation): string | undefined {
    if (!this.annotations) return undefined;
    const own = this.annotations[`${PREFIX}${this.container}.${name}`];
    return own ?? (this.isInit ? undefined : this.annotations[PREFIX + name]);
  }

  /** The text for an attempt, counted from 0; of a list the last is repeated. */
  textOf(name: BehaviourAnnotation, attempt: number): string | undefined {
    const texts = this.text(name)?.split(',');
    return texts?.[Math.min(attempt, texts.length - 1)]?.trim();
  }

  /** Infinity for `never`. */
  durationMs(name: BehaviourAnnotation, attempt?: number): number | undefined {
    const text = attempt === undefined ? this.text(name) : this.textOf(name, attempt);
    if (text === undefined) return undefined;
    if (text === 'never') return Number.POSITIVE_INFINITY;
    const ms = parseDurationMs(text);
    return ms !== undefined && ms >= 0 ? ms : undefined;
  }

  exitCode(name: BehaviourAnnotation, attempt: number): number | undefined {
    const code = Number(this.textOf(name, attempt) || Number.NaN);
    return Number.isInteger(code) && code >= 0 && code <= 255 ? code : undefined;
  }

  /** With what the pull after so many failures fails. */
  pullError(failures: number): string | undefined {
    const error = this.text(BehaviourAnnotation.PullError);
    const attempts = error === undefined ? undefined : this.text(BehaviourAnnotation.PullFailures);
    return attempts === undefined || coversAttempt(attempts, failures + 1) ? error : undefined;
  }

  imageBytes(): number | undefined {
    const verdict = tryParseQuantity(this.text(BehaviourAnnotation.ImageSize) ?? '');
    return verdict.ok && verdict.quantity.nanos >= 0n ? Number(verdict.quantity.nanos / NANOS) : undefined;
  }
}

/** Whether `1-3,5` has an attempt, counted from 1; `*` has all. What cannot be read has none. */
export function coversAttempt(text: string, attempt: number): boolean {
  return text.split(',').some((part) => {
    const [first, last] = attemptsIn(part.trim()) ?? [];
    return first !== undefined && attempt >= first && attempt <= last!;
  });
}

/** The first and the last attempt of `3`, `2-4`, `2-` or `*`; undefined if it is none of these. */
export function attemptsIn(text: string): readonly [first: number, last: number] | undefined {
  if (text === '*') return [1, Number.POSITIVE_INFINITY];
  const match = /^([1-9][0-9]*)(-([1-9][0-9]*)?)?$/.exec(text);
  if (!match) return undefined;
  const first = Number(match[1]);
  const last = match[2] === undefined ? first : match[3] === undefined ? Number.POSITIVE_INFINITY : Number(match[3]);
  return last >= first ? [first, last] : undefined;
}
