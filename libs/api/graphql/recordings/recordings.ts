import { alreadyExists, notFound, parseJson } from '@orrery/api-types';
import {
  readRecordingOf,
  replaysOf,
  type ControlPlane,
  type RecordingEnd,
  type ReplayReport,
} from '@orrery/control-plane';
import type { ComparedChange } from '@orrery/history';
import { listRecordings, readRecording, type StoredRecording } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { CLUSTERS, requireName } from '../clusters/clusters';
import { INPUT_PERFORMERS } from './performers';

const OPERATIONS = ['created', 'updated', 'deleted'] as const;
const RECORDINGS = { group: 'orrery.dev', resource: 'recordings' };

/** All recordings, by cluster. */
export async function recordingViews({ database }: ControlPlane): Promise<unknown[]> {
  return (await listRecordings(database)).map(recordingView);
}

function recordingView({ cluster, build, startedAt, entries, ended }: StoredRecording): Record<string, unknown> {
  const end = ended as RecordingEnd | undefined;
  return {
    cluster,
    build,
    startedAt: startedAt.toISOString(),
    entries,
    isOn: end === undefined,
    endedBecause: end?.reason ?? null,
    endedAtResourceVersion: end ? String(end.revision) : null,
  };
}

/** Ends the recording of a cluster; one that is over stays as it is. */
export async function endRecording(plane: ControlPlane, name: string): Promise<{ recording: unknown }> {
  const runtime = await plane.cluster(name);
  if (!runtime) throw notFound(CLUSTERS, name);
  await runtime.recording.stop('it was stopped');
  const recording = await readRecording(plane.database, name);
  if (!recording) throw notFound(RECORDINGS, name);
  return { recording: recordingView(recording) };
}

/** Which recording is repeated, and how. */
interface ReplayedCluster {
  readonly cluster: string;
  readonly keep: string | null | undefined;
  readonly seed: string | null | undefined;
}

/** Repeats the recording of a cluster of this server. */
export async function replayRecording(
  plane: ControlPlane,
  { cluster, keep, seed }: ReplayedCluster,
): Promise<{ report: unknown }> {
  if (keep != null) requireName(keep);
  const runtime = await plane.cluster(cluster);
  if (!runtime) throw notFound(CLUSTERS, cluster);
  const recording = await readRecordingOf(plane.database, runtime);
  if (!recording) throw notFound(RECORDINGS, cluster);
  const choice = { keep: keep ?? undefined, seed: seed ?? undefined };
  const report = await replaysOf(plane).run(recording, choice, INPUT_PERFORMERS);
  if (!report) throw alreadyExists(CLUSTERS, keep ?? '');
  return { report: reportView(report) };
}

/** A report in the shape of its GraphQL type. */
export function reportView({ builds, difference, kept, ...report }: ReplayReport): Record<string, unknown> {
  return {
    ...report,
    kept: kept ?? null,
    isSame: difference === undefined,
    recordedBy: builds[0],
    repeatedBy: builds[1],
    difference: difference
      ? {
          resourceVersion: String(difference.revision),
          recorded: changeView(difference.recorded),
          repeated: changeView(difference.repeated),
        }
      : null,
  };
}

function changeView(change: ComparedChange | undefined): unknown {
  if (!change) return null;
  const { revision, atMs, operation, body, ...key } = change;
  return {
    ...key,
    resourceVersion: String(revision),
    at: formatMicroTime(atMs),
    operation: OPERATIONS[operation] ?? String(operation),
    object: parseJson(body),
  };
}
