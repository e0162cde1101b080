import { formatDuration } from '@orrery/time';
import type { ProbeKind } from '@orrery/container-shell';
import { BehaviourAnnotation, type ContainerBehaviour } from '../behaviours/behaviour-annotations';
import { parseFailureWindows, type FailureWindow } from './probe-timeline';

/** Changes that sessions made to the probes of one run: its container ID, and when each probe fails. */
type SeenProbes = Readonly<Record<'run' | ProbeKind, string | undefined>>;

/**
 * Returns the windows in which the probes of a run fail because of sessions in its container; undefined for a run in which they
 * changed nothing.
 */
export function seenProbesIn(
  behaviour: Pick<ContainerBehaviour, 'text'>,
  containerID: string,
): Readonly<Partial<Record<ProbeKind, readonly FailureWindow[]>>> | undefined {
  const seen = seenProbes(behaviour.text(BehaviourAnnotation.ProbesSeen));
  if (seen?.run !== containerID) return undefined;
  const kinds = (['startup', 'liveness', 'readiness'] as const).flatMap((kind) => {
    const windows = typeof seen[kind] === 'string' ? windowsIn(seen[kind]) : undefined;
    return windows ? [[kind, windows] as const] : [];
  });
  return Object.fromEntries(kinds);
}

/** No window at all is an empty text. */
function windowsIn(text: string): readonly FailureWindow[] | undefined {
  return text === '' ? [] : parseFailureWindows(text);
}

function seenProbes(text: string | undefined): SeenProbes | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as SeenProbes) : undefined;
  } catch {
    return undefined;
  }
}

/** A probe whose outcome a session changed. */
export interface ProbeChange {
  readonly kind: ProbeKind;
  /** True if it fails from now on. */
  readonly fails: boolean;
  /** Time since the start of the container. */
  readonly ranMs: number;
  /** Windows in which it fails without a session, where they are known. */
  readonly ownWindows?: readonly FailureWindow[] | undefined;
}

/** The annotation that says a change besides what it said before of the same run. */
export function withProbeChange(
  before: string | undefined,
  run: string,
  { kind, fails, ranMs, ownWindows }: ProbeChange,
): string {
  const seen = seenProbes(before);
  const own = seen?.run === run ? seen : { run };
  const windows = (own as Partial<SeenProbes>)[kind];
  const always = fails ? [] : [{ fromMs: 0, toMs: Number.POSITIVE_INFINITY }];
  const earlier = (windows === undefined ? undefined : windowsIn(windows)) ?? ownWindows ?? always;
  const passed = earlier
    .filter(({ fromMs }) => fromMs < ranMs)
    .map(({ fromMs, toMs }) => `${formatDuration(fromMs)}-${formatDuration(Math.min(toMs, ranMs))}`);
  return JSON.stringify({ ...own, [kind]: [...passed, ...(fails ? [`${formatDuration(ranMs)}-`] : [])].join(',') });
}
