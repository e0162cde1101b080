export type {
  AccessQuestion,
  AdmissionLookup,
  AdmissionPlugin,
  AdmissionRequest,
  AdmissionUser,
  Operation,
} from './admission';
export {
  admissionOrder,
  createAdmission,
  DEFAULT_ADMISSION_SETTINGS,
  LEGACY_ADMISSION_SETTINGS,
  V1_20_ADMISSION_SETTINGS,
  type Admission,
  type AdmissionSettings,
  type SwitchablePlugin,
} from './chain';
export {
  ADMISSION_SECTIONS,
  readAdmissionConfiguration,
  type AdmissionConfigurationError,
  type AdmissionConfigurationVerdict,
} from './configuration/admission-configuration';
export type { QuotaList, ResourceQuota } from './resource-quota/quota';
export type { Charge } from './resource-quota/object-charge';
export {
  chargeByQuota,
  judgeByQuota,
  usageOf,
  withCharge,
  withoutCharge,
  type QuotaVerdict,
} from './resource-quota/quota-verdict';
