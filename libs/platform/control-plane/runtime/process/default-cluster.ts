import { RoleResource } from '@orrery/access';
import { isAlreadyExists, type ApiError, type KubeObject } from '@orrery/api-types';
import { buildNode, KUBELET_BUNDLES, type NodeDescription } from '@orrery/pod-lifecycle';
import { readCluster, type FirstNodes } from '@orrery/store';
import type { ClusterRuntime } from '../cluster/cluster-runtime';
import type { ControlPlane } from './control-plane';
import type { ClusterOptions } from './control-plane-options';
import { writeBeginning } from '../cluster/new-cluster';
import { MACHINE_CONFIG_POOLS } from '../../node-configuration/built-in-pools';
import { refuseRegistration } from '../../node-configuration/registration';
import { bundleOf } from '../../settings/cluster-settings';
import { requireKind } from '../../object-api/writes/stored-kinds';

/** A cluster with simulated nodes, as it is made when there is none of that name. */
export interface NewClusterOptions extends ClusterOptions {
  /** Nodes `node-1`, `node-2`, …, dealt out to the zones in turn. */
  readonly nodes: number;
  /** Zones `zone-1`, `zone-2`, … */
  readonly zones: number;
}

/**
 * Makes sure that the cluster exists, with everything that it was created with. An existing one is not changed by the
 * options.
 */
export async function ensureCluster(plane: ControlPlane, options: NewClusterOptions): Promise<ClusterRuntime> {
  const { nodes, zones, name } = options;
  const existing = await plane.cluster(name);
  const made = existing ? undefined : await plane.createCluster({ ...options, firstNodes: { nodes, zones } });
  if (made) {
    await giveFirstNodes(made, { nodes, zones });
    return made;
  }
  const runtime = existing ?? (await plane.cluster(name))!;
  await finish(plane, runtime);
  return runtime;
}

/** Makes what a cluster lacks of its beginning: its maker died before the end, or knew neither roles nor pools yet. */
async function finish(plane: ControlPlane, runtime: ClusterRuntime): Promise<void> {
  const { id, cache } = runtime;
  const firstNodes = (await readCluster(plane.database, id))?.firstNodes;
  const lacks = [RoleResource.ClusterRole, MACHINE_CONFIG_POOLS].some((resource) => cache.count(resource) === 0);
  if (firstNodes || lacks) await writeBeginning(runtime, plane);
  if (firstNodes) await giveFirstNodes(runtime, firstNodes);
}

/** Creates the missing nodes, and records that they were created: no process serves the cluster before that. */
async function giveFirstNodes(runtime: ClusterRuntime, { nodes, zones }: FirstNodes): Promise<void> {
  const outcomes = await createNodes(
    runtime,
    Array.from({ length: nodes }, (_, i) => nodeOf(i, zones)),
  );
  throwFirst(outcomes.filter((outcome) => !isAlreadyExists(outcome)));
  await runtime.records.firstNodesMade();
}

/** The part of a node's description that numbering decides. */
export interface NumberedNode {
  readonly name: string;
  readonly zone: string;
  readonly region: string;
}

/** The `index`-th node, from 0. */
export function nodeOf(index: number, zones: number): NumberedNode {
  return { name: `node-${index + 1}`, zone: `zone-${(index % zones) + 1}`, region: 'region-1' };
}

/** Registers simulated nodes in one batch; throws the first refusal. */
export async function addNodes(runtime: ClusterRuntime, descriptions: readonly NodeDescription[]): Promise<void> {
  throwFirst(await createNodes(runtime, descriptions));
}

function createNodes(
  runtime: ClusterRuntime,
  descriptions: readonly NodeDescription[],
): Promise<(KubeObject | ApiError)[]> {
  return runtime.inputs.take(
    () => ({ type: 'nodes', nodes: descriptions }),
    () => createNow(runtime, descriptions),
  );
}

async function createNow(
  runtime: ClusterRuntime,
  descriptions: readonly NodeDescription[],
): Promise<(KubeObject | ApiError)[]> {
  const kind = requireKind('v1', 'Node');
  const now = runtime.clock.now();
  const { kubeletVersion } = KUBELET_BUNDLES[bundleOf(runtime.settings)];
  const requests = descriptions.map((node) => ({
    kind,
    namespace: '',
    input: buildNode({ kubeletVersion, ...node }, now),
  }));
  for (const { input } of requests) {
    const refusal = refuseRegistration(runtime.settings, kind, input);
    if (refusal) throw refusal;
  }
  return runtime.store.signed({ writer: 'kubelet' }).createMany(requests, { fieldManager: 'kubelet' });
}

function throwFirst(outcomes: readonly (KubeObject | ApiError)[]): void {
  const refusal = outcomes.find((outcome) => outcome instanceof Error);
  if (refusal) throw refusal as Error;
}
