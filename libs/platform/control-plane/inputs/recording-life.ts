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

/** A cluster that may be recorded. */
interface RecordedCluster extends Pick<IdentityPort, 'id'> {
  readonly inputs: ClusterInputs;
}

export type OpenedRecord = ClusterRecord & Required<Pick<ClusterRecord, 'authorities'>>;

/** Base of a recorded cluster: it makes the same cluster again, under any name. */
export interface RecordingBase {
  readonly seed: string;
  readonly identity: string;
  readonly settings: Record<string, unknown>;
  /** Start of its time, in ms since the Unix epoch. */
  readonly startMs: number;
  readonly authorities: StoredAuthorities;
  readonly signingKey: string;
}

/** End of a recording. */
export interface RecordingEnd extends Position {
  /** True if everything up to the end is recorded. Otherwise the cluster continued a little or was cut short within an instant. */
  readonly isExact: boolean;
  /** The reason why. */
  readonly reason: string;
}

/** Throws a 400 where a cluster cannot be recorded. */
export function requireRecordable({ mode }: { readonly mode: string }): void {
  if (!standsStill({ mode })) {
    throw badRequest('a cluster can be recorded while its clock stands still: make it with a manual or auto clock');
  }
}

/** Records the base of a new cluster: it was just made, and nothing has happened in it yet. */
export async function keepBase(
  database: Database,
  { id, record, certificates }: Pick<IdentityPort, 'id'> & CertificatesPort & { readonly record: OpenedRecord },
  row: NewCluster,
): Promise<void> {
  const base: RecordingBase = {
    seed: record.seed,
    identity: record.identity,
    settings: row.settings,
    startMs: row.clock.anchorMs,
    authorities: { ...record.authorities, trusted: certificates.installationCertificate },
    signingKey: record.signingKey,
  };
  await insertRecording(database, id, { build: packageVersion(), base });
}

/** Ends the recording of a cluster when everything before has happened; `announce` notifies others before anything else happens. */
export async function stopRecording(
  database: Database,
  { id, inputs }: RecordedCluster,
  { reason, announce }: { readonly reason: string; readonly announce: () => Promise<void> },
): Promise<void> {
  if (!inputs.isRecorded) return;
  await inputs.stopRecording(async (at) => {
    const end: RecordingEnd = { ...at, isExact: true, reason };
    await endRecording(database, id, end);
    await announce();
  });
}

/** A recording up to where it ended, or has come by now. */
export interface RecordingNow extends Omit<StoredRecording, 'ended'> {
  readonly end: RecordingEnd;
  readonly isOn: boolean;
}

/**
 * Returns the recording of a cluster with its end; for an unfinished one, with the cluster's current position.
 * Undefined without a recording.
 */
export async function recordingOf(
  database: Database,
  { id, inputs }: RecordedCluster,
): Promise<RecordingNow | undefined> {
  const read = async (now?: Position): Promise<RecordingNow | undefined> => {
    const stored = await readRecording(database, id);
    if (!stored) return undefined;
    const { ended, ...rest } = stored;
    if (ended !== undefined) return { ...rest, end: ended as RecordingEnd, isOn: false };
    if (!now) return undefined;
    return { ...rest, end: { ...now, isExact: true, reason: 'it continues' }, isOn: true };
  };
  return inputs.isRecorded ? inputs.atRest(read) : read();
}

/** Ends a recording whose process has ended. */
export async function endAbandoned(database: Database, cluster: ClusterRecord, reason: string): Promise<void> {
  const { id, revision, clock, clockFloorMs } = cluster;
  await endInThePast(database, id, { revision, atMs: Math.max(clock.anchorMs, clockFloorMs), reason });
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
