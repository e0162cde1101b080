import { ClockMode } from '@orrery/clock';
import { firstDifference, type LogDifference } from '@orrery/history';
import { packageVersion } from '@orrery/service';
import { readLogged } from '@orrery/store';
import type { ClusterRuntime, ControlPlane, MadeRow, RecordingBase } from '@orrery/control-plane';
import { performInput, type PerformContext } from './perform-input';
import type { Recording } from './recording-file';

/** Parameters of a replay. */
export interface ReplayRequest {
  /** The name of the cluster in which it is repeated. */
  readonly name: string;
  /** True if that cluster stays. */
  readonly isKept: boolean;
  /** Seed other than that of the recording. */
  readonly seed?: string | undefined;
  readonly performers: PerformContext['performers'];
  /** Called after each input. */
  readonly progress?: (progress: ReplayProgress) => void;
}

/** Progress of a replay. */
export interface ReplayProgress {
  readonly inputs: number;
  readonly ofInputs: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  readonly revision: number;
}

/** Result of a replay. */
export interface ReplayReport {
  /** The cluster that was recorded. */
  readonly recorded: string;
  /** The cluster in which it was repeated, if it was kept. */
  readonly kept: string | undefined;
  /** The versions of the programs that recorded, and that repeated. */
  readonly builds: readonly [recorded: string, repeated: string];
  readonly inputs: number;
  /** Changes that were compared. */
  readonly compared: number;
  /** Changes of the recording that its log had no more, from the first on. */
  readonly notKept: number;
  readonly difference: LogDifference | undefined;
}

/**
 * Repeats all inputs of the recorded cluster in a new one, at the same places of its time and its log, and compares
 * both logs. The cluster is deleted afterwards unless it is kept. Undefined if the name is taken.
 */
export async function replay(
  plane: ControlPlane,
  recording: Recording,
  request: ReplayRequest,
): Promise<ReplayReport | undefined> {
  const runtime = await plane.repeatCluster(recordedRow(recording.base, request), recording.entries.answers);
  if (!runtime) return undefined;
  const { name, isKept, performers } = request;
  let isDone = false;
  try {
    await repeatInputs({ plane, runtime, performers }, recording, request.progress);
    const difference = await compare(plane, runtime, recording);
    if (isKept) await plane.repeated(runtime);
    isDone = true;
    const { header, entries, changes, firstRevision = 1 } = recording;
    return {
      recorded: header.cluster,
      kept: isKept ? name : undefined,
      builds: [header.build, packageVersion()],
      inputs: entries.inputs.count,
      compared: changes.count,
      notKept: firstRevision - 1,
      difference,
    };
  } finally {
    if (!isKept || !isDone) await plane.deleteCluster(name);
  }
}

/** The cluster as it was made, under another name. Its clock is moved by hand. */
export function recordedRow(base: RecordingBase, { name, seed }: Pick<ReplayRequest, 'name' | 'seed'>): MadeRow {
  const { startMs, identity, ...rest } = base;
  const isOther = seed !== undefined && seed !== base.seed;
  return {
    ...rest,
    id: name,
    // What is drawn for objects follows from seed and name; with another seed it is another identity.
    ...(isOther ? { seed, identity: `${seed}\n${identity}` } : { identity }),
    clock: { mode: ClockMode.Manual, rate: 1, anchorMs: startMs, anchorRealMs: Date.now() },
  };
}

async function repeatInputs(
  context: PerformContext,
  { entries: { inputs }, end }: Recording,
  progress: ReplayRequest['progress'],
): Promise<void> {
  const { runtime } = context;
  let done = 0;
  for await (const { at, input } of inputs.read()) {
    await runtime.advanceToPhase(at);
    // What was refused is refused again, and if not the logs tell.
    await performInput(context, input).catch(() => undefined);
    const { clock, cache } = runtime;
    progress?.({ inputs: ++done, ofInputs: inputs.count, atMs: clock.now(), revision: cache.revision });
  }
  await runtime.settle();
  if (end.atMs >= runtime.clock.now()) await runtime.advanceToPhase(end);
}

async function compare(
  { database }: ControlPlane,
  { id, cache }: ClusterRuntime,
  { changes, firstRevision, end }: Recording,
): Promise<LogDifference | undefined> {
  // After an end that is not exact the repeated cluster may have gone further than the recording.
  const upTo = end.isExact ? Math.max(cache.revision, end.revision) : end.revision;
  const after = (firstRevision ?? end.revision + 1) - 1;
  return firstDifference(changes.read(), readLogged(database, id, { after, upTo }));
}
