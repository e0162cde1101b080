import { quantityValue } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { attemptsIn, BehaviourAnnotation, coversAttempt } from './behaviour-annotations';
import { durationText, type DurationSpec } from './duration-draw';

/** A quantity, or a curve in the notation of the usage annotations, or its corners, or a generator. */
export type UsageCurve = string | number | readonly UsagePoint[] | Readonly<Record<string, unknown>>;

interface UsagePoint {
  /** A Go duration after the start. */
  readonly at: string;
  readonly value: string | number;
  /** Interpolation from the previous corner; a step by default. */
  readonly interpolation?: 'step' | 'linear';
}

interface PullFailure {
  /** `1-3`, `5` or `*`, counted from 1. */
  readonly attempts?: string;
  readonly reason: string;
}

interface RunAttempt {
  readonly attempts: string;
  /** `forever` is the default. */
  readonly duration?: DurationSpec;
  readonly exitCode?: number;
  /** Number of the signal that ends it. */
  readonly signal?: number;
  readonly reason?: string;
  readonly message?: string;
}

/** Output and exit of a command in the container. */
export interface CommandBehaviour {
  /** The command with its arguments, separated by blanks; `*` matches any text. */
  readonly command: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** Run time of the command: a Go duration. */
  readonly after?: string;
}

/** Lines that the container prints on its own. */
export interface LogBehaviour {
  readonly text: string;
  /** A Go duration after its start; at once if left out. */
  readonly after?: string;
  /** The time from one line to the next that is equal; printed once if left out. */
  readonly every?: string;
}

/** Answer of the container to HTTP requests. */
export interface HttpBehaviour {
  /** The path without the query; `*` matches any text, and all paths are meant if it is left out. */
  readonly path?: string;
  /** All ports if it is left out. */
  readonly port?: number;
  /** 200 if it is left out. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A Go duration that the answer takes. */
  readonly after?: string;
}

/** Behaviour of containers, as in the kind PodBehavior (`sim.orrery.dev/v1`, spec nodes F12). */
export interface ContainerBehaviourSpec {
  readonly image?: {
    readonly pullError?: string;
    /** Duration of a pull, or the latency and bandwidth that it follows from. */
    readonly pull?: DurationSpec | { readonly latency?: string; readonly bandwidth?: string };
    readonly sizeBytes?: string | number;
    readonly failures?: readonly PullFailure[];
  };
  readonly start?: { readonly latency?: DurationSpec; readonly readyAfter?: DurationSpec };
  /** One for all attempts, in which lists go by attempt with the last repeated; or a list of attempts. */
  readonly run?:
    | { readonly exitAfter?: DurationSpec; readonly exitCodes?: readonly number[]; readonly exitReason?: string }
    | readonly RunAttempt[];
  readonly terminate?: {
    readonly stopAfter?: DurationSpec;
    readonly exitCode?: number;
    /** Duration of its preStop hook, if it has one. */
    readonly preStop?: DurationSpec;
    /** The same as `stopAfter` and `exitCode`, or `ignore`. */
    readonly onSigterm?: 'ignore' | { readonly exitAfter?: DurationSpec; readonly exitCode?: number };
  };
  /** Times in which probes fail, counted from the start of the container: `30s-60s`, `5m-`. */
  readonly probes?: Readonly<Partial<Record<'startup' | 'liveness' | 'readiness', readonly string[] | undefined>>>;
  /** The first that matches a command applies. */
  readonly commands?: readonly CommandBehaviour[];
  readonly logs?: readonly LogBehaviour[];
  /** The first that matches a request of HTTP applies. */
  readonly http?: readonly HttpBehaviour[];
  /** Used resources: `cpu`, `memory`, `pids`, `rootfs`, `logs`, `inodes`, `volume:<name>`. */
  readonly usage?: Readonly<Record<string, UsageCurve>>;
}

