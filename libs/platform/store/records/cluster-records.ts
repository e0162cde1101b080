import { readChanges } from '../log/change-log';
import type { Change } from '../log/cluster-cache';
import { readLogExtent, revisionAt, type LogExtent } from '../log/kept-log';
import { readStory, type StoryPage, type StoryQuestion } from '../log/story';
import { LogMaintenance } from '../log/log-maintenance';
import { NotificationLine, type NotificationLineOptions } from '../log/notification-line';
import type { Line } from '../log/own-notifications';
import type { Database } from '../server/database';
import { firstNodesMade, saveRouted } from './clusters';
import { publishView, readView } from './component-view';
import { DECISIONS_CHANNEL, readDecisions, writeDecisions, type StoredDecision } from './decision-log';
import {
  readDeschedulingDue,
  readDeschedulingRuns,
  readRunsOfPod,
  writeDeschedulingRun,
  type EndedRun,
  type StoredDeschedulingRun,
} from './descheduling-runs';
import { readHeartbeats } from './heartbeats';
import type { Renewals } from './renewals';
import {
  addIncidents,
  INCIDENTS_CHANNEL,
  lastIncident,
  readIncidents,
  readPeriods,
  type HistoryMoment,
  type Incident,
  type IncidentOrigin,
  type IncidentPeriod,
  type IncidentQuestion,
  type IncidentTopic,
  type IncidentValues,
  type PeriodQuestion,
} from './incidents';
import { readNodeFaults, removeNodeFaults, writeNodeFaults, type NodeFaultRecord } from './node-faults';

/** Injected faults of a cluster's nodes. */
interface NodeFaultRecords {
  /** All that were recorded, also those that have not begun or are over. */
  read(): Promise<NodeFaultRecord[]>;
  write(faults: readonly NodeFaultRecord[], origin: IncidentOrigin): Promise<void>;
  /** Removes the faults of nodes; of all kinds if none are given. */
  remove(
    target: { readonly nodes: readonly string[]; readonly kinds?: readonly string[] | undefined },
    origin: IncidentOrigin,
  ): Promise<void>;
}

/** Renewals of nodes' Leases, in ms of cluster time. */
export interface HeartbeatRecords {
  read(): Promise<Map<string, number>>;
  renew(renewals: Renewals): Promise<void>;
}

/** The history of scheduling decisions. */
interface DecisionRecords {
  /** Reads the decisions with a number above `after`, oldest first; those from before a moment if one is given. */
  read(after: number, before?: HistoryMoment): Promise<StoredDecision[]>;
  /** Appends lines of JSON; answers the number of the last, 0 if the cluster is gone. */
  append(lines: readonly string[]): Promise<number>;
  /** Listens for the names of clusters for which decisions were written. */
  notifications(options: Omit<NotificationLineOptions, 'url' | 'channel'>): Line;
}

/** Ended cycles of the descheduler. */
interface DeschedulingRecords {
  write(run: EndedRun): Promise<number>;
  /** Newest first. */
  read(selection: { readonly first: number; readonly mention?: string }): Promise<StoredDeschedulingRun[]>;
  readOfPod(podUid: string): Promise<StoredDeschedulingRun[]>;
  /** Cluster time in ms of the last instant for which the schedule has been carried out. */
  readDueMs(): Promise<number | undefined>;
}

/** Published state of components, for other processes. */
interface ViewRecords {
  publish(component: string, view: unknown): Promise<void>;
  read(component: string): Promise<unknown>;
}

/** Incidents besides the objects: faults, changes of zones. Kept as long as the log is. */
interface IncidentRecords {
  /** Stores the values that differ from the previous ones of each subject. */
  add(topic: IncidentTopic, values: IncidentValues, origin: IncidentOrigin): Promise<void>;
  /** Returns periods in the order in which they began. */
  periods(question: PeriodQuestion): Promise<IncidentPeriod[]>;
  /** Returns incidents in their order. */
  read(question: IncidentQuestion): Promise<Incident[]>;
  /** The number of the last one; 0 if there is none. */
  last(): Promise<number>;
  /** Listens for the names of clusters in which something happened. */
  notifications(options: Omit<NotificationLineOptions, 'url' | 'channel'>): Line;
}

