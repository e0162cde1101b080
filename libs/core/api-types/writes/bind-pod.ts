import { formatTime } from '@orrery/time';
import { type ApiError } from '../errors/api-error';
import { conflict, invalid } from '../errors/api-errors';
import type { KubeObject, Pod, PodCondition } from '../objects';
import { ConditionStatus, PodConditionType } from '../pods/pod-constants';
import { validateBinding } from '../kinds/pod/binding';
import { isUpTo, type ReleaseName } from '../kinds/releases';
import { withFields } from '../with-fields';

/** Preconditions of servers before 1.22, which bind any pod of the name. */
const NO_PRECONDITIONS: Partial<Binding['metadata']> = {};
const PODS = { group: '', resource: 'pods' };

/** A decoded Binding: the pod it is for may be fixed by uid and resourceVersion. */
export interface Binding {
  readonly metadata: {
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly target: { readonly kind?: string; readonly name: string };
}

/**
 * The pod as a binding leaves it: node name, merged annotations, condition PodScheduled. Whether the node exists is not
 * asked. `now` is cluster time in milliseconds.
 */
export function bindPod(pod: Pod, binding: Binding, now: number, release?: ReleaseName): Pod | ApiError {
  const { name } = pod.metadata;
  // A Binding that a client sends has no metadata of the server, and none is validated.
  const errors = validateBinding(binding as unknown as KubeObject);
  if (errors.length > 0) return invalid({ group: '', kind: 'Binding' }, name, errors);
  const { uid, resourceVersion } = isUpTo(release, '1.20') ? NO_PRECONDITIONS : binding.metadata;
  const { annotations } = binding.metadata;
  if (uid !== undefined && uid !== '' && uid !== pod.metadata.uid) {
    return conflict(
      PODS,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${pod.metadata.uid}`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== '' && resourceVersion !== pod.metadata.resourceVersion) {
    const actual = pod.metadata.resourceVersion;
    const detail = `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${actual}`;
    return conflict(PODS, name, detail);
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    return bindingConflict(name, `pod ${name} is being deleted, cannot be assigned to a host`);
  }
  if (pod.spec.nodeName) return bindingConflict(name, `pod ${name} is already assigned to node "${pod.spec.nodeName}"`);
  if (pod.spec.schedulingGates?.length) {
    return bindingConflict(name, `pod ${name} has non-empty .spec.schedulingGates`);
  }
  return {
    ...pod,
    metadata: annotations
      ? { ...pod.metadata, annotations: { ...pod.metadata.annotations, ...annotations } }
      : pod.metadata,
    spec: withFields(pod.spec, { nodeName: binding.target.name }),
    status: withFields(pod.status ?? {}, { conditions: withPodScheduled(pod.status?.conditions ?? [], now) }),
  };
}

function bindingConflict(name: string, detail: string): ApiError {
  return conflict({ group: '', resource: 'pods/binding' }, name, detail);
}

function withPodScheduled(conditions: readonly PodCondition[], now: number): PodCondition[] {
  const others = conditions.filter((condition) => condition.type !== PodConditionType.PodScheduled);
  const before = conditions.find((condition) => condition.type === PodConditionType.PodScheduled);
  const isNew = before?.status !== ConditionStatus.True;
  const lastTransitionTime = isNew ? formatTime(now) : before?.lastTransitionTime;
  const scheduled: PodCondition = {
    type: PodConditionType.PodScheduled,
    status: ConditionStatus.True,
    ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
  };
  return [...others, scheduled];
}
