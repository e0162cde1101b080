export type { AdmissionLookup, AdmissionPlugin, AdmissionRequest, AdmissionUser, Operation } from './admission';
export {
  createAdmission,
  DEFAULT_ADMISSION_SETTINGS,
  LEGACY_ADMISSION_SETTINGS,
  V1_20_ADMISSION_SETTINGS,
  type Admission,
  type AdmissionSettings,
} from './chain';
