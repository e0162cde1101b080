import type { Activity } from '@orrery/clock';
import { Committer, deleteExpiredEvents, EventRecorder, type ClusterCache, type ClusterRecord } from '@orrery/store';
import type { ObjectDraws } from '../../object-api/writes/object-draws';
import type { ClusterServices } from './cluster-services';
import type { HandedStates } from '../transfer/handed-states';
import type { ClusterRounds } from '../time/cluster-rounds';

/** The cluster that is written to. */
interface Written {
  readonly record: ClusterRecord;
  readonly activity: Activity;
  /** The present one. */
  readonly cache: ClusterCache;
  readonly states: HandedStates;
  readonly rounds: Pick<ClusterRounds, 'forWriters'>;
}

interface WriterOptions {
  readonly services: Pick<ClusterServices, 'database' | 'feed' | 'isAlone' | 'logger' | 'metrics'>;
  readonly nowMs: () => number;
  readonly draws: ObjectDraws;
}

/** Makes the writers of a cluster in this process: of objects, and of the events of components. */
export function clusterWriters(
  cluster: Written,
  { services, nowMs, draws }: WriterOptions,
): { readonly committer: Committer; readonly events: EventRecorder } {
  const { activity, record, states } = cluster;
  const { database, feed, isAlone, logger, metrics } = services;
  const { id, log } = record;
  const rounds = cluster.rounds.forWriters();
  const committer = new Committer({
    cluster: id,
    log,
    database,
    feed,
    cache: () => cluster.cache,
    nowMs,
    hasOtherWriters: !isAlone,
    rounds,
    onFault: (err) => logger.warn({ err, cluster: id }, 'the store cannot be reached; writes wait'),
    written: (count) => metrics.batchWritten(id, count),
  });
  const events = new EventRecorder({
    committer,
    rounds,
    nowMs,
    newUid: (name) => draws(name).uid,
    track: (work) => activity.track(work),
    onError: (err) => logger.warn({ err, cluster: id }, 'events were lost'),
    expired: (limit) => deleteExpiredEvents(cluster.cache, nowMs(), limit),
    // A fork continues to count where its origin was.
    ...(states.correlator ? { correlator: states.correlator } : {}),
  });
  return { committer, events };
}
