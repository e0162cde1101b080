import {
  DEFAULT_ADMISSION_SETTINGS,
  LEGACY_ADMISSION_SETTINGS,
  readAdmissionConfiguration,
  V1_20_ADMISSION_SETTINGS,
  type AdmissionConfigurationError,
  type AdmissionSettings,
} from '@orrery/admission';
import type { BundleName } from '@orrery/scheduling';
import type { ClusterSettings } from './settings-shape';
import { readKubernetesMasterConfig } from './kubernetes-master-config';

const OF_BUNDLE: Readonly<Record<BundleName, AdmissionSettings>> = {
  modern: DEFAULT_ADMISSION_SETTINGS,
  'k8s-1.20': V1_20_ADMISSION_SETTINGS,
  'okd-legacy': LEGACY_ADMISSION_SETTINGS,
};

/** How a cluster admits: by its generation, and by what it was told besides. Settings are checked before they count. */
export function admissionSettingsOf(settings: ClusterSettings): AdmissionSettings {
  return read(settings).ok ?? OF_BUNDLE[settings.bundle ?? 'modern'];
}

/** What is wrong with the sections about admission. */
export function admissionErrors(settings: ClusterSettings): readonly AdmissionConfigurationError[] {
  return read(settings).errors ?? [];
}

function read({ bundle = 'modern', admissionConfig, projectConfig, kubernetesMasterConfig }: ClusterSettings) {
  const base = OF_BUNDLE[bundle];
  if (kubernetesMasterConfig == null) return readAdmissionConfiguration({ admissionConfig, projectConfig }, base);
  const master = readKubernetesMasterConfig(kubernetesMasterConfig);
  const { notReadySeconds, unreachableSeconds } = { ...base.defaultTolerationSeconds, ...master };
  const withFlags = {
    ...base,
    defaultTolerationSeconds: { notReadySeconds, unreachableSeconds },
    switchedOff: [...base.switchedOff, ...master.switchedOff],
  };
  return readAdmissionConfiguration({ admissionConfig, projectConfig }, withFlags);
}
