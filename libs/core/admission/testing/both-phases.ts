import { ApiError, type KubeObject } from '@orrery/api-types';
import type { AdmissionRequest } from '../admission';
import { createAdmission, type AdmissionSettings } from '../chain';

/** Admission of a write that nothing changes between the two phases. */
export function bothPhases(settings?: AdmissionSettings): (request: AdmissionRequest) => KubeObject | ApiError {
  const { admit, check } = createAdmission(settings);
  return (request) => {
    const object = admit(request);
    return object instanceof ApiError ? object : (check({ ...request, object }) ?? object);
  };
}
