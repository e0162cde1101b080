import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { notFound } from '@orrery/api-types';
import type { ClusterRuntime, ControlPlane } from '@orrery/control-plane';
import { asGraphQLError } from '../errors/request-errors';

/** Token under which the application provides its {@link ControlPlane}. */
export const CONTROL_PLANE = Symbol('CONTROL_PLANE');

/** What every resolver of one request, or of one WebSocket connection, is given. */
export interface RequestContext {
  readonly plane: ControlPlane;
  readonly clusterName: string;
  /** Undefined if there is no cluster of that name; requests that need none still work. */
  readonly runtime: ClusterRuntime | undefined;
}

/** Builds the context of a request for a cluster; reads see everything that was acknowledged before. */
export async function requestContext(plane: ControlPlane, clusterName: string): Promise<RequestContext> {
  const runtime = await plane.cluster(clusterName);
  if (runtime && !plane.isAlone) await runtime.caughtUp();
  return { plane, clusterName, runtime };
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
