import type { ResourceRequirements } from 'kubernetes-types/core/v1';
import { podClaimsOf, type PodResourceClaim, type PodResourceClaimStatus } from '../../devices/device-types';
import { duplicateField, FieldErrorType, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors, subdomainErrors } from '../../names/qualified-name';
import type { Pod } from '../../objects';

/** The names that a pod has for its claims of devices. */
export function podClaimNames(claims: readonly PodResourceClaim[] | undefined): ReadonlySet<string> {
  return new Set((claims ?? []).map(({ name }) => name).filter(Boolean));
}

/** Returns the errors of a pod's claims of devices (`validatePodResourceClaims`). */
export function podClaimErrors(claims: readonly PodResourceClaim[] | undefined, field: string): FieldError[] {
  const seen = new Set<string>();
  return (claims ?? []).flatMap((claim, i) => {
    const path = `${field}[${i}]`;
    const errors = nameErrors(claim.name ?? '', `${path}.name`, seen);
    const { resourceClaimName, resourceClaimTemplateName } = claim;
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
      const detail = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
      errors.push(invalidField(path, claim, detail));
    }
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
      const detail = 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`';
      errors.push(invalidField(path, claim, detail));
    }
    for (const name of ['resourceClaimName', 'resourceClaimTemplateName'] as const) {
      const value = claim[name];
      if (value === undefined) continue;
      for (const text of subdomainErrors(value)) errors.push(invalidField(`${path}.${name}`, value, text));
    }
    return errors;
  });
}

/** Of a pod itself: the claims that are made for it get its name (`validatePodResourceClaim`). */
export function madeClaimErrors({ metadata, spec }: Pod): FieldError[] {
  return podClaimsOf(spec).flatMap(({ name, resourceClaimTemplateName }, i) => {
    if (resourceClaimTemplateName === undefined || dnsLabelErrors(name ?? '').length > 0) return [];
    const claimName = `${metadata.name}-${name}`;
    const path = `spec.resourceClaims[${i}].name`;
    return subdomainErrors(claimName).map((text) => invalidField(path, claimName, `final ResourceClaim name: ${text}`));
  });
}

/** Returns the errors of the claims that a container uses (`validateResourceClaimNames`). */
export function containerClaimErrors(
  claims: ResourceRequirements['claims'],
  field: string,
  podNames: ReadonlySet<string>,
): FieldError[] {
  const seen = new Set<string>();
  return (claims ?? []).flatMap((claim, i) => {
    // `kubernetes-types` ends before requests of claims.
    const { name, request } = claim as { readonly name?: string; readonly request?: string };
    const path = `${field}[${i}]`;
    if (!name) return [requiredField(path)];
    const key = request ? `${name}/${request}` : name;
    const errors = request ? dnsLabelErrors(request).map((text) => invalidField(`${path}.request`, request, text)) : [];
    if (seen.has(key)) errors.push(duplicateField(path, key));
    seen.add(key);
    if (!podNames.has(name)) {
      const names = podNames.size === 0 ? ' which is empty' : `: ${[...podNames].sort().join(', ')}`;
      const detail = `must be one of the names in pod.spec.resourceClaims${names}`;
      errors.push({ type: FieldErrorType.NotFound, field: path, value: name, detail });
    }
    return errors;
  });
}

/** Returns the errors of the claims in a pod's status (`validatePodResourceClaimStatuses`). */
export function claimStatusNameErrors({ spec, status }: Pod): FieldError[] {
  const names = podClaimNames(spec.resourceClaims);
  const seen = new Set<string>();
  return (status?.resourceClaimStatuses ?? []).flatMap((entry: PodResourceClaimStatus, i) => {
    const path = `status.resourceClaimStatuses[${i}].name`;
    const errors: FieldError[] = [];
    if (!names.has(entry.name)) {
      errors.push(invalidField(path, entry.name, 'must match the name of an entry in `spec.resourceClaims`'));
    }
    if (seen.has(entry.name)) errors.push(duplicateField(path, entry.name));
    seen.add(entry.name);
    const { resourceClaimName: claimName } = entry;
    if (claimName === undefined) return errors;
    return [...errors, ...subdomainErrors(claimName).map((text) => invalidField(path, claimName, text))];
  });
}

function nameErrors(name: string, field: string, seen: Set<string>): FieldError[] {
  if (name === '') return [requiredField(field)];
  if (seen.has(name)) return [duplicateField(field, name)];
  seen.add(name);
  return dnsLabelErrors(name).map((text) => invalidField(field, name, text));
}
