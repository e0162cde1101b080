import { quantityValue } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { attemptsIn, BehaviourAnnotation, coversAttempt } from '../behaviour-annotations';

/** A quantity, or a curve in the notation of the usage annotations, or its corners. */
export type UsageCurve = string | number | readonly UsagePoint[];

export interface UsagePoint {
  /** A Go duration after the start. */
  readonly at: string;
  readonly value: string | number;
  /** How it is reached from the corner before; at once by default. */
  readonly interpolation?: 'step' | 'linear';
}

export interface PullFailure {
  /** `1-3`, `5` or `*`, counted from 1. */
  readonly attempts?: string;
  readonly reason: string;
}

export interface RunAttempt {
  readonly attempts: string;
  /** A Go duration; `forever` is the default. */
  readonly duration?: string;
  readonly exitCode?: number;
  readonly reason?: string;
}

/** How containers behave, as the kind PodBehavior has it (`sim.orrery.dev/v1`, node specification F12). */
export interface ContainerBehaviourSpec {
  readonly image?: {
    readonly pullError?: string;
    /** How long a pull takes, or what it follows from. */
    readonly pull?: string | { readonly latency?: string; readonly bandwidth?: string };
    readonly sizeBytes?: string | number;
    readonly failures?: readonly PullFailure[];
  };
  readonly start?: { readonly readyAfter?: string };
  /** One for all attempts, in which lists go by attempt with the last repeated; or a list of attempts. */
  readonly run?:
    | { readonly exitAfter?: string; readonly exitCodes?: readonly number[]; readonly exitReason?: string }
    | readonly RunAttempt[];
  readonly terminate?: { readonly stopAfter?: string; readonly exitCode?: number };
  /** When probes fail, as times after the start of the container: `30s-60s`, `5m-`. */
  readonly probes?: Readonly<Partial<Record<'startup' | 'liveness' | 'readiness', readonly string[] | undefined>>>;
  /** What it uses: `cpu`, `memory`, `pids`, `rootfs`, `logs`, `inodes`, `volume:<name>`. */
  readonly usage?: Readonly<Record<string, UsageCurve>>;
}

/** The annotations that mean each kind of usage; volumes have their own. */
export const USAGE_WORDS: Readonly<Record<string, string>> = {
  cpu: 'usage-cpu',
  memory: 'usage-memory',
  pids: 'usage-processes',
  rootfs: 'usage-rootfs',
  inodes: 'usage-rootfs-inodes',
  logs: 'usage-logs',
};
export const VOLUME = 'volume:';
/** Attempts beyond this one behave like it. */
export const MOST_ATTEMPTS = 1000;
/** Size of an image whose size is not said. */
const USUAL_IMAGE_BYTES = 50_000_000;

/** What a pod is annotated with that behaves so; containers by name, `*` is all but init containers. */
export function annotationsOf(containers: Readonly<Record<string, ContainerBehaviourSpec>>): Record<string, string> {
  const annotations: Record<string, string> = {};
  for (const [container, behaviour] of Object.entries(containers)) {
    const prefix = container === '*' ? 'orrery.dev/' : `orrery.dev/${container}.`;
    for (const [word, text] of wordsOf(behaviour)) if (text !== undefined) annotations[prefix + word] = text;
    for (const [resource, curve] of Object.entries(behaviour.usage ?? {})) {
      const word = USAGE_WORDS[resource];
      if (word !== undefined) annotations[prefix + word] = curveText(curve);
      else if (resource.startsWith(VOLUME)) {
        annotations[`orrery.dev/usage-volume.${resource.slice(VOLUME.length)}`] = curveText(curve);
      }
    }
  }
  return annotations;
}

function wordsOf({ image, start, run, terminate, probes }: ContainerBehaviourSpec): [string, string | undefined][] {
  const failures = image?.failures ?? [];
  const running = run === undefined || !isList(run) ? run : byAttempt(run);
  return [
    [BehaviourAnnotation.PullError, image?.pullError ?? failures[0]?.reason],
    [BehaviourAnnotation.PullFailures, failures.map(({ attempts = '*' }) => attempts).join(',') || undefined],
    [BehaviourAnnotation.PullTime, pullTime(image)],
    [BehaviourAnnotation.ImageSize, image?.sizeBytes?.toString()],
    [BehaviourAnnotation.ReadyAfter, start?.readyAfter],
    [BehaviourAnnotation.ExitAfter, running?.exitAfter],
    [BehaviourAnnotation.ExitCode, running?.exitCodes?.join(',')],
    [BehaviourAnnotation.ExitReason, running?.exitReason],
    [BehaviourAnnotation.StopAfter, terminate?.stopAfter],
    [BehaviourAnnotation.StopExitCode, terminate?.exitCode?.toString()],
    [BehaviourAnnotation.StartupFails, probes?.startup?.join(',')],
    [BehaviourAnnotation.LivenessFails, probes?.liveness?.join(',')],
    [BehaviourAnnotation.ReadinessFails, probes?.readiness?.join(',')],
  ];
}

function isList(run: NonNullable<ContainerBehaviourSpec['run']>): run is readonly RunAttempt[] {
  return Array.isArray(run);
}

/** A list by attempt, as long as attempts differ. */
function byAttempt(attempts: readonly RunAttempt[]): Exclude<ContainerBehaviourSpec['run'], readonly RunAttempt[]> {
  const ranges = attempts.flatMap(({ attempts: text }) => text.split(',').map((part) => attemptsIn(part.trim())));
  const settledAt = ranges.map((range) => (range?.[1] === Number.POSITIVE_INFINITY ? range[0] : (range?.[1] ?? 0) + 1));
  const last = Math.min(MOST_ATTEMPTS, Math.max(1, ...settledAt));
  const runs = Array.from({ length: last }, (_, i) => attempts.find((each) => coversAttempt(each.attempts, i + 1)));
  const durationOf = (each: RunAttempt | undefined): string =>
    each?.duration === undefined || each.duration === 'forever' ? 'never' : each.duration;
  return {
    exitAfter: runs.map(durationOf).join(','),
    exitCodes: runs.map((each) => each?.exitCode ?? 0),
    ...(attempts.some(({ reason }) => reason !== undefined)
      ? { exitReason: runs.map((each) => each?.reason ?? (each?.exitCode ? 'Error' : 'Completed')).join(',') }
      : {}),
  };
}

function pullTime(image: ContainerBehaviourSpec['image']): string | undefined {
  const pull = image?.pull;
  if (pull === undefined || typeof pull === 'string') return pull;
  const latencyMs = parseDurationMs(pull.latency ?? '0s') ?? 0;
  if (pull.bandwidth === undefined) return `${latencyMs}ms`;
  const bytes = image?.sizeBytes === undefined ? USUAL_IMAGE_BYTES : Number(quantityValue(image.sizeBytes));
  return `${Math.round(latencyMs + (1000 * bytes) / Number(quantityValue(pull.bandwidth)))}ms`;
}

/** A curve in the notation of the usage annotations. */
export function curveText(curve: UsageCurve): string {
  if (typeof curve === 'string' || typeof curve === 'number') return String(curve);
  return curve
    .map(({ at, value, interpolation }) => `${at}${interpolation === 'linear' ? '~' : '='}${value}`)
    .join(',');
}
