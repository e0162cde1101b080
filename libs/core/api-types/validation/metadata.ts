import { forbiddenField, invalidField, requiredField, tooLongField, type FieldError } from '../errors/field-error';
import type { KindInfo } from '../kinds/kind-info';
import { isAfter, type ReleaseName } from '../kinds/releases';
import type { ObjectMeta, OwnerReference } from '../objects';
import {
  dnsLabelErrors,
  labelValueErrors,
  pathSegmentErrors,
  qualifiedNameErrors,
  rfc1035LabelErrors,
  subdomainErrors,
} from '../names/qualified-name';
import { canonicalAddress } from '../names/ip-address';
import { utf8Length } from '../names/utf8-length';

/** Annotations of one object may hold this much. */
const MAX_ANNOTATION_BYTES = 256 * 1024;
/** Finalizers of Kubernetes itself, which have no domain. */
export const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);
/** By group and kind: a kind of another group may have the same name. */
const NAME_RULES: Readonly<Record<string, NameRule>> = {
  ' Namespace': dnsLabelErrors,
  ' Service': rfc1035LabelErrors,
  'apiregistration.k8s.io APIService': pathSegmentErrors,
  'certificates.k8s.io CertificateSigningRequest': pathSegmentErrors,
  'networking.k8s.io IPAddress': ipAddressNameErrors,
  'rbac.authorization.k8s.io Role': pathSegmentErrors,
  'rbac.authorization.k8s.io RoleBinding': pathSegmentErrors,
  'rbac.authorization.k8s.io ClusterRole': pathSegmentErrors,
  'rbac.authorization.k8s.io ClusterRoleBinding': pathSegmentErrors,
};

type NameRule = (name: string) => string[];

/** The name of an IPAddress is the address (`ValidateIPAddressName` upstream). */
function ipAddressNameErrors(name: string): string[] {
  const canonical = canonicalAddress(name);
  if (canonical === undefined) return ['must be a valid IP address'];
  return canonical === name ? [] : ['must be a canonical format IP address'];
}

/** Rules of metadata that differ between kinds. */
export interface MetadataRules {
  readonly namespaced: boolean;
  readonly nameErrors: NameRule;
  /** True if a finalizer without a domain must be one of Kubernetes' own. */
  readonly hasStandardFinalizers: boolean;
  /** Path of the metadata: `metadata`. */
  readonly field: string;
}

function nameRuleOf({ group, kind }: KindInfo, release: ReleaseName | undefined): NameRule {
  // Names of Services may begin with a digit since 1.35 (`RelaxedServiceNameValidation`).
  if (group === '' && kind === 'Service' && isAfter(release, '1.34')) return dnsLabelErrors;
  return NAME_RULES[`${group} ${kind}`] ?? subdomainErrors;
}

/** Returns the errors of an object's metadata, in the order of `ValidateObjectMeta` of apimachinery. */
export function validateMetadata(
  kind: KindInfo,
  metadata: Partial<ObjectMeta>,
  release: ReleaseName | undefined,
): FieldError[] {
  return validateObjectMeta(metadata, {
    namespaced: kind.namespaced,
    nameErrors: nameRuleOf(kind, release),
    // `apiextensions-apiserver` does not have the rule of `pkg/apis/core/validation`.
    hasStandardFinalizers: !kind.isCustom && kind.group !== 'apiextensions.k8s.io',
    field: 'metadata',
  });
}

/** Returns the errors of metadata at {@link MetadataRules.field}. */
export function validateObjectMeta(metadata: Partial<ObjectMeta>, rules: MetadataRules): FieldError[] {
  const { nameErrors, field } = rules;
  const errors: FieldError[] = [];
  if (metadata.generateName) {
    // A trailing dash is fine: the random part follows.
    const probe = metadata.generateName.replace(/-$/, 'a');
    for (const text of nameErrors(probe))
      errors.push(invalidField(`${field}.generateName`, metadata.generateName, text));
  }
  if (!metadata.name) errors.push(requiredField(`${field}.name`, 'name or generateName is required'));
  else for (const text of nameErrors(metadata.name)) errors.push(invalidField(`${field}.name`, metadata.name, text));
  errors.push(...validateNamespaceField(rules, metadata.namespace));
  errors.push(...validateLabels(metadata.labels, `${field}.labels`));
  errors.push(...validateAnnotations(metadata.annotations, `${field}.annotations`));
  errors.push(...validateOwnerReferences(metadata.ownerReferences, `${field}.ownerReferences`));
  errors.push(...validateFinalizers(metadata.finalizers, rules));
  return errors;
}

