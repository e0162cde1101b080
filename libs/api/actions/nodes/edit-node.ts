import { ApiError, isConflict, notFound, type KubeObject, type Node, type Taint } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { formatTime } from '@orrery/time';
import { atRevision, deleteOptionsOf, writeOptionsOf } from '../objects/write-options';
import { oneOf } from '../access/access-rules';
import { clusterAction } from '../action';
import { input, text, type InputOf } from '../input/inputs';
import { WRITTEN } from '../objects/write-inputs';
import { CHANGED_NODE, NODE_NAME, namedNode, taintEffect, type NodeNameInput } from './node-inputs';

const NODE = requireKind('v1', 'Node');
/** Attempts to change a node's taints while other clients modify the node. */
const MAX_TRIES = 10;

const ADD_TAINT = input('A taint to add to a node.', {
  required: { ...NODE_NAME, key: text('Key of the taint.'), effect: taintEffect('Effect of the taint.') },
  optional: { ...WRITTEN, value: text('Value of the taint.') },
});
type AddTaintInput = InputOf<typeof ADD_TAINT>;

const REMOVE_TAINT = input('The taints to remove from a node.', {
  required: { ...NODE_NAME, key: text('Key of the taints.') },
  optional: { ...WRITTEN, effect: taintEffect('Effect of the taint; all effects if absent.') },
});
type RemoveTaintInput = InputOf<typeof REMOVE_TAINT>;

const CHANGE = { right: oneOf('patch', NODE), result: CHANGED_NODE };

export const CORDON_ACTIONS = [
  clusterAction({
    ...CHANGE,
    name: 'cordonNode',
    about: 'Marks a node unschedulable.',
    input: namedNode('The node to cordon.'),
    perform: async ({ runtime }, given) => ({ node: await cordon(runtime, given, true) }),
  }),
  clusterAction({
    ...CHANGE,
    name: 'uncordonNode',
    about: 'Marks a node schedulable.',
    input: namedNode('The node to uncordon.'),
    perform: async ({ runtime }, given) => ({ node: await cordon(runtime, given, false) }),
  }),
];

export const removeNodeAction = clusterAction({
  ...CHANGE,
  name: 'removeNode',
  about: 'Deletes a node; its simulated kubelet stops.',
  right: oneOf('delete', NODE),
  input: namedNode('The node to delete.'),
  perform: async ({ runtime }, given) => {
    const target = { kind: NODE, namespace: '', name: given.name };
    return { node: (await runtime.store.delete(target, deleteOptionsOf(given))).object };
  },
});

export const TAINT_ACTIONS = [
  clusterAction({
    ...CHANGE,
    name: 'addTaint',
    about: 'Adds a taint to a node, or changes its value.',
    input: ADD_TAINT,
    perform: async ({ runtime }, given) => ({ node: await addTaint(runtime, given) }),
  }),
  clusterAction({
    ...CHANGE,
    name: 'removeTaint',
    about: 'Removes taints from a node.',
    input: REMOVE_TAINT,
    perform: async ({ runtime }, given) => ({ node: await removeTaint(runtime, given) }),
  }),
];

/** Marks a node unschedulable, or schedulable again. */
export async function cordon(
  runtime: ClusterRuntime,
  input: NodeNameInput,
  unschedulable: boolean,
): Promise<KubeObject> {
  const patch = atRevision({ spec: { unschedulable: unschedulable ? true : null } }, input.resourceVersion);
  const target = { kind: NODE, namespace: '', name: input.name };
  return runtime.store.patch({ ...target, type: 'merge', patch }, writeOptionsOf(input));
}

/** Adds a taint; one of the same key and effect gets the new value. */
export async function addTaint(runtime: ClusterRuntime, input: AddTaintInput): Promise<KubeObject> {
  const { key, value, effect } = input;
  const timeAdded = effect === 'NoExecute' ? { timeAdded: formatTime(runtime.clock.now()) } : {};
  const taint: Taint = { key, effect, ...(value == null || value === '' ? {} : { value }), ...timeAdded };
  const withTaint = (taints: readonly Taint[]): readonly Taint[] => {
    const same = taints.find((other) => other.key === key && other.effect === effect);
    if (same && (same.value ?? '') === (taint.value ?? '')) return taints;
    return [...taints.filter((other) => other !== same), taint];
  };
  try {
    return await editTaints(runtime, input, withTaint);
  } catch (error) {
    throw atInput(error);
  }
}

/** Errors of the API name the taint by its index in the node's list; the input has only its fields. */
function atInput(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.details.causes) return error;
  const causes = error.details.causes.map((cause) => {
    const own = /^metadata\.taints\[\d+\]\.(key|value|effect)$/.exec(cause.field ?? '')?.[1];
    return own === undefined ? cause : { ...cause, field: own };
  });
  return new ApiError(error.reason, error.message, { ...error.details, causes });
}

/** Removes the taints of the key, of one effect or of all; a node without one is not found. */
export async function removeTaint(runtime: ClusterRuntime, input: RemoveTaintInput): Promise<KubeObject> {
  const { key, effect } = input;
  return editTaints(runtime, input, (taints) => {
    const kept = taints.filter((taint) => taint.key !== key || (effect != null && taint.effect !== effect));
    if (kept.length === taints.length) throw notFound({ group: '', resource: 'taints' }, key);
    return kept;
  });
}

/** The list is one value for the API, so a change of it holds only for the node as it was read. */
async function editTaints(
  runtime: ClusterRuntime,
  input: NodeNameInput,
  edit: (taints: readonly Taint[]) => readonly Taint[],
): Promise<KubeObject> {
  const target = { kind: NODE, namespace: '', name: input.name };
  for (let tries = 1; ; tries++) {
    const node = runtime.cache.get(keyOf(target));
    if (!node) throw notFound(NODE, input.name);
    const taints = edit((node as Node).spec.taints ?? []);
    const resourceVersion = input.resourceVersion ?? node.metadata.resourceVersion;
    const patch = atRevision({ spec: { taints: taints.length > 0 ? taints : null } }, resourceVersion);
    try {
      return await runtime.store.patch({ ...target, type: 'merge', patch }, writeOptionsOf(input));
    } catch (error) {
      if (!isConflict(error) || input.resourceVersion != null || tries >= MAX_TRIES) throw error;
      await runtime.caughtUp();
    }
  }
}
