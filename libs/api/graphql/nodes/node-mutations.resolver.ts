import { Args, Field, Mutation, ObjectType, registerEnumType, Resolver } from '@nestjs/graphql';
import { requireKind, type ClusterRuntime } from '@orrery/control-plane';
import type { KubeObject } from '@orrery/api-types';
import { checkedByStore, oneOf, Requires } from '../access/access-rules';
import { MutationPayload, payload } from '../errors/user-errors';
import { describedKind } from '../kinds/kind-description';
import { payloadOf } from '../kinds/kind-payload';
import { deleteOptionsOf } from '../objects/write-options';
import { Cluster } from '../requests/request-context';
import { addNodes } from './add-nodes';
import { DrainOutcome, drainNode } from './drain-node';
import { addTaint, cordon, removeTaint } from './edit-node';
import {
  AddNodesInput,
  AddTaintInput,
  CordonNodeInput,
  DrainNodeInput,
  RemoveNodeInput,
  RemoveTaintInput,
  UncordonNodeInput,
  type NodeNameInput,
} from './node-inputs';
import { Node, Pod } from '../kinds/kind-types';

registerEnumType(DrainOutcome, {
  name: 'DrainOutcome',
  description: 'Outcome for a pod of a drained node.',
  valuesMap: {
    EVICTED: { description: 'Evicted.' },
    LEFT: { description: 'Not evicted: it need not leave the node.' },
    REFUSED_BY_PDB: { description: 'Not evicted: its disruption budget does not allow it now.' },
    FAILED: { description: 'The eviction failed.' },
  },
});

@ObjectType({ description: 'A pod of a drained node.' })
export class DrainedPod {
  @Field(() => Pod, { description: 'The pod before the drain.' })
  pod!: unknown;
  @Field(() => DrainOutcome, { description: 'Outcome.' })
  outcome!: DrainOutcome;
  @Field(() => String, { nullable: true, description: 'Why the pod was not evicted.' })
  reason?: string;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of draining a node.' })
export class DrainNodePayload extends MutationPayload {
  @Field(() => Node, { nullable: true, description: 'The node, marked unschedulable.' })
  node?: unknown;
  @Field(() => [DrainedPod], { description: 'Its pods; empty if a pod stopped the drain.' })
  pods!: DrainedPod[];
  @Field(() => Boolean, { nullable: true, description: 'Whether all pods that had to leave were evicted.' })
  isDrained?: boolean;
}

@ObjectType({ implements: () => [MutationPayload], description: 'Result of adding nodes.' })
export class AddNodesPayload extends MutationPayload {
  @Field(() => Node, { nullable: true, description: 'The first new node.' })
  node?: unknown;
  @Field(() => [Node], { description: 'The new nodes.' })
  nodes!: unknown[];
}

const NODE = requireKind('v1', 'Node');
const NodePayload = payloadOf(describedKind('Node'));
const INPUT = { description: 'Input of the mutation.' };

/** What administrators do to nodes. */
@Resolver()
export class NodeMutationsResolver {
  @Requires(oneOf('patch', NODE))
  @Mutation(() => NodePayload, { name: 'cordonNode', description: 'Marks a node unschedulable.' })
  cordonNode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => CordonNodeInput, ...INPUT }) input: CordonNodeInput,
  ): Promise<unknown> {
    return nodePayload(input, () => cordon(runtime, input, true));
  }

  @Requires(oneOf('patch', NODE))
  @Mutation(() => NodePayload, { name: 'uncordonNode', description: 'Marks a node schedulable.' })
  uncordonNode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => UncordonNodeInput, ...INPUT }) input: UncordonNodeInput,
  ): Promise<unknown> {
    return nodePayload(input, () => cordon(runtime, input, false));
  }

  @Requires(oneOf('patch', NODE))
  @Mutation(() => DrainNodePayload, {
    name: 'drainNode',
    description: 'Marks a node unschedulable and evicts its pods as far as disruption budgets allow.',
  })
  drainNode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => DrainNodeInput, ...INPUT }) input: DrainNodeInput,
  ): Promise<unknown> {
    return payload(input, () => drainNode(runtime, input));
  }

  @Requires(checkedByStore('create nodes'))
  @Mutation(() => AddNodesPayload, { name: 'addNodes', description: 'Adds one or several simulated nodes.' })
  addNodes(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => AddNodesInput, ...INPUT }) input: AddNodesInput,
  ): Promise<unknown> {
    return payload(input, () => addNodes(runtime, input));
  }

  @Requires(oneOf('delete', NODE))
  @Mutation(() => NodePayload, { name: 'removeNode', description: 'Deletes a node; its simulated kubelet stops.' })
  removeNode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RemoveNodeInput, ...INPUT }) input: RemoveNodeInput,
  ): Promise<unknown> {
    return nodePayload(input, () => removeNode(runtime, input));
  }

  @Requires(oneOf('patch', NODE))
  @Mutation(() => NodePayload, { name: 'addTaint', description: 'Adds a taint to a node, or changes its value.' })
  addTaint(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => AddTaintInput, ...INPUT }) input: AddTaintInput,
  ): Promise<unknown> {
    return nodePayload(input, () => addTaint(runtime, input));
  }

  @Requires(oneOf('patch', NODE))
  @Mutation(() => NodePayload, { name: 'removeTaint', description: 'Removes taints from a node.' })
  removeTaint(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => RemoveTaintInput, ...INPUT }) input: RemoveTaintInput,
  ): Promise<unknown> {
    return nodePayload(input, () => removeTaint(runtime, input));
  }
}

function nodePayload(input: NodeNameInput, change: () => Promise<KubeObject>): Promise<unknown> {
  return payload(input, async () => ({ node: await change() }));
}

async function removeNode(runtime: ClusterRuntime, input: NodeNameInput): Promise<KubeObject> {
  const target = { kind: NODE, namespace: '', name: input.name };
  return (await runtime.store.delete(target, deleteOptionsOf(input))).object;
}
