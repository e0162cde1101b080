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

/** A request whose kind is said by its address. */
export type Addressed<T> = Omit<T, 'kind'> & { readonly kind: KindAddress };

/** Who asks. */
export interface InputOrigin {
  /** The account; absent: one who needs no view of the cluster of their own. */
  readonly user?: User;
  /** True if the account may do everything whatever the roles of the cluster say. */
  readonly isUnrestricted?: boolean;
  /** What the log is to say besides: the program of the client. */
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

/** Something that a cluster is asked for and that its log follows from. Plain data. */
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
  /** The client of a session ended the run of a container: what its pod says since. */
  | {
      readonly type: 'annotate';
      readonly pod: { readonly namespace: string; readonly name: string; readonly uid: string };
      readonly annotations: Readonly<Record<string, string>>;
      readonly reason: string;
      readonly by: InputOrigin;
    }
  /** What only the APIs can do: they bring how it is done again ({@link InputPerformer}). */
  | { readonly type: 'api'; readonly name: string; readonly body: unknown; readonly by: InputOrigin };

/** Where in the life of a cluster something was: after which change, and where its clock stood. */
export interface Position {
  readonly revision: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
  /** Up to which phase of the instant everything had happened. */
  readonly phase: TimerPhase;
}

/** An entry of a recording. */
export type RecordedEntry =
  | { readonly kind: 'input'; readonly at: Position; readonly input: ClusterInput }
  /** What something outside of the cluster answered, by a digest of what it was asked. */
  | RecordedAnswer;

export interface RecordedAnswer {
  readonly kind: 'answer';
  readonly question: string;
  readonly value: unknown;
}
