import { ClockMode } from '@orrery/clock';
import { readRecorded } from '@orrery/store';
import { TimerPhase } from '@orrery/time';
import {
  recordingOf,
  type ClusterRuntime,
  type ControlPlane,
  type Position,
  type RecordedEntry,
  type RecordingBase,
  type RecordingNow,
} from '@orrery/control-plane';
import { performInput, type PerformContext } from './perform-input';
import { RecordedEntries } from './recorded-entries';
import { recordedRow } from './replay';

/** Moment of a recorded cluster, from which a fork continues. */
export interface RecordedMoment {
  readonly revision: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  /** True if the revision counts, and not all that was done at the instant. */
  readonly isRevision: boolean;
}

/** Target and means of a fork by replay. */
export interface ForkByReplay {
  readonly name: string;
  readonly moment: RecordedMoment;
  readonly performers: PerformContext['performers'];
}

const PHASES: readonly TimerPhase[] = Object.values(TimerPhase).sort((a, b) => a - b);
const LAST_PHASE = PHASES.at(-1)!;

/**
 * Makes a fork of a recorded cluster at a moment, with all component state of that moment: it replays the recording
 * from the beginning. Returns undefined if that cannot reach the moment: the cluster was not recorded up to there, the
 * name is taken, or the revision is one between the changes of one reaction.
 */
export async function forkByReplay(
  plane: ControlPlane,
  origin: ClusterRuntime,
  { name, moment, performers }: ForkByReplay,
): Promise<ClusterRuntime | undefined> {
  const recording = await recordingOf(plane.database, origin);
  if (!recording || !reachesTo(recording, moment)) return undefined;
  const entries = await entriesUntil(plane, recording, moment);
  try {
    return await repeated({ plane, origin, name, moment, performers }, recording, entries);
  } finally {
    await entries.close();
  }
}

interface RepeatedFork extends ForkByReplay {
  readonly plane: ControlPlane;
  readonly origin: ClusterRuntime;
}

async function repeated(
  { plane, origin, name, moment, performers }: RepeatedFork,
  recording: RecordingNow,
  { inputs, answers }: RecordedEntries,
): Promise<ClusterRuntime | undefined> {
  const { mode, rate } = origin.clock.setting;
  // It was written by beginRecording.
  const row = recordedRow(recording.base as RecordingBase, { name });
  const forkedFrom = { cluster: origin.id, revision: moment.revision };
  const runtime = await plane.repeatCluster({ ...row, forkedFrom }, answers);
  if (!runtime) return undefined;
  let isThere = false;
  try {
    for await (const { at, input } of inputs.read()) {
      await runtime.advanceToPhase(at);
      // What was refused is refused again.
      await performInput({ plane, runtime, performers }, input).catch(() => undefined);
    }
    isThere = await arrive(runtime, moment);
    if (isThere) await plane.repeated(runtime);
    if (isThere && mode !== ClockMode.Manual) await runtime.setClock(mode, rate);
  } finally {
    if (!isThere) await plane.deleteCluster(name);
  }
  return isThere ? runtime : undefined;
}

function reachesTo({ end }: RecordingNow, { revision, atMs }: RecordedMoment): boolean {
  if (atMs < end.atMs) return revision <= end.revision;
  return end.isExact && atMs === end.atMs && revision <= end.revision;
}

/** Returns the inputs and answers to replay. The caller closes them. */
async function entriesUntil(
  { database }: ControlPlane,
  { cluster, entries: count }: RecordingNow,
  moment: RecordedMoment,
): Promise<RecordedEntries> {
  const entries = new RecordedEntries();
  try {
    for await (const line of readRecorded(database, cluster, count)) {
      // Nothing but the recorder writes them.
      const entry = line as RecordedEntry;
      if (entry.kind === 'answer' || isBefore(entry.at, moment)) await entries.add(entry);
    }
    await entries.complete();
    return entries;
  } catch (error) {
    await entries.close();
    throw error;
  }
}

function isBefore(at: Position, { revision, atMs, isRevision }: RecordedMoment): boolean {
  if (at.atMs !== atMs) return at.atMs < atMs;
  return !isRevision || at.revision < revision;
}

/** Advances to the moment, and returns true if the cluster is at its revision then. */
async function arrive(runtime: ClusterRuntime, { revision, atMs, isRevision }: RecordedMoment): Promise<boolean> {
  await runtime.settle();
  const phases = isRevision ? PHASES : [LAST_PHASE];
  for (const phase of phases) {
    if (isRevision && runtime.cache.revision >= revision) break;
    if (runtime.clock.now() <= atMs) await runtime.advanceToPhase({ atMs, phase });
  }
  return runtime.cache.revision === revision;
}
