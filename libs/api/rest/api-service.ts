import { momentsOf } from '@orrery/moments';
import type { FastifyRequest } from 'fastify';
import { type ClusterRuntime, type ControlPlane } from '@orrery/control-plane';
import { type AccessControl, type RequestFlows } from '@orrery/access-control';
import { clusterNameOf, momentOf } from '@orrery/api-protocol';
import { remoteVersions } from './aggregation/remote-discovery';
import { type Announced } from './discovery';
import { type Sessions } from './sessions/sessions';
import type { RestProduct } from './kind-request';
import { servedKinds, type ServedKinds } from './served-kinds';

/** Parts of the server that answer requests. */
export interface Service {
  readonly plane: ControlPlane;
  readonly access: AccessControl;
  readonly sessions: Sessions;
  readonly flows: RequestFlows;
  readonly products: readonly RestProduct[];
}

/** The cluster of a request, as it is once everything that was acknowledged before is known here. */
export async function clusterOf(
  { plane, access }: Service,
  request: FastifyRequest,
): Promise<ClusterRuntime | undefined> {
  const runtime = await plane.cluster(clusterNameOf(request));
  // Roles that another process wrote count at once.
  if (runtime && access.isOn && !plane.isAlone) await runtime.caughtUp();
  return runtime;
}

/** The cluster as the address of a request has it: of today, or of a moment. */
export async function seenBy(service: Service, request: FastifyRequest): Promise<ClusterRuntime | undefined> {
  const runtime = await clusterOf(service, request);
  const moment = momentOf(request);
  return runtime && moment !== undefined ? momentsOf(service.plane).at(runtime, moment) : runtime;
}

/** Returns the announcement of the cluster of a request, including all definitions that were acknowledged before. */
export async function everythingAnnounced(service: Service, request: FastifyRequest): Promise<Announced> {
  const runtime = await seenBy(service, request);
  // What other servers answer is of today.
  const remotes = await remoteVersions(runtime?.moment ? undefined : runtime);
  return { kinds: await announcedBy(runtime), remotes };
}

/** The kinds that a cluster announces; those of the release without one. */
export async function announcedBy(runtime: ClusterRuntime | undefined): Promise<ServedKinds> {
  if (runtime && !runtime.isAlone) await runtime.caughtUp();
  return servedKinds(runtime?.kinds);
}