/** Position of the router in the log. */
interface RoutingRecords {
  save(revision: number): Promise<void>;
  /** A page of the log after a revision. Throws `CompactedError` if the log does not reach back so far. */
  changesAfter(revision: number): Promise<readonly Omit<Change, 'previous'>[]>;
  /** Shortens the log, on a connection of its own. */
  maintenance(): LogMaintenance;
}

/** The log as what has happened. */
interface HistoryRecords {
  /** Returns the extent and size of the log; undefined if the cluster is gone. */
  extent(): Promise<LogExtent | undefined>;
  /** Returns a page of past changes, with writer and reason. */
  story(question: StoryQuestion): Promise<StoryPage>;
  /** The last revision up to an instant of cluster time in ms; 0 if the log has none. */
  revisionAt(atMs: number): Promise<number>;
}

/** The tables that one cluster has besides its objects and their log. */
export interface ClusterRecords {
  readonly nodeFaults: NodeFaultRecords;
  readonly heartbeats: HeartbeatRecords;
  readonly decisions: DecisionRecords;
  readonly descheduling: DeschedulingRecords;
  readonly views: ViewRecords;
  readonly routing: RoutingRecords;
  readonly history: HistoryRecords;
  readonly incidents: IncidentRecords;
  /** Notes that the nodes with which the cluster was to start exist. */
  firstNodesMade(): Promise<void>;
}

/** The tables of a cluster on a connection. */
export function clusterRecords(database: Database, cluster: string): ClusterRecords {
  return {
    nodeFaults: {
      read: () => readNodeFaults(database, cluster),
      write: (faults, origin) => writeNodeFaults(database, cluster, faults, origin),
      remove: (target, origin) => removeNodeFaults(database, cluster, target, origin),
    },
    heartbeats: {
      read: () => readHeartbeats(database, cluster),
      renew: (renewals) => database.renewals.renew(cluster, renewals),
    },
    decisions: {
      read: (after, before) => readDecisions(database, cluster, after, before),
      append: (lines) => writeDecisions(database, cluster, lines),
      notifications: (options) =>
        database.ownNotifications?.line(DECISIONS_CHANNEL, options.received) ??
        new NotificationLine({ url: database.url, channel: DECISIONS_CHANNEL, ...options }),
    },
    descheduling: {
      write: (run) => writeDeschedulingRun(database, cluster, run),
      read: (selection) => readDeschedulingRuns(database, cluster, selection),
      readOfPod: (podUid) => readRunsOfPod(database, cluster, podUid),
      readDueMs: () => readDeschedulingDue(database, cluster),
    },
    views: {
      publish: (component, view) => publishView(database, cluster, component, view),
      read: (component) => readView(database, cluster, component),
    },
    routing: {
      save: (revision) => saveRouted(database, cluster, revision),
      changesAfter: (revision) => readChanges(database, cluster, revision),
      maintenance: () => new LogMaintenance(database.url, cluster),
    },
    history: {
      extent: () => readLogExtent(database, cluster),
      story: (question) => readStory(database, cluster, question),
      revisionAt: (atMs) => revisionAt(database, cluster, atMs),
    },
    incidents: {
      add: (topic, values, origin) => addIncidents(database, cluster, { topic, values, origin }),
      periods: (question) => readPeriods(database, cluster, question),
      read: (question) => readIncidents(database, cluster, question),
      last: () => lastIncident(database, cluster),
      notifications: (options) => new NotificationLine({ url: database.url, channel: INCIDENTS_CHANNEL, ...options }),
    },
    firstNodesMade: () => firstNodesMade(database, cluster),
  };
}
