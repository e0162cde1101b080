import type { Pod } from '@orrery/api-types';
import { tryParseQuantity } from '@orrery/quantity';
import type { Random } from '@orrery/time';
import { parseDurationDraw } from './duration-draw';
import type { Chance } from '../chance';

const PREFIX = 'orrery.dev/';
const NANOS = 1_000_000_000n;

/**
 * Behaviour annotations of a pod. Each is an annotation `orrery.dev/<name>` for all containers of the
 * pod (not for init containers) or `orrery.dev/<container>.<name>` for one, which wins:
 * - `exit-after`: a Go duration after which a running container ends, or one for each attempt, the last repeated:
 *   `30s,5s,never`; `never` keeps it running;
 * - `exit-code`: its exit code, or one for each attempt: `1,1,0`;
 * - `exit-reason`: the reason shown, `OOMKilled` for example, or one for each attempt;
 * - `exit-signal`: the number of the signal that ended it, or one for each attempt;
 * - `exit-message`: what it says at its end, or one for each attempt, separated by `|`;
 * - `start-time`: how long creating and starting it takes;
 * - `ready-after`: a Go duration after the start from which it is ready;
 * - `startup-fails`, `liveness-fails`, `readiness-fails`: when its probes fail, as times after its start: `30s-60s,5m-`;
 * - `stop-after`: how long it takes to end after SIGTERM; `never` waits for SIGKILL;
 * - `stop-exit-code`: its exit code after SIGTERM;
 * - `pre-stop`: how long its preStop hook takes, if it has one;
 * - `pull-error`: the message with which pulling its image fails;
 * - `pull-failures`: which attempts fail so, `1-3,5`; all if left out;
 * - `pull-time`: how long pulling its image takes;
 * - `image-size`: the size of its image, a quantity of bytes;
 * - `commands`: what commands in the container print, as JSON: `[{"command": "pg_isready*", "stdout": "ok"}]`;
 * - `logs`: what the container prints, as JSON: `[{"after": "2s", "every": "10s", "text": "working"}]`;
 * - `http`: what the container answers, as JSON: `[{"path": "/healthz", "status": 503, "body": "starting"}]`.
 * - `probes-seen`: written by the server when a session changes what probes find, as JSON: the run, and when its probes fail.
 * - `stopping`: written by the kubelet when it stops a container with a preStop hook that is to be restarted: the run.
 * A duration may be a distribution, from which the seed of the cluster draws: `uniform(5s 10s)`, `normal(10s 2s)`.
 */
export const BehaviourAnnotation = {
  ExitAfter: 'exit-after',
  ExitCode: 'exit-code',
  ExitReason: 'exit-reason',
  ExitSignal: 'exit-signal',
  ExitMessage: 'exit-message',
  StartTime: 'start-time',
  PreStop: 'pre-stop',
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
  Commands: 'commands',
  Logs: 'logs',
  Http: 'http',
  ProbesSeen: 'probes-seen',
  Stopping: 'stopping',
} as const;
export type BehaviourAnnotation = (typeof BehaviourAnnotation)[keyof typeof BehaviourAnnotation];

/** The annotation in which the kubelet says which run of a container it stops. */
export function stoppingAnnotation(container: string): string {
  return `${PREFIX}${container}.${BehaviourAnnotation.Stopping}`;
}

/** The container whose behaviour is read, and the chance that durations are drawn with. */
export interface BehavingContainer {
  readonly pod: Pod;
  readonly container: string;
  readonly isInit: boolean;
  readonly chance: Chance;
}

/** Reads the annotated behaviour of one container; `undefined` where there is none, or it is invalid. */
export class ContainerBehaviour {
  private readonly annotations: Pod['metadata']['annotations'];

  constructor(private readonly whose: BehavingContainer) {
    this.annotations = whose.pod.metadata.annotations;
  }

  text(name: BehaviourAnnotation): string | undefined {
    if (!this.annotations) return undefined;
    const own = this.annotations[`${PREFIX}${this.whose.container}.${name}`];
    return own ?? (this.whose.isInit ? undefined : this.annotations[PREFIX + name]);
  }

  /** The text for an attempt, counted from 0; of a list the last is repeated. */
  textOf(name: BehaviourAnnotation, attempt: number): string | undefined {
    const texts = this.text(name)?.split(name === BehaviourAnnotation.ExitMessage ? '|' : ',');
    return texts?.[Math.min(attempt, texts.length - 1)]?.trim();
  }

  /** Infinity for `never`. */
  durationMs(name: BehaviourAnnotation, attempt?: number): number | undefined {
    const text = attempt === undefined ? this.text(name) : this.textOf(name, attempt);
    if (text === undefined) return undefined;
    if (text === 'never') return Number.POSITIVE_INFINITY;
    return parseDurationDraw(text)?.(() => this.randomFor(name, attempt ?? 0));
  }

  /** Pods of the same name that follow each other differ by when they were created. */
  private randomFor(name: BehaviourAnnotation, attempt: number): Random {
    const { pod, container, chance } = this.whose;
    const { namespace = '', name: podName, creationTimestamp = '' } = pod.metadata;
    return chance('behaviour', namespace, podName, String(creationTimestamp), container, name, attempt);
  }

  /** The number of a signal. */
  signal(attempt: number): number | undefined {
    const number = Number(this.textOf(BehaviourAnnotation.ExitSignal, attempt) || Number.NaN);
    return Number.isInteger(number) && number >= 1 && number <= 64 ? number : undefined;
  }

  exitCode(name: BehaviourAnnotation, attempt: number): number | undefined {
    const code = Number(this.textOf(name, attempt) || Number.NaN);
    return Number.isInteger(code) && code >= 0 && code <= 255 ? code : undefined;
  }

  /** The error of the pull after the given number of failures. */
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

/** Returns whether `1-3,5` has an attempt, counted from 1; `*` has all. Parts that cannot be read have none. */
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
