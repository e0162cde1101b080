import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { notFound } from '@orrery/api-types';
import { actingAs, type Actor, type ClusterRuntime, type ControlPlane } from '@orrery/control-plane';
import { isAdministrator, type AccessControl, type Caller, type ServerActor } from '../../access/access-control';
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
}

/** What requests are answered with. */
export interface GraphqlService {
  readonly plane: ControlPlane;
  readonly access: AccessControl;
}

/**
 * Builds the context of a request for a cluster; reads see everything that was acknowledged before. Throws
 * UNAUTHENTICATED, or FORBIDDEN for who may not be taken for somebody else.
 */
export async function requestContext(
  { plane, access }: GraphqlService,
  clusterName: string,
  caller: Caller,
): Promise<RequestContext> {
  const runtime = await plane.cluster(clusterName);
  if (runtime && !plane.isAlone) await runtime.caughtUp();
  const { actor, server } = actorsOf(access, caller, runtime);
  return {
    plane,
    clusterName,
    actor,
    server,
    runtime: runtime && !isAdministrator(actor) ? actingAs(runtime, actor) : runtime,
  };
}

function actorsOf(
  access: AccessControl,
  caller: Caller,
  runtime: ClusterRuntime | undefined,
): Pick<RequestContext, 'actor' | 'server'> {
  try {
    return { actor: access.actorOf(caller, runtime), server: access.serverActorOf(caller, runtime) };
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
