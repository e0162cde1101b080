import type { KubeObject } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { checkedByStore } from '../access/access-rules';
import { clusterAction } from '../action';
import { input, int64, text, textOr, type InputOf } from '../input/inputs';
import { changed, one } from '../input/results';
import { WRITTEN } from '../objects/write-inputs';
import { deleteOptionsOf, writeOptionsOf } from '../objects/write-options';

const POD = requireKind('v1', 'Pod');

const POD_NAME = { namespace: textOr('default', 'Namespace of the pod.'), name: text('Name of the pod.') };
const THE_POD = { ...WRITTEN, uid: text('UID that the pod must have.') };

const BIND_POD = input('A pod and the node to bind it to.', {
  required: { ...POD_NAME, node: text('Name of the node; it need not exist.') },
  optional: THE_POD,
});

const EVICT_POD = input('A pod to evict.', {
  required: POD_NAME,
  optional: { ...THE_POD, gracePeriodSeconds: int64('Grace period in seconds (default: that of the object).') },
});

export const POD_ACTIONS = [
  clusterAction({
    name: 'bindPod',
    about: 'Binds a pod to a node, as a scheduler does.',
    right: checkedByStore('create pods/binding'),
    input: BIND_POD,
    result: changed('Pod'),
    perform: ({ runtime }, given) => bind(runtime, given),
  }),
  clusterAction({
    name: 'evictPod',
    about: 'Evicts a pod if its disruption budgets allow it.',
    right: checkedByStore('create pods/eviction'),
    input: EVICT_POD,
    result: {
      name: 'EvictPodPayload',
      about: 'Result of an eviction.',
      fields: {
        pod: one('Pod', 'The terminating pod; null once it is gone.'),
        evicted: one('Boolean', 'Whether the pod was evicted.'),
      },
    },
    perform: ({ runtime }, given) => evict(runtime, given),
  }),
];

/** Namespace and name of a pod. */
export type PodName = { readonly namespace: string; readonly name: string };

/** Returns a pod of the cluster; undefined without one. */
export function podOf(runtime: ClusterRuntime, { namespace, name }: PodName): KubeObject | undefined {
  return runtime.cache.get(keyOf({ kind: POD, namespace, name }));
}

async function bind(
  runtime: ClusterRuntime,
  given: InputOf<typeof BIND_POD>,
): Promise<{ pod: KubeObject | undefined }> {
  const { namespace, name, node, uid, resourceVersion } = given;
  const preconditions = { ...(uid == null ? {} : { uid }), ...(resourceVersion == null ? {} : { resourceVersion }) };
  await runtime.store.bind(
    { namespace, name, target: { kind: 'Node', name: node }, ...preconditions },
    writeOptionsOf(given),
  );
  return { pod: podOf(runtime, given) };
}

async function evict(
  runtime: ClusterRuntime,
  given: InputOf<typeof EVICT_POD>,
): Promise<{ pod: KubeObject | undefined; evicted: boolean }> {
  const { namespace, name, uid, dryRun } = given;
  const preconditions = uid == null ? {} : { preconditions: { uid } };
  const deleteOptions = deleteOptionsOf({ ...given, ...preconditions });
  await runtime.store.evict({ namespace, name, deleteOptions, dryRun: dryRun ?? false });
  return { pod: podOf(runtime, given), evicted: true };
}
