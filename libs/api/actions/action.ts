import type { Actor, ClusterRuntime, ControlPlane } from '@orrery/control-plane';
import type { AccessRule } from './access/access-rules';
import type { UserError } from './errors/user-errors';
import type { InputSchema } from './input/inputs';
import type { ResultSchema } from './input/results';

/** Context of an action of the server: its control plane and the client. */
interface ServerPlace {
  readonly plane: ControlPlane;
  /** The cluster that the request names; it need not exist. */
  readonly clusterName: string;
  readonly actor: Actor;
}

/** Context of an action on a cluster: the cluster as the client may use it. */
export interface ClusterPlace extends ServerPlace {
  readonly runtime: ClusterRuntime;
}

/** Fields of the result, and errors of the input. */
export type Outcome = object & { readonly errors?: readonly UserError[] };

interface Described<I> {
  /** Name of the mutation. Its input type is the same name with a capital, and `Input`. */
  readonly name: string;
  /** One sentence, for the schema and the command line. */
  readonly about: string;
  /** The right that the client needs. */
  readonly right: AccessRule;
  readonly input: InputSchema<I>;
  /** One sentence about the argument `input`. */
  readonly inputAbout?: string;
  readonly result: ResultSchema;
}

/** An action on the cluster of the request. */
export interface ClusterAction<I = never> extends Described<I> {
  readonly on: 'cluster';
  readonly perform: (place: ClusterPlace, given: I) => Promise<Outcome>;
}

/** An action on the server, its clusters, snapshots and recordings. */
export interface ServerAction<I = never> extends Described<I> {
  readonly on: 'server';
  readonly perform: (place: ServerPlace, given: I) => Promise<Outcome>;
}

/**
 * Something that clients ask the emulator to do: GraphQL makes a mutation of it. It is declared in one
 * file, and listed in `all-actions.ts`.
 */
export type Action = WithAnyInput<ClusterAction> | WithAnyInput<ServerAction>;

type WithAnyInput<A> = Omit<A, 'input'> & { readonly input: InputSchema };

/** Declares an action on the cluster of the request. */
export function clusterAction<I>(action: Omit<ClusterAction<I>, 'on'>): ClusterAction<I> {
  return { on: 'cluster', ...action };
}

/** Declares an action on the server. */
export function serverAction<I>(action: Omit<ServerAction<I>, 'on'>): ServerAction<I> {
  return { on: 'server', ...action };
}
