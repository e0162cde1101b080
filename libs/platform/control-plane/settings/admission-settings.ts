import { byRelease, DEFAULT_RELEASE } from '@orrery/api-types';
import {
  DEFAULT_ADMISSION_SETTINGS,
  LEGACY_ADMISSION_SETTINGS,
  readAdmissionConfiguration,
  V1_20_ADMISSION_SETTINGS,
  type AdmissionConfigurationError,
  type AdmissionSettings,
} from '@orrery/admission';
import { isControllerLeftOut } from '@orrery/cluster-state';
import type { ClusterSettings } from './settings-shape';
import { readKubernetesMasterConfig } from '../products';

const OF_BUNDLE = byRelease<AdmissionSettings>({
  '1.34': DEFAULT_ADMISSION_SETTINGS,
  '1.20': V1_20_ADMISSION_SETTINGS,
  '1.11': LEGACY_ADMISSION_SETTINGS,
});

/** Admission of a cluster: by its generation and its settings. Settings are validated before they take effect. */
export function admissionSettingsOf(settings: ClusterSettings): AdmissionSettings {
  const admission = read(settings).ok ?? OF_BUNDLE[settings.bundle ?? DEFAULT_RELEASE];
  const { serviceAccount } = admission;
  // Where others make accounts and their Secrets, it is not known when they come and what they are called.
  const requiresSecret = isControllerLeftOut(settings, ['serviceaccount-token-controller']);
  const requiresAccount = isControllerLeftOut(settings, ['serviceaccount-controller'])
    ? 'always'
    : serviceAccount.requiresAccount;
  return { ...admission, serviceAccount: { ...serviceAccount, requiresAccount, requiresSecret } };
}

/** Returns the errors of the sections about admission. */
export function admissionErrors(settings: ClusterSettings): readonly AdmissionConfigurationError[] {
  return read(settings).errors ?? [];
}

function read({ bundle = DEFAULT_RELEASE, admissionConfig, projectConfig, kubernetesMasterConfig }: ClusterSettings) {
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
