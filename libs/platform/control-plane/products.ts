import { admissionOrder, type AdmissionSettings, type ProductPlugins } from '@orrery/admission';
import { defaultAccess, type DefaultObject } from '@orrery/access';
import type { ReleaseName } from '@orrery/api-types';
import { openshiftAccess, projectNodeSelector } from '@orrery/openshift';
import { podSecurityPolicy } from '@orrery/pod-security-policy';

export {
  KUBERNETES_MASTER_CONFIG,
  masterConfigWarnings,
  readKubernetesMasterConfig,
  type SectionWarning,
} from '@orrery/openshift';

/** Admission plugins of products. */
export const PRODUCT_PLUGINS: ProductPlugins = { podSecurityPolicy, projectNodeSelector };

/** Returns the names of the admission plugins that check the writes of a cluster, in their order. */
export function activeAdmissionPlugins(settings: AdmissionSettings): readonly string[] {
  return admissionOrder(settings, PRODUCT_PLUGINS);
}

/** Cluster roles and bindings that a cluster of the release has from the start. */
export function clusterAccess(release: ReleaseName): readonly DefaultObject[] {
  return [...defaultAccess(release), ...openshiftAccess(release)];
}
