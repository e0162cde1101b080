import { compileLabelSelector, type KubeObject, type LabelSelector, type Pod } from '@orrery/api-types';
import { claim } from '../../ownership/claim';
import { adopted, controllerOf, released } from '../../ownership/controller-reference';
import type { Action } from './simulated-action';
import type { SimulatedStore } from './simulated-store';

/** The same object without the knowledge of its kind. */
export function plain(object: object): KubeObject {
  return object as KubeObject;
}

/** Returns the pods that a workload has to adopt or release before it evaluates its own. */
export function claimActions(
  store: SimulatedStore,
  workload: { readonly metadata: KubeObject['metadata']; readonly spec: { readonly selector?: LabelSelector } },
  fits: (pod: Pod) => boolean = () => true,
): Action[] {
  const owner = plain(workload);
  const { selector } = workload.spec;
  const matches = compileLabelSelector(selector);
  const pods = store.list<Pod>('Pod', store.view);
  const owned = pods.filter((pod) => controllerOf(pod)?.uid === owner.metadata.uid);
  const orphans = pods.filter((pod) => !controllerOf(pod) && matches(pod.metadata.labels) && fits(pod));
  const claimed = claim({ owner, selector, owned, orphans });
  const change = (seen: Pod, next: Pod): Action => {
    return () => store.replace(plain(seen), plain(next));
  };
  return [
    ...claimed.adopted.map((pod) => change(pod, adopted(pod, owner))),
    ...claimed.released.map((pod) => change(pod, released(pod, owner.metadata.uid))),
  ];
}
