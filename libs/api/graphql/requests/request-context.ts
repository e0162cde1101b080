import { momentsOf } from '@orrery/moments';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ANONYMOUS } from '@orrery/access';
import { ApiError, notFound, unauthorized } from '@orrery/api-types';
import type { GraphQLResolveInfo } from 'graphql';
import { type Actor, type ClusterRuntime, type ControlPlane } from '@orrery/control-plane';
import { type AccessControl, type Caller, clusterFor, type ServerActor } from '@orrery/access-control';
import { asGraphQLError } from '../values/errors/request-errors';

/** Token under which the application provides its {@link ControlPlane}. */
export const CONTROL_PLANE = Symbol('CONTROL_PLANE');

/** Context that every resolver of one request, or of one WebSocket connection, receives. */
export interface RequestContext {
  readonly plane: ControlPlane;
  readonly clusterName: string;
  /** The client, with its rights in the cluster. */
  readonly actor: Actor;
  /** The client, with its rights on the server itself. */
  readonly server: ServerActor;
  /** The cluster as the client has it. Undefined if no cluster has that name; requests that need none still work. */
  readonly runtime: ClusterRuntime | undefined;
  /** Views of the past that root fields of the operation ask for with `at`, by the name in their answer. */
  readonly views: Map<string, Promise<ClusterRuntime>>;
  /** The reason why the cluster could not be looked up: a context that fails could not even be answered by an error of its own. */
  readonly unavailable?: ApiError;
}

/** Parts of the server that answer requests. */
export interface GraphqlService {
  readonly plane: ControlPlane;
  readonly access: AccessControl;
}

/** The cluster that a request names, and at which moment it is to be seen. */
export interface RequestedCluster {
  readonly name: string;
  readonly moment?: string | undefined;
}

/**
 * Builds the context of a request for a cluster; reads see everything that was acknowledged before. Throws
 * UNAUTHENTICATED, or FORBIDDEN for an impersonation that is not allowed.
 */
export async function requestContext(
  { plane, access }: GraphqlService,
  { name: clusterName, moment }: RequestedCluster,
  caller: Caller,
): Promise<RequestContext> {
  const present = await answered(plane, () => lookUp(plane, clusterName));
  const { actor, server } = await actorsOf(access, caller, present.runtime);
  const seen = await answered(plane, async () => {
    const { runtime } = present;
    if (!runtime) return undefined;
    return moment === undefined ? clusterFor(runtime, actor) : momentFor(plane, { runtime, actor }, moment);
  });
  return { plane, clusterName, actor, server, views: new Map(), ...present, ...seen };
}

/** Returns a cluster at a moment, for an authenticated client: its current rights decide what it may read there. */
function momentFor(
  plane: ControlPlane,
  { runtime, actor }: { readonly runtime: ClusterRuntime; readonly actor: Actor },
  moment: string,
): Promise<ClusterRuntime> {
  if (actor.user === ANONYMOUS) throw unauthorized();
  return momentsOf(plane).at(runtime, moment);
}

/** The cluster as it is now. */
async function lookUp(plane: ControlPlane, name: string): Promise<ClusterRuntime | undefined> {
  const runtime = await plane.cluster(name);
  if (runtime && !plane.isAlone) await runtime.caughtUp();
  return runtime;
}

/** A cluster, or why it cannot be had. */
async function answered(
  plane: ControlPlane,
  find: () => Promise<ClusterRuntime | undefined>,
): Promise<Pick<RequestContext, 'runtime' | 'unavailable'>> {
  try {
    return { runtime: await find() };
  } catch (thrown) {
    const error = plane.asApiError(thrown);
    if (!(error instanceof ApiError)) throw error;
    return { runtime: undefined, unavailable: error };
  }
}

/** Throws SERVICE_UNAVAILABLE if the cluster of a request could not be looked up. */
export function requireLookup({ unavailable }: RequestContext): void {
  if (unavailable) throw asGraphQLError(unavailable);
}

async function actorsOf(
  access: AccessControl,
  caller: Caller,
  runtime: ClusterRuntime | undefined,
): Promise<Pick<RequestContext, 'actor' | 'server'>> {
  try {
    return { actor: await access.actorOf(caller, runtime), server: await access.serverActorOf(caller, runtime) };
  } catch (error) {
    throw asGraphQLError(error);
  }
}

/** The cluster of the request; throws 404 if there is none. */
export function runtimeOf({ runtime, clusterName }: RequestContext): ClusterRuntime {
  if (!runtime) throw asGraphQLError(notFound({ group: 'orrery.dev', resource: 'clusters' }, clusterName));
  return runtime;
}

type Arguments = [source: unknown, args: { at?: string | null }, context: RequestContext, info: GraphQLResolveInfo];

/**
 * Parameter of a resolver: the cluster that the field is about, as it is or as it was at the moment that the root field above it
 * asks for with `at`.
 */
export const Cluster = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
  const [, args, context, { path }] = execution.getArgs<Arguments>();
  const root = rootOf(path);
  if (path.prev === undefined && args.at != null) context.views.set(root, viewFor(context, args.at));
  return context.views.get(root) ?? runtimeOf(context);
});

/** The name of a root field in the answer. */
function rootOf(path: GraphQLResolveInfo['path']): string {
  let top = path;
  while (top.prev) top = top.prev;
  return String(top.key);
}

async function viewFor(context: RequestContext, moment: string): Promise<ClusterRuntime> {
  const { plane, actor, clusterName } = context;
  try {
    const seen = runtimeOf(context);
    // At an address of the past it is counted from the present all the same.
    const runtime = seen.moment ? ((await plane.cluster(clusterName)) ?? seen) : seen;
    return await momentFor(plane, { runtime, actor }, moment);
  } catch (error) {
    throw asGraphQLError(plane.asApiError(error));
  }
}
