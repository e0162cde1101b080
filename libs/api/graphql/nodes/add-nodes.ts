import { jsonText, type KubeObject, type ResourceList, type Taint } from '@orrery/api-types';
import { bundleOf, refuseRegistration, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { buildNode, KUBELET_BUNDLES, type NodeDescription } from '@orrery/pod-lifecycle';
import { tryParseQuantity } from '@orrery/quantity';
import { badUserInput } from '../errors/request-errors';
import { userErrors, type UserError } from '../errors/user-errors';
import { writeOptionsOf } from '../objects/write-options';
import type { AddNodesInput } from './node-inputs';

const NODE = requireKind('v1', 'Node');
const MAX_NODES = 1000;

/** Registers simulated nodes, as their kubelets would; the kubelets follow. */
export async function addNodes(
  runtime: ClusterRuntime,
  input: AddNodesInput,
): Promise<{ node: KubeObject | undefined; nodes: KubeObject[]; errors: UserError[] }> {
  const descriptions = describeNodes(input);
  const nowMs = runtime.clock.now();
  const { kubeletVersion } = KUBELET_BUNDLES[bundleOf(runtime.settings)];
  const requests = descriptions.map((description) => ({
    kind: NODE,
    namespace: '',
    input: buildNode({ kubeletVersion, ...description }, nowMs),
  }));
  const refusal = requests.map(({ input: node }) => refuseRegistration(runtime.settings, NODE, node)).find(Boolean);
  if (refusal) return { node: undefined, nodes: [], errors: userErrors(refusal) };
  const options = writeOptionsOf({ ...input, fieldManager: input.fieldManager ?? 'kubelet' });
  const outcomes = await runtime.store.createMany(requests, options);
  const nodes = outcomes.filter((outcome): outcome is KubeObject => !(outcome instanceof Error));
  const errors = outcomes.flatMap((outcome) => (outcome instanceof Error ? userErrors(outcome) : []));
  return { node: nodes[0], nodes, errors };
}

function describeNodes(input: AddNodesInput): NodeDescription[] {
  const { zones, region, instanceType, labels, annotations, taints, unschedulable } = input;
  const count = input.count ?? 1;
  if (count < 1 || count > MAX_NODES) throw badUserInput(`count must be between 1 and ${MAX_NODES}`, ['count']);
  const same: Omit<NodeDescription, 'name'> = {
    ...(region == null ? {} : { region }),
    ...(instanceType == null ? {} : { instanceType }),
    ...(labels == null ? {} : { labels }),
    ...(annotations == null ? {} : { annotations }),
    ...(unschedulable == null ? {} : { unschedulable }),
    ...(taints == null ? {} : { taints: taints.map(taintOf) }),
    ...(input.capacity == null ? {} : { capacity: amountsIn(input.capacity, 'capacity') }),
    ...(input.allocatable == null ? {} : { allocatable: amountsIn(input.allocatable, 'allocatable') }),
  };
  return Array.from({ length: count }, (_, i) => {
    const zone = zones?.length ? { zone: zones[i % zones.length]! } : {};
    return { ...same, ...zone, name: nameOf(input, i) };
  });
}

function nameOf({ name, count, firstIndex }: AddNodesInput, i: number): string {
  const index = String((firstIndex ?? 1) + i);
  if (name.includes('{index}')) return name.replaceAll('{index}', index);
  return count == null ? name : `${name}-${index}`;
}

function taintOf({ key, value, effect }: NonNullable<AddNodesInput['taints']>[number]): Taint {
  return { key, effect, ...(value == null || value === '' ? {} : { value }) };
}

function amountsIn(given: Readonly<Record<string, unknown>>, field: string): ResourceList {
  const amounts: ResourceList = {};
  for (const [resource, amount] of Object.entries(given)) {
    const text = typeof amount === 'number' ? String(amount) : amount;
    if (typeof text !== 'string' || !tryParseQuantity(text).ok) {
      throw badUserInput(`${field}.${resource}: Invalid value: ${jsonText(amount)}: must be a quantity`, [
        field,
        resource,
      ]);
    }
    amounts[resource] = text;
  }
  return amounts;
}
