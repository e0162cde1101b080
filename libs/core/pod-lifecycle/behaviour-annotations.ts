import type { Pod } from '@orrery/api-types';
import { parseDurationMs } from '@orrery/time';

const PREFIX = 'orrery.dev/';

/**
 * What a pod's author asks of the simulation. Each is an annotation `orrery.dev/<name>` for all containers of the
 * pod (not for init containers) or `orrery.dev/<container>.<name>` for one, which wins:
 * - `exit-after`: a Go duration after which a running container ends; `never` keeps it running;
 * - `exit-code`: its exit code, or one for each attempt, the last repeated: `1,1,0`;
 * - `exit-reason`: the reason shown, `OOMKilled` for example;
 * - `ready-after`: a Go duration after the start from which it is ready;
 * - `startup-fails`, `liveness-fails`, `readiness-fails`: when its probes fail, as times after its start: `30s-60s,5m-`;
 * - `stop-after`: how long it takes to end after SIGTERM; `never` waits for SIGKILL;
 * - `stop-exit-code`: its exit code after SIGTERM;
 * - `pull-error`: the message with which pulling its image fails.
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

  /** Infinity for `never`. */
  durationMs(name: BehaviourAnnotation): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (text === 'never') return Number.POSITIVE_INFINITY;
    const ms = parseDurationMs(text);
    return ms !== undefined && ms >= 0 ? ms : undefined;
  }

  exitCode(name: BehaviourAnnotation, attempt: number): number | undefined {
    const codes = this.text(name)?.split(',');
    const code = Number(codes?.[Math.min(attempt, codes.length - 1)]?.trim() || Number.NaN);
    return Number.isInteger(code) && code >= 0 && code <= 255 ? code : undefined;
  }
}
