import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiError, notFound } from '@orrery/api-types';
import { type Actor, type ClusterRuntime, type ControlPlane } from '@orrery/control-plane';
import { type AccessControl, type Caller, clusterFor, type ServerActor } from '@orrery/access-control';
import { asGraphQLError } from '../errors/request-errors';

/** Token under which the application provides its {@link ControlPlane}. */
export const CONTROL_PLANE = Symbol('CONTROL_PLANE');

/** What every resolver of one request, or of one WebSocket connection, is given. */
export interface RequestContext {
  readonly plane: ControlPlane;
  readonly clusterName: string;
  /** Who asks, with their rights in the cluster. */
  readonly actor: Actor;
  /** Who asks, with their rights on the server itself. */
  readonly server: ServerActor;
  /** The cluster as the client has it. Undefined if there is no cluster of that name; requests that need none still work. */
  readonly runtime: ClusterRuntime | undefined;
  /** Why the cluster could not be looked up: a context that fails could not even be answered by an error of its own. */
  readonly unavailable?: ApiError;
}

/** What requests are answered with. */
export interface GraphqlService {
  readonly plane: ControlPlane;
  readonly access: AccessControl;
}

/**
 * Builds the context of a request for a cluster; reads see everything that was acknowledged before. Throws
 * UNAUTHENTICATED, or FORBIDDEN for an impersonation that is not allowed.
 */
export async function requestContext(
  { plane, access }: GraphqlService,
  clusterName: string,
  caller: Caller,
): Promise<RequestContext> {
  const { runtime, unavailable } = await lookUp(plane, clusterName);
  const { actor, server } = await actorsOf(access, caller, runtime);
  return {
    plane,
    clusterName,
    actor,
    server,
    ...(unavailable ? { unavailable } : {}),
    runtime: runtime && clusterFor(runtime, actor),
  };
}

/** The cluster as it is now, or why it cannot be looked up at the moment. */
async function lookUp(plane: ControlPlane, name: string): Promise<Pick<RequestContext, 'runtime' | 'unavailable'>> {
  try {
    const runtime = await plane.cluster(name);
    if (runtime && !plane.isAlone) await runtime.caughtUp();
    return { runtime };
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

/** Parameter of a resolver: the cluster that the request is about. */
export const Cluster = createParamDecorator((_data: unknown, execution: ExecutionContext): ClusterRuntime => {
  const [, , context] = execution.getArgs<[unknown, unknown, RequestContext]>();
  return runtimeOf(context);
});
