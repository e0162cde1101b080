import { jsonText, type KubeObject, type ResourceList, type Taint } from '@orrery/api-types';
import { bundleOf, refuseRegistration, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { buildNode, KUBELET_BUNDLES, type NodeDescription } from '@orrery/pod-lifecycle';
import { tryParseQuantity } from '@orrery/quantity';
import { badUserInput } from '../errors/input-error';
import { userErrors, type UserError } from '../errors/user-errors';
import { writeOptionsOf } from '../objects/write-options';
import { checkedByStore } from '../access/access-rules';
import { clusterAction } from '../action';
import { count, flag, input, labels, nestedList, quantities, text, texts, type InputOf } from '../input/inputs';
import { numberedName } from '../input/numbered-name';
import { many, one } from '../input/results';
import { WRITTEN } from '../objects/write-inputs';
import { taintEffect } from './node-inputs';

const NODE = requireKind('v1', 'Node');
const MAX_NODES = 1000;

const NEW_TAINT = input('A taint of new nodes.', {
  required: { key: text('Key of the taint.'), effect: taintEffect('Effect of the taint.') },
  optional: { value: text('Value of the taint.') },
});

const ADD_NODES = input('Simulated nodes to add.', {
  required: {
    name: text('Name; for several nodes `{index}` in it is replaced by the number, which is otherwise appended.'),
  },
  optional: {
    ...WRITTEN,
    count: count('Number of nodes (1-1000, default 1).'),
    firstIndex: count('Number of the first node (default 1).'),
    zones: texts('Zones, assigned to the nodes in turn.'),
    region: text('Region.'),
    instanceType: text('Instance type.'),
    capacity: quantities(
      'Capacity by resource, added to the default of 4 CPU, 16Gi memory, 100Gi storage and 110 pods.',
    ),
    allocatable: quantities('Allocatable resources (default: the capacity).'),
    labels: labels('Additional labels.'),
    annotations: labels('Additional annotations.'),
    taints: nestedList('NewTaint', NEW_TAINT, 'Taints.'),
    unschedulable: flag('Marks the nodes unschedulable from the start.'),
  },
});
type AddNodesInput = InputOf<typeof ADD_NODES>;

export const addNodesAction = clusterAction({
  name: 'addNodes',
  about: 'Adds one or several simulated nodes.',
  right: checkedByStore('create nodes'),
  input: ADD_NODES,
  result: {
    name: 'AddNodesPayload',
    about: 'Result of adding nodes.',
    fields: { node: one('Node', 'The first new node.'), nodes: many('Node', 'The new nodes.') },
  },
  perform: ({ runtime }, given) => addNodes(runtime, given),
});

/** Registers simulated nodes, as their kubelets would; the kubelets follow. */
async function addNodes(
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
    return { ...same, ...zone, name: numberedName(input, i) };
  });
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
