import { alreadyExists, expired, notFound, type ApiError } from '@orrery/api-types';
import { ClusterRuntime, forkByReplay, type ControlPlane, type PastState } from '@orrery/control-plane';
import { parseMoment } from '@orrery/history';
import { ForkOutcome } from '@orrery/store';
import { INPUT_PERFORMERS } from '../recordings/performers';
import { CLUSTERS, clusterView, requireName } from './clusters';

/** Makes a cluster that goes on from where another one is, or was at a moment. */
export async function forkCluster(
  plane: ControlPlane,
  { origin, name, at }: { readonly origin: string; readonly name: string; readonly at?: string | null | undefined },
): Promise<{ cluster: unknown }> {
  requireName(name);
  const runtime = await present(plane, origin);
  const past = at == null ? undefined : await plane.moments.placeOf(runtime, at);
  const fork =
    (past && (await repeated(plane, runtime, { ...past, name, at: at! }))) ?? (await plane.fork(runtime, name, past));
  if (fork instanceof ClusterRuntime) return { cluster: clusterView(fork.record) };
  throw fork === ForkOutcome.NameTaken ? alreadyExists(CLUSTERS, name) : refusal(fork, origin);
}

/** The fork of a recorded cluster, which is repeated up to the moment: it goes on as the other one did. */
async function repeated(
  plane: ControlPlane,
  origin: ClusterRuntime,
  { name, at, ...past }: PastState & { readonly name: string; readonly at: string },
): Promise<ClusterRuntime | undefined> {
  const moment = { ...past, isRevision: parseMoment(at)?.kind === 'revision' };
  return forkByReplay(plane, origin, { name, moment, performers: INPUT_PERFORMERS });
}

/** Takes a cluster back to a moment. */
export async function rewindCluster(
  plane: ControlPlane,
  { name, to }: { readonly name: string; readonly to: string },
): Promise<{ cluster: unknown }> {
  const runtime = await present(plane, name);
  const outcome = await plane.rewind(name, await plane.moments.placeOf(runtime, to));
  if (outcome !== ForkOutcome.Done) throw refusal(outcome, name);
  return { cluster: clusterView((await present(plane, name)).record) };
}

async function present(plane: ControlPlane, name: string): Promise<ClusterRuntime> {
  const runtime = await plane.cluster(name);
  if (!runtime) throw notFound(CLUSTERS, name);
  return runtime;
}

function refusal(outcome: ForkOutcome, name: string): ApiError {
  if (outcome === ForkOutcome.NotInLog)
    return expired(`what cluster "${name}" was at this moment is not kept any more`);
  return notFound(CLUSTERS, name);
}
