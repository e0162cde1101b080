import {
  forbidden,
  sharedForShared,
  SYSTEM_PRIORITY_CLASSES,
  withFields,
  type ApiError,
  type KubeObject,
  type PodSpec,
  type PriorityClass,
} from '@orrery/api-types';
import { isPodWrite, type AdmissionLookup, type AdmissionRequest, type PluginHalves } from '../admission';

const DEFAULT_POLICY = 'PreemptLowerPriority';

interface Computed {
  readonly className?: string;
  readonly value: number;
  readonly policy: string;
  /** The spec with class, priority and policy in it. */
  readonly written: (spec: PodSpec) => PodSpec;
}

/** Former special rules for pods of the system. */
export interface PrioritySettings {
  /** Classes named `system-…` are only for pods of the system's namespaces. */
  readonly keepsSystemClasses: boolean;
  /** Value of the annotation `critical-pod` that makes a pod of those namespaces critical. */
  readonly criticalPod: 'ignored' | 'emptyValue' | 'anyValue';
}

const CRITICAL_POD = 'scheduler.alpha.kubernetes.io/critical-pod';

/**
 * Turns a pod's class into its priority and preemption policy, and keeps at most one class the default
 * (spec scheduler 7.1). Existing pods never change when classes do.
 */
export function priority(settings: PrioritySettings): PluginHalves {
  return {
    admit: (request) => {
      if (!isPodWrite(request) || !request.object.spec) return request.object;
      return request.operation === 'CREATE' ? admitNewPod(request, settings) : restoreOnUpdate(request);
    },
    check: (request) =>
      request.kind.kind === 'PriorityClass' && request.operation !== 'DELETE'
        ? refuseSecondDefault(request)
        : undefined,
  };
}

function admitNewPod(request: AdmissionRequest, settings: PrioritySettings): KubeObject | ApiError {
  const { object, kind, lookup } = request;
  const spec = object.spec as PodSpec;
  const className = spec.priorityClassName || (isCritical(object, settings) ? 'system-cluster-critical' : undefined);
  const computed = compute(className, lookup);
  const refuse = (detail: string): ApiError => forbidden(kind, object.metadata.name, detail);
  if (!computed) return refuse(`no PriorityClass with name ${className} was found`);
  const { namespace = '' } = object.metadata;
  if (settings.keepsSystemClasses && computed.className?.startsWith('system-') && !isOfSystem(namespace)) {
    return refuse(`pods with ${computed.className} priorityClass is not permitted in ${namespace} namespace`);
  }
  if (spec.priority !== undefined && spec.priority !== computed.value) {
    return refuse(
      `the integer value of priority (${spec.priority}) must not be provided in pod spec; priority admission controller computed ${computed.value} from the given PriorityClass name`,
    );
  }
  if (spec.preemptionPolicy !== undefined && spec.preemptionPolicy !== computed.policy) {
    return refuse(
      `the string value of PreemptionPolicy (${spec.preemptionPolicy}) must not be provided in pod spec; priority admission controller computed ${computed.policy} from the given PriorityClass name`,
    );
  }
  return { ...object, spec: computed.written(spec) };
}

function computedOf(className: string | undefined, value: number, policy: string): Computed {
  const named = className === undefined ? {} : { priorityClassName: className };
  const fields = { ...named, priority: value, preemptionPolicy: policy };
  return {
    ...(className === undefined ? {} : { className }),
    value,
    policy,
    written: sharedForShared((spec) => withFields(spec, fields)),
  };
}

const WITHOUT_CLASS = computedOf(undefined, 0, DEFAULT_POLICY);
/** The system's own classes hold even before they are stored. */
const OF_SYSTEM: ReadonlyMap<string, Computed> = new Map(
  Object.entries(SYSTEM_PRIORITY_CLASSES).map(([name, value]) => [name, computedOf(name, value, DEFAULT_POLICY)]),
);
/** Computed values of stored classes; a changed class is another object. */
const ofClasses = new WeakMap<PriorityClass, Computed>();

function isOfSystem(namespace: string): boolean {
  return namespace === 'kube-system' || namespace.startsWith('openshift-');
}

function isCritical({ metadata }: KubeObject, { criticalPod }: PrioritySettings): boolean {
  const value = metadata.annotations?.[CRITICAL_POD];
  if (value === undefined || criticalPod === 'ignored' || !isOfSystem(metadata.namespace ?? '')) return false;
  return criticalPod === 'anyValue' || value === '';
}

/** Restores values that admission computed earlier and a client left out; validation forbids other changes. */
function restoreOnUpdate({ object, oldObject }: AdmissionRequest): KubeObject {
  const spec = object.spec as PodSpec;
  const before = oldObject?.spec as PodSpec | undefined;
  const restored = {
    ...(spec.priority === undefined && before?.priority !== undefined ? { priority: before.priority } : {}),
    ...(spec.preemptionPolicy === undefined && before?.preemptionPolicy !== undefined
      ? { preemptionPolicy: before.preemptionPolicy }
      : {}),
  };
  return Object.keys(restored).length === 0 ? object : { ...object, spec: { ...spec, ...restored } };
}

function compute(className: string | undefined, lookup: AdmissionLookup): Computed | undefined {
  if (!className) return computeDefault(lookup);
  const found = lookup.priorityClass(className);
  return found ? fromClass(found) : OF_SYSTEM.get(className);
}

/** Computes the default. After a race there may be several: the lowest value counts. */
function computeDefault(lookup: AdmissionLookup): Computed {
  let lowest: PriorityClass | undefined;
  for (const candidate of lookup.priorityClasses()) {
    if (candidate.globalDefault && (!lowest || candidate.value < lowest.value)) lowest = candidate;
  }
  return lowest ? fromClass(lowest) : WITHOUT_CLASS;
}

function fromClass(found: PriorityClass): Computed {
  let computed = ofClasses.get(found);
  if (!computed) {
    computed = computedOf(found.metadata.name, found.value, found.preemptionPolicy ?? DEFAULT_POLICY);
    ofClasses.set(found, computed);
  }
  return computed;
}

function refuseSecondDefault({ object, kind, lookup }: AdmissionRequest): ApiError | undefined {
  if (object['globalDefault'] !== true) return undefined;
  for (const other of lookup.priorityClasses()) {
    if (!other.globalDefault || other.metadata.name === object.metadata.name) continue;
    const detail = `PriorityClass ${other.metadata.name} is already marked as default. Only one default can exist`;
    return forbidden(kind, object.metadata.name, detail);
  }
  return undefined;
}
