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
  description: 'What became of a pod of a drained node.',
  valuesMap: {
    EVICTED: { description: 'It was asked to go.' },
    LEFT: { description: 'It need not go.' },
    REFUSED_BY_PDB: { description: 'Its disruption budget does not allow it now.' },
    FAILED: { description: 'It could not be evicted.' },
  },
});

@ObjectType({ description: 'A pod of a drained node.' })
export class DrainedPod {
  @Field(() => Pod, { description: 'The pod as it was before.' })
  pod!: unknown;
  @Field(() => DrainOutcome, { description: 'What became of it.' })
  outcome!: DrainOutcome;
  @Field(() => String, { nullable: true, description: 'Why it was not evicted.' })
  reason?: string;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of a node that was to be drained.' })
export class DrainNodePayload extends MutationPayload {
  @Field(() => Node, { nullable: true, description: 'The node, cordoned.' })
  node?: unknown;
  @Field(() => [DrainedPod], { description: 'Its pods, one by one; none if one of them stopped the drain.' })
  pods!: DrainedPod[];
  @Field(() => Boolean, { nullable: true, description: 'Whether every pod that had to go was asked to.' })
  isDrained?: boolean;
}

@ObjectType({ implements: () => [MutationPayload], description: 'What became of nodes that were to be added.' })
export class AddNodesPayload extends MutationPayload {
  @Field(() => Node, { nullable: true, description: 'The first of the new nodes.' })
  node?: unknown;
  @Field(() => [Node], { description: 'The new nodes.' })
  nodes!: unknown[];
}

const NODE = requireKind('v1', 'Node');
const NodePayload = payloadOf(describedKind('Node'));
const INPUT = { description: 'What is to be done.' };

/** What administrators do to nodes. */
@Resolver()
export class NodeMutationsResolver {
  @Requires(oneOf('patch', NODE))
  @Mutation(() => NodePayload, { name: 'cordonNode', description: 'Keeps new pods off a node.' })
  cordonNode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => CordonNodeInput, ...INPUT }) input: CordonNodeInput,
  ): Promise<unknown> {
    return nodePayload(input, () => cordon(runtime, input, true));
  }

  @Requires(oneOf('patch', NODE))
  @Mutation(() => NodePayload, { name: 'uncordonNode', description: 'Lets new pods come to a node again.' })
  uncordonNode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => UncordonNodeInput, ...INPUT }) input: UncordonNodeInput,
  ): Promise<unknown> {
    return nodePayload(input, () => cordon(runtime, input, false));
  }

  @Requires(oneOf('patch', NODE))
  @Mutation(() => DrainNodePayload, {
    name: 'drainNode',
    description: 'Cordons a node and evicts its pods, as far as their budgets allow.',
  })
  drainNode(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => DrainNodeInput, ...INPUT }) input: DrainNodeInput,
  ): Promise<unknown> {
    return payload(input, () => drainNode(runtime, input));
  }

  @Requires(checkedByStore('create nodes'))
  @Mutation(() => AddNodesPayload, { name: 'addNodes', description: 'Adds simulated nodes, one or many.' })
  addNodes(
    @Cluster() runtime: ClusterRuntime,
    @Args('input', { type: () => AddNodesInput, ...INPUT }) input: AddNodesInput,
  ): Promise<unknown> {
    return payload(input, () => addNodes(runtime, input));
  }

  @Requires(oneOf('delete', NODE))
  @Mutation(() => NodePayload, { name: 'removeNode', description: 'Deletes a node; its kubelet ends.' })
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
  @Mutation(() => NodePayload, { name: 'removeTaint', description: 'Removes a taint from a node.' })
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
