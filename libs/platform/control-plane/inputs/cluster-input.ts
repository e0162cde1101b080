import type { User } from '@orrery/access';
import type { NodeDescription } from '@orrery/pod-lifecycle';
import type { Origin, RowWrite } from '@orrery/store';
import type { TimerPhase } from '@orrery/time';
import type { BindingInput } from '../object-api/writes/binding';
import type { EvictionInput } from '../object-api/writes/eviction';
import type {
  CreateRequest,
  DeleteOptions,
  PatchRequest,
  Target,
  UpdateRequest,
  WriteOptions,
} from '../object-api/writes/requests';
import type { ScaleRequest } from '../object-api/writes/scaling';
import type { ClusterSettings } from '../settings/cluster-settings';

/** A kind by its address; of a custom one, what it is follows from the definitions of the cluster. */
export interface KindAddress {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** Request that names its kind by an address. */
export type Addressed<T> = Omit<T, 'kind'> & { readonly kind: KindAddress };

/** Author of an input. */
export interface InputOrigin {
  /** Account of the author; absent: one without a view of the cluster of its own. */
  readonly user?: User;
  /** True if the account may do everything, regardless of the cluster's roles. */
  readonly isUnrestricted?: boolean;
  /** Further origin for the log: the program of the client. */
  readonly origin?: Partial<Origin>;
}

type Said<T> = Omit<T, 'warn' | 'dryRun'>;

/** A write at the door that both APIs lead to. */
export type WriteInput =
  | {
      readonly type: 'create';
      readonly requests: readonly Addressed<CreateRequest>[];
      readonly options: Said<WriteOptions>;
    }
  | { readonly type: 'update'; readonly request: Addressed<UpdateRequest>; readonly options: Said<WriteOptions> }
  | {
      readonly type: 'patch';
      readonly requests: readonly Addressed<PatchRequest>[];
      readonly options: Said<WriteOptions>;
    }
  | { readonly type: 'scale'; readonly request: Addressed<ScaleRequest>; readonly options: Said<WriteOptions> }
  | { readonly type: 'delete'; readonly targets: readonly Addressed<Target>[]; readonly options: Said<DeleteOptions> }
  | { readonly type: 'bind'; readonly binding: BindingInput; readonly options: Said<WriteOptions> }
  | { readonly type: 'evict'; readonly eviction: Said<EvictionInput> };

/** Request to a cluster that its log follows from. Plain data. */
export type ClusterInput =
  | (WriteInput & { readonly by: InputOrigin })
  /** All settings as they are after the change. */
  | { readonly type: 'settings'; readonly settings: ClusterSettings }
  /** Simulated nodes join. */
  | { readonly type: 'nodes'; readonly nodes: readonly NodeDescription[] }
  /** A component starts over from the objects. */
  | { readonly type: 'restart'; readonly component: string }
  /** The state of another cluster is taken over. */
  | { readonly type: 'state'; readonly writes: readonly RowWrite[] }
  /** End of a container's run by the client of a session: the pod's annotations since. */
  | {
      readonly type: 'annotate';
      readonly pod: { readonly namespace: string; readonly name: string; readonly uid: string };
      readonly annotations: Readonly<Record<string, string>>;
      readonly reason: string;
      readonly by: InputOrigin;
    }
  /** Operations that only the APIs can perform: they supply the way to repeat them ({@link InputPerformer}). */
  | { readonly type: 'api'; readonly name: string; readonly body: unknown; readonly by: InputOrigin };

/** Position in the life of a cluster: its last change and its clock time. */
export interface Position {
  readonly revision: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  /** Last phase of the instant up to which everything had happened. */
  readonly phase: TimerPhase;
}

/** An entry of a recording. */
export type RecordedEntry =
  | { readonly kind: 'input'; readonly at: Position; readonly input: ClusterInput }
  /** Answer of something outside of the cluster, by a digest of the request. */
  | RecordedAnswer;

export interface RecordedAnswer {
  readonly kind: 'answer';
  readonly question: string;
  readonly value: unknown;
}