/** The annotations that mean each kind of usage; volumes have their own. */
export const USAGE_KEYWORDS: Readonly<Record<string, string>> = {
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

/**
 * Returns the annotations that give a pod this behaviour; containers by name, `*` is all but init containers.
 *
 * @param scenarioTime the time that curves with origin `scenario` are counted from
 */
export function annotationsOf(
  containers: Readonly<Record<string, ContainerBehaviourSpec>>,
  scenarioTime?: string,
): Record<string, string> {
  const annotations: Record<string, string> = {};
  for (const [container, behaviour] of Object.entries(containers)) {
    const prefix = container === '*' ? 'orrery.dev/' : `orrery.dev/${container}.`;
    for (const [word, text] of wordsOf(behaviour)) if (text !== undefined) annotations[prefix + word] = text;
    for (const [resource, curve] of Object.entries(behaviour.usage ?? {})) {
      const word = USAGE_KEYWORDS[resource];
      if (word !== undefined) annotations[prefix + word] = curveText(curve, scenarioTime);
      else if (resource.startsWith(VOLUME)) {
        annotations[`orrery.dev/usage-volume.${resource.slice(VOLUME.length)}`] = curveText(curve, scenarioTime);
      }
    }
  }
  return annotations;
}

type Word = [BehaviourAnnotation, string | undefined];

function wordsOf(behaviour: ContainerBehaviourSpec): Word[] {
  const { start, probes, commands, logs, http } = behaviour;
  return [
    ...imageFields(behaviour),
    [BehaviourAnnotation.StartTime, textIf(start?.latency)],
    [BehaviourAnnotation.ReadyAfter, textIf(start?.readyAfter)],
    ...runFields(behaviour),
    ...stopFields(behaviour),
    [BehaviourAnnotation.StartupFails, probes?.startup?.join(',')],
    [BehaviourAnnotation.LivenessFails, probes?.liveness?.join(',')],
    [BehaviourAnnotation.ReadinessFails, probes?.readiness?.join(',')],
    [BehaviourAnnotation.Commands, commands && JSON.stringify(commands)],
    [BehaviourAnnotation.Logs, logs && JSON.stringify(logs)],
    [BehaviourAnnotation.Http, http && JSON.stringify(http)],
  ];
}

function imageFields({ image }: ContainerBehaviourSpec): Word[] {
  const failures = image?.failures ?? [];
  return [
    [BehaviourAnnotation.PullError, image?.pullError ?? failures[0]?.reason],
    [BehaviourAnnotation.PullFailures, failures.map(({ attempts = '*' }) => attempts).join(',') || undefined],
    [BehaviourAnnotation.PullTime, pullTime(image)],
    [BehaviourAnnotation.ImageSize, image?.sizeBytes?.toString()],
  ];
}

function runFields({ run }: ContainerBehaviourSpec): Word[] {
  const running: Runs | undefined = run === undefined || !isList(run) ? run : byAttempt(run);
  return [
    [BehaviourAnnotation.ExitAfter, textIf(running?.exitAfter)],
    [BehaviourAnnotation.ExitCode, running?.exitCodes?.join(',')],
    [BehaviourAnnotation.ExitReason, running?.exitReason],
    [BehaviourAnnotation.ExitSignal, running?.exitSignal],
    [BehaviourAnnotation.ExitMessage, running?.exitMessage],
  ];
}

function stopFields({ terminate }: ContainerBehaviourSpec): Word[] {
  const { onSigterm, stopAfter, exitCode, preStop } = terminate ?? {};
  const answer: Exclude<typeof onSigterm, 'ignore'> = onSigterm === 'ignore' ? { exitAfter: 'never' } : onSigterm;
  return [
    [BehaviourAnnotation.StopAfter, textIf(answer?.exitAfter ?? stopAfter)],
    [BehaviourAnnotation.StopExitCode, (answer?.exitCode ?? exitCode)?.toString()],
    [BehaviourAnnotation.PreStop, textIf(preStop)],
  ];
}

function textIf(spec: DurationSpec | undefined): string | undefined {
  return spec === undefined ? undefined : durationText(spec);
}

function isList(run: NonNullable<ContainerBehaviourSpec['run']>): run is readonly RunAttempt[] {
  return Array.isArray(run);
}

type Runs = Exclude<ContainerBehaviourSpec['run'], readonly RunAttempt[] | undefined> & {
  readonly exitSignal?: string;
  readonly exitMessage?: string;
};

/** A list by attempt, as long as attempts differ. */
function byAttempt(attempts: readonly RunAttempt[]): Runs {
  const ranges = attempts.flatMap(({ attempts: text }) => text.split(',').map((part) => attemptsIn(part.trim())));
  const settledAt = ranges.map((range) => (range?.[1] === Number.POSITIVE_INFINITY ? range[0] : (range?.[1] ?? 0) + 1));
  const last = Math.min(MOST_ATTEMPTS, Math.max(1, ...settledAt));
  const runs = Array.from({ length: last }, (_, i) => attempts.find((each) => coversAttempt(each.attempts, i + 1)));
  const durationOf = (each: RunAttempt | undefined): string =>
    each?.duration === undefined || each.duration === 'forever' ? 'never' : durationText(each.duration);
  return {
    exitAfter: runs.map(durationOf).join(','),
    exitCodes: runs.map((each) => each?.exitCode ?? (each?.signal === undefined ? 0 : 128 + each.signal)),
    ...(attempts.some(({ reason }) => reason !== undefined)
      ? {
          exitReason: runs
            .map((each) => each?.reason ?? (each?.exitCode || each?.signal ? 'Error' : 'Completed'))
            .join(','),
        }
      : {}),
    ...(attempts.some(({ signal }) => signal !== undefined)
      ? { exitSignal: runs.map((each) => each?.signal ?? '').join(',') }
      : {}),
    ...(attempts.some(({ message }) => message !== undefined)
      ? { exitMessage: runs.map((each) => each?.message ?? '').join('|') }
      : {}),
  };
}

function pullTime(image: ContainerBehaviourSpec['image']): string | undefined {
  const pull = image?.pull;
  if (pull === undefined) return undefined;
  if (typeof pull === 'string' || !('latency' in pull || 'bandwidth' in pull))
    return durationText(pull as DurationSpec);
  const latencyMs = parseDurationMs(pull.latency ?? '0s') ?? 0;
  if (pull.bandwidth === undefined) return `${latencyMs}ms`;
  const bytes = image?.sizeBytes === undefined ? USUAL_IMAGE_BYTES : Number(quantityValue(image.sizeBytes));
  return `${Math.round(latencyMs + (1000 * bytes) / Number(quantityValue(pull.bandwidth)))}ms`;
}

/** A curve in the notation of the usage annotations; one whose origin is the scenario counts from `scenarioTime`. */
export function curveText(curve: UsageCurve, scenarioTime?: string): string {
  if (typeof curve === 'string' || typeof curve === 'number') return String(curve);
  if (!isCorners(curve)) return JSON.stringify(scenarioTime === undefined ? curve : fromScenario(curve, scenarioTime));
  return curve
    .map(({ at, value, interpolation }) => `${at}${interpolation === 'linear' ? '~' : '='}${value}`)
    .join(',');
}

function isCorners(curve: Exclude<UsageCurve, string | number>): curve is readonly UsagePoint[] {
  return Array.isArray(curve);
}

function fromScenario(value: unknown, time: string): unknown {
  if (Array.isArray(value)) return value.map((each) => fromScenario(each, time));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) =>
      name === 'origin' && each === 'scenario' ? ['from', time] : [name, fromScenario(each, time)],
    ),
  );
}
