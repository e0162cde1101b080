import type { KubeObject, Pod } from '../../objects';
import { qosClass } from '../../pods/qos-class';
import { firstConditions } from './first-conditions';

/** What the status of a new pod says of its spec. */
export function setFirstStatus(object: KubeObject): void {
  const pod = object as Pod;
  const conditions = firstConditions(pod);
  const status = object.status as Record<string, unknown>;
  status['qosClass'] = qosClass(pod);
  if (conditions.length > 0) status['conditions'] = conditions;
}

/** The class of a pod is fixed when it is created. */
export function keepQosClass(next: KubeObject, old: KubeObject): void {
  const before = (old.status as { qosClass?: string } | undefined)?.qosClass;
  const status = next.status as Record<string, unknown> | undefined;
  if (status && before !== undefined) status['qosClass'] = before;
}
