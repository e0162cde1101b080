import type { KubeObject, LabelSelector, Pod } from '@orrery/api-types';
import { claim } from '@orrery/workloads';
import type { Reconciliation, Replacement } from './reconciliation';

const PODS = 'pods';

export interface PodClaim {
  readonly selector: LabelSelector | undefined;
  /** Returns whether a pod that the selector matches can be the owner's at all; without this every one can. */
  readonly fits?: (pod: Pod) => boolean;
}

/** The owner's pods, after those that match came and those that do not went; ended ones and those going included. */
export async function claimPods(
  owner: KubeObject,
  reconciliation: Reconciliation,
  { selector, fits = () => true }: PodClaim,
): Promise<readonly Pod[]> {
  const { namespace = '', uid } = owner.metadata;
  const index = reconciliation.state.index<Pod>(PODS);
  const owned = index.ownedBy(uid);
  const claimed = claim({ owner, selector, owned, orphans: index.orphansFor(namespace, selector).filter(fits) });
  if (claimed.adopted.length === 0 && claimed.released.length === 0) return owned;
  await reconciliation.changeOwners(claimed);
  return index.ownedBy(uid);
}

/** A pod as it was seen and as it shall be. */
export function replacement(seen: Pod, next: Pod): Replacement {
  return { seen: seen, next: next };
}