/** Returns the errors of the metadata of objects that are made from a template (`ValidateTemplateObjectMeta`). */
export function validateTemplateMetadata(metadata: Partial<ObjectMeta> | undefined, field: string): FieldError[] {
  const { annotations, labels, ...others } = metadata ?? {};
  return [
    ...validateAnnotations(annotations, `${field}.annotations`),
    ...validateLabels(labels, `${field}.labels`),
    ...Object.entries(others)
      .filter(([, value]) => isSet(value))
      .map(([name]) => forbiddenField(`${field}.${name}`, 'cannot be set')),
  ];
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0;
}

/** Returns the errors of a change of metadata; both are stored forms. */
export function validateMetadataUpdate(next: ObjectMeta, old: ObjectMeta): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const added = (next.finalizers ?? []).filter((finalizer) => !old.finalizers?.includes(finalizer));
    if (added.length > 0) {
      const list = `[]string{${added.map((finalizer) => JSON.stringify(finalizer)).join(', ')}}`;
      const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
      errors.push(forbiddenField('metadata.finalizers', detail));
    }
  }
  return errors;
}

/** Label keys must be qualified names, values label values. */
export function validateLabels(labels: Readonly<Record<string, string>> | undefined, field: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels ?? {})) {
    for (const text of qualifiedNameErrors(key)) errors.push(invalidField(field, key, text));
    for (const text of labelValueErrors(value)) errors.push(invalidField(field, value, text));
  }
  return errors;
}

/** Annotation keys must be qualified names, and all of them together not too long. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  field: string,
): FieldError[] {
  if (!annotations) return [];
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) {
    for (const text of qualifiedNameErrors(key.toLowerCase())) errors.push(invalidField(field, key, text));
    bytes += utf8Length(key) + utf8Length(value);
  }
  if (bytes > MAX_ANNOTATION_BYTES) errors.push(tooLongField(field, MAX_ANNOTATION_BYTES));
  return errors;
}

function validateNamespaceField({ namespaced, field }: MetadataRules, namespace: string | undefined): FieldError[] {
  const own = `${field}.namespace`;
  if (!namespaced) return namespace ? [forbiddenField(own, 'not allowed on this type')] : [];
  if (!namespace) return [requiredField(own)];
  return dnsLabelErrors(namespace).map((text) => invalidField(own, namespace, text));
}

function validateOwnerReferences(references: readonly OwnerReference[] | undefined, field: string): FieldError[] {
  if (!references) return [];
  const errors: FieldError[] = [];
  let controller: OwnerReference | undefined;
  for (const reference of references) {
    if (!reference.apiVersion)
      errors.push(invalidField(`${field}.apiVersion`, reference.apiVersion ?? '', 'version must not be empty'));
    if (!reference.kind) errors.push(invalidField(`${field}.kind`, reference.kind ?? '', 'must not be empty'));
    if (!reference.name) errors.push(invalidField(`${field}.name`, reference.name ?? '', 'must not be empty'));
    if (!reference.uid) errors.push(invalidField(`${field}.uid`, reference.uid ?? '', 'must not be empty'));
    if (reference.apiVersion === 'v1' && reference.kind === 'Event') {
      errors.push(invalidField(field, reference, '/v1, Kind=Event is disallowed from being an owner'));
    }
    if (!reference.controller) continue;
    if (controller) {
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller.name} and ${reference.name}`;
      errors.push(invalidField(field, references, detail));
    } else controller = reference;
  }
  return errors;
}

function validateFinalizers(finalizers: readonly string[] | undefined, rules: MetadataRules): FieldError[] {
  if (!finalizers) return [];
  const field = `${rules.field}.finalizers`;
  const errors: FieldError[] = [];
  for (const [at, finalizer] of finalizers.entries()) {
    for (const text of qualifiedNameErrors(finalizer)) errors.push(invalidField(field, finalizer, text));
    if (rules.hasStandardFinalizers && !finalizer.includes('/') && !STANDARD_FINALIZERS.has(finalizer)) {
      const detail = 'name is neither a standard finalizer name nor is it fully qualified';
      const error = invalidField(field, finalizer, detail);
      errors.push({ ...error, former: { ...error, field: `${field}[${at}]` } });
    }
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.push(invalidField(field, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}
