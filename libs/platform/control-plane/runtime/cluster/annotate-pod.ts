import type { ClusterInput } from '../../inputs/cluster-input';
import type { ClusterRuntime } from './cluster-runtime';

/** Annotations to write on a pod, with the reason for the log of changes. */
export type PodNote = Pick<ClusterInput & { readonly type: 'annotate' }, 'pod' | 'annotations' | 'reason'>;

/** Writes annotations that its kubelet reads on a pod, as a client's session wants it; not on a later pod of the same name. */
export async function annotatePod(runtime: ClusterRuntime, { pod, annotations, reason }: PodNote): Promise<void> {
  const { namespace, name, uid } = pod;
  const { store } = runtime;
  await runtime.inputs.take(
    () => ({ type: 'annotate', pod, annotations, reason, by: store.caller }),
    () =>
      store.modify([
        {
          key: { resource: 'pods', namespace, name },
          reason,
          change: (object) => {
            if (object.metadata.uid !== uid) return object;
            const metadata = { ...object.metadata, annotations: { ...object.metadata.annotations, ...annotations } };
            return { ...object, metadata };
          },
        },
      ]),
  );
}
