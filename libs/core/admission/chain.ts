import { ApiError, type KubeObject } from '@orrery/api-types';
import type { AdmissionPlugin, AdmissionRequest } from './admission';
import {
  defaultTolerationSeconds,
  type DefaultTolerationSecondsSettings,
} from './default-toleration-seconds/default-toleration-seconds';
import { defaultStorageClass } from './default-storage-class/default-storage-class';
import { namespaceLifecycle } from './namespace-lifecycle/namespace-lifecycle';
import { priority, type PrioritySettings } from './priority/priority';
import { schedulingGates, type SchedulingGatesSettings } from './scheduling-gates/scheduling-gates';
import { serviceAccount, type ServiceAccountSettings } from './service-account/service-account';
import { serviceAddress } from './service-address/service-address';
import { storageInUse } from './storage-in-use/storage-in-use';
import { taintNodesByCondition } from './taint-nodes-by-condition/taint-nodes-by-condition';

/** What a cluster may set about admission. */
export interface AdmissionSettings {
  readonly serviceAccount: ServiceAccountSettings;
  readonly defaultTolerationSeconds: DefaultTolerationSecondsSettings;
  readonly priority: PrioritySettings;
  readonly schedulingGates: SchedulingGatesSettings;
}

export const DEFAULT_ADMISSION_SETTINGS: AdmissionSettings = Object.freeze<AdmissionSettings>({
  serviceAccount: { addsTokenVolume: false, requiresAccount: false },
  defaultTolerationSeconds: { notReadySeconds: 300, unreachableSeconds: 300 },
  priority: { keepsSystemClasses: false, criticalPod: 'ignored' },
  schedulingGates: { areKnown: true },
});

/** As Kubernetes 1.20. */
export const V1_20_ADMISSION_SETTINGS: AdmissionSettings = Object.freeze<AdmissionSettings>({
  ...DEFAULT_ADMISSION_SETTINGS,
  schedulingGates: { areKnown: false },
});

/** As the 3.11 guide describes it; it writes the annotation of critical pods with the value `"true"`. */
export const LEGACY_ADMISSION_SETTINGS: AdmissionSettings = Object.freeze<AdmissionSettings>({
  ...V1_20_ADMISSION_SETTINGS,
  priority: { keepsSystemClasses: true, criticalPod: 'anyValue' },
});

/** Admission of one cluster: runs over a request that has its defaults and is not validated yet. */
export type Admission = (request: AdmissionRequest) => KubeObject | ApiError;

/** The chain, in its fixed order. The first refusal ends it. */
export function createAdmission(settings: AdmissionSettings = DEFAULT_ADMISSION_SETTINGS): Admission {
  const plugins: readonly AdmissionPlugin[] = [
    namespaceLifecycle,
    serviceAccount(settings.serviceAccount),
    defaultTolerationSeconds(settings.defaultTolerationSeconds),
    priority(settings.priority),
    schedulingGates(settings.schedulingGates),
    taintNodesByCondition,
    storageInUse,
    defaultStorageClass,
    serviceAddress,
  ];
  return (request) => {
    let current = request;
    for (const admit of plugins) {
      const outcome = admit(current);
      if (outcome instanceof ApiError) return outcome;
      if (outcome !== current.object) current = { ...current, object: outcome };
    }
    return current.object;
  };
}
