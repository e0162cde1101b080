import type { KubeObject, Pod } from '../../objects';
import { qosClass } from '../../pods/qos-class';
import { isUpTo, type ReleaseName } from '../releases';
import { firstConditions } from './first-conditions';
import { mergeLabelKeys, mergeSpreadKeys } from './merge-label-keys';

/** Sets the parts of a new pod's status that follow from its spec. */
export function setFirstStatus(object: KubeObject): void {
  const pod = object as Pod;
  const conditions = firstConditions(pod);
  const status = object.status as Record<string, unknown>;
  status['qosClass'] = qosClass(pod);
  if (conditions.length > 0) status['conditions'] = conditions;
}

interface Status {
  qosClass?: string;
  podIP?: string;
  podIPs?: { ip?: string }[];
}

/** Takes parts of a written status of a pod from the stored one, and how its addresses agree. Changes `next` in place. */
export function alignStatus(next: KubeObject, old: KubeObject): void {
  const status = next.status as Status | undefined;
  if (!status) return;
  const before = (old.status as Status | undefined)?.qosClass;
  // Servers before 1.22 store whatever class a status says; today another one is refused.
  if (before !== undefined && status.qosClass === undefined) status.qosClass = before;
  alignAddresses(next);
}

/** `podIP` counts where it is not the first of `podIPs` (`Convert_v1_PodStatus_To_core_PodStatus`). Changes the pod in place. */
export function alignAddresses(pod: KubeObject): void {
  const status = pod.status as Status | undefined;
  const { podIP, podIPs = [] } = status ?? {};
  if (status && podIP && podIPs[0]?.ip !== podIP) status.podIPs = [{ ip: podIP }];
}

/** Adds what follows from a new pod's fields. The pod is a draft that gets a spec of its own where that changes. */
export function preparePod(pod: KubeObject, release?: ReleaseName): void {
  mergeLabelKeys(pod);
  if (isUpTo(release, '1.20')) return;
  mergeSpreadKeys(pod);
  const { terminationGracePeriodSeconds: grace } = (pod.spec ?? {}) as { terminationGracePeriodSeconds?: number };
  // Negative periods mean the shortest one since 1.27.
  if (grace !== undefined && grace < 0) pod.spec = { ...(pod.spec as object), terminationGracePeriodSeconds: 1 };
}
