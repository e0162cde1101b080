import {
  forbiddenField,
  invalid,
  type DeviceRequest,
  type DeviceRequestAllocationResult,
  type KubeObject,
  type ResourceClaim,
  type ResourceClaimTemplate,
} from '@orrery/api-types';
import type { AdmissionCheck, AdmissionRequest } from '../admission';

const LABEL = 'resource.kubernetes.io/admin-access';
const DETAIL = `admin access to devices requires the \`${LABEL}: true\` label on the containing namespace`;

/**
 * Devices that others use are for claims of namespaces that an administrator marked
 * (`pkg/registry/resource/utils.go`, where the strategies of claims and templates ask for it).
 */
export const deviceAdminAccess: AdmissionCheck = (request) => {
  const { kind, object, lookup } = request;
  const field = kind.group === 'resource.k8s.io' ? accessField(request) : undefined;
  if (field === undefined) return undefined;
  const labels = lookup.namespace(object.metadata.namespace ?? '')?.metadata.labels;
  return labels?.[LABEL] === 'true' ? undefined : invalid(kind, object.metadata.name, [forbiddenField(field, DETAIL)]);
};

/** Returns the field that requests access. Specs never change, so they are checked once; access that was granted before stays. */
function accessField({ kind, object, oldObject, operation, subresource }: AdmissionRequest): string | undefined {
  if (operation === 'CREATE') {
    const index = requestsOf(kind.kind, object).findIndex(({ exactly }) => exactly?.adminAccess === true);
    return index < 0 ? undefined : `spec.devices.requests[${index}].adminAccess`;
  }
  if (operation !== 'UPDATE' || kind.kind !== 'ResourceClaim' || subresource !== 'status') return undefined;
  const index = accessIn(object);
  return index < 0 || accessIn(oldObject) >= 0 ? undefined : `status.allocation.devices.results[${index}].adminAccess`;
}

function requestsOf(kind: string, object: KubeObject): readonly DeviceRequest[] {
  if (kind === 'ResourceClaim') return (object as Partial<ResourceClaim>).spec?.devices?.requests ?? [];
  if (kind !== 'ResourceClaimTemplate') return [];
  return (object as Partial<ResourceClaimTemplate>).spec?.spec?.devices?.requests ?? [];
}

function accessIn(object: KubeObject | undefined): number {
  const { status } = (object ?? {}) as Partial<ResourceClaim>;
  const results: readonly DeviceRequestAllocationResult[] = status?.allocation?.devices?.results ?? [];
  return results.findIndex(({ adminAccess }) => adminAccess === true);
}
