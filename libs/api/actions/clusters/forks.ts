import { momentsOf } from '@orrery/moments';
import { alreadyExists, expired, notFound, type ApiError } from '@orrery/api-types';
import { ClusterRuntime, type ControlPlane, type PastState } from '@orrery/control-plane';
import { forkByReplay } from '@orrery/recordings';
import { parseMoment } from '@orrery/history';
import { ForkOutcome } from '@orrery/store';
import { INPUT_PERFORMERS } from '../recordings/performers';
import { clusterAccess, type AccessRule } from '../access/access-rules';
import { serverAction } from '../action';
import { input, text, type InputOf } from '../input/inputs';
import { CLUSTERS, clusterView, requireClusterName } from './clusters';
import { CLUSTER, onNamedCluster } from './named-cluster';

const MOMENT = 'a revision, a time (with all that was done at that instant), or how long ago, such as `-10m`';

const FORK_CLUSTER = input('A copy of a cluster.', {
  required: {
    name: text('Name of the new one: lower case letters, digits, `-` and `.` (at most 63 characters).'),
  },
  optional: {
    cluster: text('The other cluster (default: the requested cluster).'),
    at: text(`Moment to copy (default: now): ${MOMENT}.`),
  },
});

const REWIND_CLUSTER = input('A cluster to take back to a moment of its past.', {
  required: { to: text(`The moment: ${MOMENT}.`) },
  optional: { name: text('Its name (default: the requested cluster).') },
});

const FORK: AccessRule = {
  text: 'on the server: create clusters.orrery.dev, get clusters.orrery.dev of the other cluster',
  rights: ({ input: given }, { clusterName }) => {
    const { cluster, name } = given as InputOf<typeof FORK_CLUSTER>;
    const accesses = [clusterAccess('create', name), clusterAccess('get', cluster ?? clusterName)];
    return accesses.map((access) => ({ on: 'server', access }));
  },
};

export const FORK_ACTIONS = [
  serverAction({
    name: 'forkCluster',
    about:
      'Creates a copy of a cluster as it is, or was. The copy of a cluster whose clock is manual, or of the past of a recorded cluster, behaves exactly as the original when it receives the same requests.',
    right: FORK,
    input: FORK_CLUSTER,
    result: CLUSTER,
    perform: ({ plane, clusterName }, { cluster, name, at }) =>
      forkCluster(plane, { origin: cluster ?? clusterName, name, at }),
  }),
  serverAction({
    name: 'rewindCluster',
    about:
      'Returns a cluster to a moment of its past and removes all later changes. Clients that watch it have to list again (410).',
    right: onNamedCluster('update'),
    input: REWIND_CLUSTER,
    result: CLUSTER,
    perform: ({ plane, clusterName }, { name, to }) => rewindCluster(plane, { name: name ?? clusterName, to }),
  }),
];

/** Makes a cluster that continues from the state of another one, now or at a moment. */
async function forkCluster(
  plane: ControlPlane,
  { origin, name, at }: { readonly origin: string; readonly name: string; readonly at?: string | null | undefined },
): Promise<{ cluster: unknown }> {
  requireClusterName(name);
  const runtime = await present(plane, origin);
  const past = at == null ? undefined : await momentsOf(plane).placeOf(runtime, at);
  const fork =
    (past && (await repeated(plane, runtime, { ...past, name, at: at! }))) ?? (await plane.fork(runtime, name, past));
  if (fork instanceof ClusterRuntime) return { cluster: clusterView(fork.record) };
  throw fork === ForkOutcome.NameTaken ? alreadyExists(CLUSTERS, name) : refusal(fork, origin);
}

/** Returns the fork of a recorded cluster, which is repeated up to the moment: it continues as the other one did. */
async function repeated(
  plane: ControlPlane,
  origin: ClusterRuntime,
  { name, at, ...past }: PastState & { readonly name: string; readonly at: string },
): Promise<ClusterRuntime | undefined> {
  const moment = { ...past, isRevision: parseMoment(at)?.kind === 'revision' };
  return forkByReplay(plane, origin, { name, moment, performers: INPUT_PERFORMERS });
}

/** Takes a cluster back to a moment. */
async function rewindCluster(
  plane: ControlPlane,
  { name, to }: { readonly name: string; readonly to: string },
): Promise<{ cluster: unknown }> {
  const runtime = await present(plane, name);
  const outcome = await plane.rewind(name, await momentsOf(plane).placeOf(runtime, to));
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
