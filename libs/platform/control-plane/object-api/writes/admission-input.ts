import type { AdmissionRequest } from '@orrery/admission';
import type { KubeObject } from '@orrery/api-types';

/** Input of admission, in terms of the store. */
export type AdmissionInput = Pick<AdmissionRequest, 'operation' | 'kind' | 'object'> & {
  readonly oldObject?: KubeObject | undefined;
  readonly subresource?: string | undefined;
  readonly isDryRun?: boolean | undefined;
};
