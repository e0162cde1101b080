import type { Activity, AdvanceLimits, AdvanceResult, ClusterClock } from '@orrery/clock';
import type { KubeObject } from '@orrery/api-types';
import type { PluginRegistry } from '@orrery/scheduling';
import type { Logger, Metrics } from '@orrery/service';
import type { ClusterCache, ClusterRecord, ClusterRecords, EventRecorder, ObjectKey } from '@orrery/store';
import type { ClientActivity } from '../runtime/time/client-activity';
import type { ClusterCertificates } from '../runtime/cluster/cluster-certificates';
import type { HandedStates } from '../runtime/transfer/handed-states';
import type { ClusterQueues } from '../runtime/work/cluster-queues';
import type { PlacedJobs } from '../runtime/work/placed-jobs';
import type { ProcessHealth } from '../runtime/process/health/process-health';
import type { RequestReply } from '@orrery/messaging';
import type { ClusterSettings } from '../settings/cluster-settings';
import type { ClusterKinds } from '../object-api/kinds/cluster-kinds';
import type { ClusterStore } from '../object-api/writes/cluster-store';
import type { OutsidePort } from './outside-port';

/*
 * What a component can be given of its cluster, one interface for each thing. A component names those that it uses
 * (`ComponentContext<ObjectsPort & ClockPort>`); a test of it gives fakes of these and of nothing else.
 */

/** Operations of a cluster's store; a class with private parts could not be replaced in tests. */
export type ObjectStore = Pick<ClusterStore, keyof ClusterStore>;

/** Identity of the cluster. */
export interface IdentityPort {
  /** The name of the cluster. */
  readonly id: string;
  /** Seed of all pseudo-random choices of the cluster. */
  readonly seed: string;
}

/** The row of the cluster as it was when this process loaded it. */
export interface RecordPort {
  readonly record: ClusterRecord;
}

/** State that components of the cluster had when it was forked or restored. */
interface StatesPort {
  readonly states: Pick<HandedStates, keyof HandedStates>;
}

/** The certificate authorities of the cluster. */
export interface CertificatesPort {
  readonly certificates: ClusterCertificates;
}

/** The kinds of the cluster: those of the release and those that it defines. */
export interface KindsPort {
  readonly kinds: ClusterKinds;
}

/** The objects of the cluster as this process has them. */
export interface CachePort {
  /** The current cache. It is replaced when it cannot be continued from the log: ask for it each time. */
  readonly cache: ClusterCache;
  /** Calls `listener` when the cache was replaced: the old one reports no more changes. Returns a function that stops the calls. */
  onCacheReplaced(listener: () => void): () => void;
  /** Resolves when the cache has everything that was committed before the call. */
  caughtUp(): Promise<void>;
}

/** The objects of the cluster, read and written. */
export interface ObjectsPort extends CachePort {
  readonly store: ObjectStore;
}

/** Objects with what is kept outside the log: the renewals of nodes' Leases. */
export interface HeartbeatReadPort {
  /** The object as it is now; undefined if there is none. */
  read(key: ObjectKey): Promise<KubeObject | undefined>;
  withHeartbeats(
    kind: { readonly group: string; readonly resource: string },
    objects: readonly KubeObject[],
  ): Promise<readonly KubeObject[]>;
}

/** The clock of the cluster. */
export interface ClockPort {
  readonly clock: Pick<ClusterClock, 'now' | 'setTimer' | 'setting' | 'onConfigured' | 'hearOf' | 'hasReached'>;
  /** Work that a manual clock waits for before it advances. */
  readonly activity: Pick<Activity, 'track' | 'begin' | 'end' | 'outside' | 'turn' | 'program' | 'isIdle'>;
}

/** Time that is moved, and those whom it has to wait for. */
export interface TimePort {
  /** Advances a stopped clock, event by event. Resolves when everything has settled. */
  advance(limits: AdvanceLimits): Promise<AdvanceResult>;
  /** The clients that this process serves. */
  readonly clients: ClientActivity;
}

/** Work for other components of the cluster. */
export interface QueuesPort {
  readonly queues: Pick<ClusterQueues, keyof ClusterQueues>;
}

/** Jobs that begin at a place in the log, for the consumers of queues. */
interface PlacedJobsPort {
  readonly placedJobs: Pick<PlacedJobs, 'take'>;
}

/** Kubernetes Events. */
export interface EventsPort {
  readonly events: Pick<EventRecorder, 'record'>;
}

/** The log of the process. */
export interface LogPort {
  readonly log: Logger;
}

/** The metrics of the process. */
export interface MetricsPort {
  readonly metrics: Metrics;
}

/** The settings of the cluster. */
export interface SettingsPort {
  /** Settings as this process last read them; never changed in place. */
  readonly settings: ClusterSettings;
  /** The scheduler plugins that settings can name. */
  readonly plugins: PluginRegistry;
  /** Calls `listener` when they changed; the clock waits until it has acted on that. Returns a function that stops the calls. */
  onSettingsChanged(listener: () => Promise<void>): () => void;
}

/** Changes of the settings. */
export interface SettingsChangePort extends SettingsPort {
  /** Resolves when this process acts on the change; undefined if the cluster is gone. */
  changeSettings(change: (settings: ClusterSettings) => ClusterSettings): Promise<ClusterSettings | undefined>;
}

/** The tables of the cluster besides its objects. */
export interface RecordsPort {
  readonly records: ClusterRecords;
}

/** Injected faults of nodes. */
export interface FaultsPort {
  /** Calls `listener` when faults may have changed. Returns a function that stops the calls. */
  onFaultsChanged(listener: () => Promise<void>): () => void;
  /** Notifies every process that faults were written. Resolves when this one acts on them. */
  faultsChanged(): Promise<void>;
}

/** Requests for what is only in the memory of the process that runs a component. */
export interface RequestsPort {
  readonly requests: RequestReply;
}

/** The process among those of the control plane. */
export interface ProcessPort {
  /** True if no other process works on this database. */
  readonly isAlone: boolean;
}

/** Health checks that decide readiness of the process. */
export interface HealthPort {
  readonly health: ProcessHealth;
}

/** Ports of a cluster that a component can be given. */
export interface ClusterPorts
  extends
    IdentityPort,
    RecordPort,
    StatesPort,
    CertificatesPort,
    KindsPort,
    ObjectsPort,
    HeartbeatReadPort,
    ClockPort,
    TimePort,
    OutsidePort,
    QueuesPort,
    PlacedJobsPort,
    EventsPort,
    LogPort,
    MetricsPort,
    SettingsChangePort,
    RecordsPort,
    FaultsPort,
    RequestsPort,
    ProcessPort,
    HealthPort {
  /** Event recorder, including the state of units that other processes had before. */
  readonly events: Pick<EventRecorder, 'record' | 'restore'>;
}
