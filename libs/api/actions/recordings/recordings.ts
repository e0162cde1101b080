import { alreadyExists, notFound, parseJson } from '@orrery/api-types';
import { type ControlPlane, type RecordingEnd } from '@orrery/control-plane';
import { readRecordingOf, replaysOf, type ReplayReport } from '@orrery/recordings';
import type { ComparedChange } from '@orrery/history';
import { listRecordings, readRecording, type StoredRecording } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import { CLUSTERS, requireClusterName } from '../clusters/clusters';
import { clusterAccess, type AccessRule } from '../access/access-rules';
import { serverAction } from '../action';
import { input, text, type InputOf } from '../input/inputs';
import { one } from '../input/results';
import { INPUT_PERFORMERS } from './performers';

const REPLAY_RECORDING = input('A recording to repeat.', {
  optional: {
    cluster: text('The recorded cluster (default: the requested cluster).'),
    keep: text('Name under which the cluster of the repetition stays (default: it is taken away).'),
    seed: text('Another seed than that of the recording.'),
  },
});

const STOP_RECORDING = input('A recording to end.', {
  optional: { name: text('The cluster (default: the requested cluster).') },
});

const REPLAY: AccessRule = {
  text: 'on the server: create clusters.orrery.dev, get clusters.orrery.dev of the recorded cluster',
  rights: ({ input: given }, { clusterName }) => {
    const { cluster, keep } = given as InputOf<typeof REPLAY_RECORDING>;
    const accesses = [clusterAccess('create', keep ?? ''), clusterAccess('get', cluster ?? clusterName)];
    return accesses.map((access) => ({ on: 'server', access }));
  },
};

const STOP: AccessRule = {
  text: 'on the server: update clusters.orrery.dev',
  rights: ({ input: given }, { clusterName }) => {
    const { name } = given as InputOf<typeof STOP_RECORDING>;
    return [{ on: 'server', access: clusterAccess('update', name ?? clusterName) }];
  },
};

export const RECORDING_ACTIONS = [
  serverAction({
    name: 'stopRecording',
    about: 'Ends the recording of a cluster. It is kept until the cluster is deleted.',
    right: STOP,
    input: STOP_RECORDING,
    result: {
      name: 'StopRecordingPayload',
      about: 'A recording that ended.',
      fields: { recording: one('ClusterRecording', 'The recording.') },
    },
    perform: ({ plane, clusterName }, { name }) => endRecording(plane, name ?? clusterName),
  }),
  serverAction({
    name: 'replayRecording',
    about:
      'Asks a new cluster for everything that the recorded one was asked for, at the same places of its time and its log, and says the first difference between both logs. `POST /replay` takes the file of a recording.',
    right: REPLAY,
    input: REPLAY_RECORDING,
    result: {
      name: 'ReplayRecordingPayload',
      about: 'A recording that was repeated.',
      fields: { report: one('ReplayReport', 'What came of it.') },
    },
    perform: ({ plane, clusterName }, { cluster, keep, seed }) =>
      replayRecording(plane, { cluster: cluster ?? clusterName, keep, seed }),
  }),
];

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
async function endRecording(plane: ControlPlane, name: string): Promise<{ recording: unknown }> {
  const runtime = await plane.cluster(name);
  if (!runtime) throw notFound(CLUSTERS, name);
  await runtime.recording.stop('it was stopped');
  const recording = await readRecording(plane.database, name);
  if (!recording) throw notFound(RECORDINGS, name);
  return { recording: recordingView(recording) };
}

/** Recording to repeat, with the options of the repetition. */
interface ReplayedCluster {
  readonly cluster: string;
  readonly keep: string | null | undefined;
  readonly seed: string | null | undefined;
}

/** Repeats the recording of a cluster of this server. */
async function replayRecording(
  plane: ControlPlane,
  { cluster, keep, seed }: ReplayedCluster,
): Promise<{ report: unknown }> {
  if (keep != null) requireClusterName(keep);
  const runtime = await plane.cluster(cluster);
  if (!runtime) throw notFound(CLUSTERS, cluster);
  const recording = await readRecordingOf(plane.database, runtime);
  if (!recording) throw notFound(RECORDINGS, cluster);
  const choice = { keep: keep ?? undefined, seed: seed ?? undefined };
  const report = await replaysOf(plane).run(recording, choice, INPUT_PERFORMERS);
  if (!report) throw alreadyExists(CLUSTERS, keep ?? '');
  return { report: replayReport(report) };
}

/** A report in the shape of its GraphQL type. */
export function replayReport({ builds, difference, kept, ...report }: ReplayReport): Record<string, unknown> {
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
