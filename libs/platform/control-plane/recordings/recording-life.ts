import { badRequest } from '@orrery/api-types';
import { standsStill } from '@orrery/clock';
import {
  endRecording,
  insertRecording,
  readRecording,
  type ClusterRecord,
  type Database,
  type NewCluster,
  type StoredAuthorities,
  type StoredRecording,
} from '@orrery/store';
import { packageVersion } from '@orrery/service';
import { TimerPhase } from '@orrery/time';
import type { CertificatesPort, IdentityPort } from '../ports/cluster-ports';
import type { ClusterInputs } from './cluster-inputs';
import type { Position } from './cluster-input';
import { Recorder } from './recorder';

/** A cluster that may be recorded. */
interface RecordedCluster extends Pick<IdentityPort, 'id'> {
  readonly inputs: ClusterInputs;
}

type OpenedRecord = ClusterRecord & Required<Pick<ClusterRecord, 'authorities'>>;

/** What a recorded cluster was made of: the same makes it again, under any name. */
export interface RecordingBase {
  readonly seed: string;
  readonly identity: string;
  readonly settings: Record<string, unknown>;
  /** Where its time began, in ms since the Unix epoch. */
  readonly startMs: number;
  readonly authorities: StoredAuthorities;
  readonly signingKey: string;
}

/** Where a recording ended. */
export interface RecordingEnd extends Position {
  /** Whether everything up to there is recorded. Otherwise the cluster went on a little or was cut short within an instant. */
  readonly isExact: boolean;
  /** Why. */
  readonly reason: string;
}

/** Throws a 400 where a cluster cannot be recorded. */
export function requireRecordable({ mode, isAlone }: { readonly mode: string; readonly isAlone: boolean }): void {
  if (!standsStill({ mode })) {
    throw badRequest('a cluster can be recorded while its clock stands still: make it with a manual or auto clock');
  }
  if (!isAlone) throw badRequest('clusters are recorded by a server that is one process');
}

/** Records a cluster that was just made and in which nothing has happened yet. */
export async function beginRecording(
  database: Database,
  cluster: RecordedCluster & CertificatesPort & { readonly record: OpenedRecord },
  row: NewCluster,
): Promise<void> {
  const { id, inputs, record, certificates } = cluster;
  const base: RecordingBase = {
    seed: record.seed,
    identity: record.identity,
    settings: row.settings,
    startMs: row.clock.anchorMs,
    authorities: { ...record.authorities, trusted: certificates.installationCertificate },
    signingKey: record.signingKey,
  };
  await insertRecording(database, id, { build: packageVersion(), base });
  inputs.record(new Recorder(database, id));
}

/** Ends the recording of a cluster when everything before has happened. Answers whether one went on. */
export async function stopRecording(
  database: Database,
  { id, inputs }: RecordedCluster,
  reason: string,
): Promise<boolean> {
  if (!inputs.isRecorded) return false;
  return inputs.stopRecording(async (at) => {
    const end: RecordingEnd = { ...at, isExact: true, reason };
    await endRecording(database, id, end);
  });
}

/** A recording up to where it ended, or has come by now. */
export interface RecordingNow extends Omit<StoredRecording, 'ended'> {
  readonly end: RecordingEnd;
  readonly isOn: boolean;
}

/** The recording of a cluster with its end; for one that goes on, where the cluster is now. Undefined without one. */
export async function recordingOf(
  database: Database,
  { id, inputs }: RecordedCluster,
): Promise<RecordingNow | undefined> {
  const read = async (now?: Position, entries?: number): Promise<RecordingNow | undefined> => {
    const stored = await readRecording(database, id);
    if (!stored) return undefined;
    const { ended, ...rest } = stored;
    if (ended !== undefined) return { ...rest, end: ended as RecordingEnd, isOn: false };
    if (!now) return undefined;
    return { ...rest, entries: entries!, end: { ...now, isExact: true, reason: 'it goes on' }, isOn: true };
  };
  return inputs.isRecorded ? inputs.atRest(read) : read();
}

/** Ends a recording whose process is no more. */
export async function endAbandoned(database: Database, cluster: ClusterRecord): Promise<void> {
  const { id, revision, clock, clockFloorMs } = cluster;
  await endInThePast(database, id, {
    revision,
    atMs: Math.max(clock.anchorMs, clockFloorMs),
    reason: 'the server ended',
  });
}

/** Ends a recording at a place that the cluster has gone past, or did not quite come to. */
export async function endInThePast(
  database: Database,
  cluster: string,
  { reason, ...at }: Omit<Position, 'phase'> & { readonly reason: string },
): Promise<void> {
  const end: RecordingEnd = { ...at, phase: TimerPhase.PodGarbageCollection, isExact: false, reason };
  await endRecording(database, cluster, end);
}
