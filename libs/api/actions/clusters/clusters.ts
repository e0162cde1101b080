import { alreadyExists, forbidden, notFound, storableTextProblem, subdomainErrors } from '@orrery/api-types';
import { type ClockMode } from '@orrery/clock';
import { addNodes, givenSettings, nodeOf, settingsErrors, type ControlPlane } from '@orrery/control-plane';
import { readCluster, type ClusterRecord } from '@orrery/store';
import { parseTimeMs } from '@orrery/time';
import { DEFAULT_CLUSTER } from '@orrery/api-protocol';
import { rateOfMode } from '../clock/clock-view';
import { badUserInput } from '../errors/input-error';
import { pathOf } from '../errors/user-errors';
import { CREATE_CLUSTER, type CreateClusterInput } from './cluster-inputs';

/** Group and resource that name clusters in errors. */
export const CLUSTERS = { group: 'orrery.dev', resource: 'clusters' };
const MAX_NAME_LENGTH = 63;

/** A cluster in the shape of its GraphQL type. */
export function clusterView({ id, seed, createdAt, settings, forkedFrom }: ClusterRecord): Record<string, unknown> {
  return {
    name: id,
    seed,
    forkedFrom: forkedFrom ? { cluster: forkedFrom.cluster, resourceVersion: String(forkedFrom.revision) } : null,
    settings: givenSettings(settings),
    createdAt: createdAt.toISOString(),
    path: `/clusters/${id}`,
  };
}

export async function listClusterViews(plane: ControlPlane): Promise<unknown[]> {
  return (await plane.clusters()).map(clusterView);
}

export async function findCluster(plane: ControlPlane, name: string): Promise<unknown> {
  const record = await readCluster(plane.database, name);
  return record ? clusterView(record) : null;
}

/** Makes a cluster with its nodes. */
export async function createCluster(plane: ControlPlane, input: CreateClusterInput): Promise<{ cluster: unknown }> {
  const { name, seed, settings } = input;
  requireClusterName(name);
  if (settings != null && (typeof settings !== 'object' || Array.isArray(settings))) {
    throw badUserInput('settings: must be an object', ['settings']);
  }
  const seedProblem = storableTextProblem(seed ?? '');
  if (seedProblem !== undefined) throw badUserInput(`seed: ${seedProblem}`, ['seed']);
  const [wrong] = settingsErrors(settings ?? {}, plane.plugins);
  if (wrong) throw badUserInput(`settings.${wrong.field}: ${wrong.reason}`, ['settings', ...pathOf(wrong.field)]);
  const nodes = withinRange('nodes', input.nodes ?? 0);
  const zones = withinRange('zones', input.zones ?? 1);
  const runtime = await plane.createCluster({
    name,
    ...(seed == null ? {} : { seed }),
    ...(settings == null ? {} : { settings }),
    ...clockOptions(input),
    ...(input.record ? { isRecorded: true } : {}),
  });
  if (!runtime) throw alreadyExists(CLUSTERS, name);
  if (nodes > 0)
    await addNodes(
      runtime,
      Array.from({ length: nodes }, (_, i) => nodeOf(i, zones)),
    );
  return { cluster: clusterView(runtime.record) };
}

/** Throws BAD_USER_INPUT for an invalid name of a cluster. */
export function requireClusterName(name: string): void {
  const [problem] = subdomainErrors(name);
  if (problem !== undefined) throw badUserInput(`name: ${problem}`, ['name']);
  if (name.length > MAX_NAME_LENGTH) {
    throw badUserInput(`name: must be no more than ${MAX_NAME_LENGTH} characters`, ['name']);
  }
}

function clockOptions({ clock }: CreateClusterInput): { clock?: { mode: ClockMode; rate: number }; startMs?: number } {
  if (clock == null) return {};
  const { mode, rate, startAt } = clock;
  const startMs = parseTimeMs(startAt ?? undefined);
  return {
    clock: { mode, rate: rateOfMode(mode, rate, ['clock', 'rate']) },
    ...(startMs === undefined ? {} : { startMs }),
  };
}

/** Returns a number that is in the range of its field; throws BAD_USER_INPUT for another. */
function withinRange(name: 'nodes' | 'zones', value: number): number {
  const { min = -Infinity, max = Infinity, text } = CREATE_CLUSTER.fields[name]!.range!;
  if (value < min || value > max) throw badUserInput(`${name} ${text}`, [name]);
  return value;
}

/** Deletes a cluster with everything in it; that of the root stays, for nothing would answer there any more. */
export async function deleteCluster(plane: ControlPlane, name: string): Promise<{ cluster: unknown }> {
  if (name === DEFAULT_CLUSTER) {
    throw forbidden(CLUSTERS, name, 'the default cluster cannot be deleted');
  }
  const cluster = await findCluster(plane, name);
  if (!cluster || !(await plane.deleteCluster(name))) throw notFound(CLUSTERS, name);
  return { cluster };
}
