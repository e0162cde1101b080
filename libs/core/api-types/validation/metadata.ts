import { forbiddenField, invalidField, requiredField, tooLongField, type FieldError } from '../errors/field-error';
import type { KindInfo } from '../kinds/kind-info';
import type { ObjectMeta, OwnerReference } from '../objects';
import {
  dnsLabelErrors,
  labelValueErrors,
  pathSegmentErrors,
  qualifiedNameErrors,
  rfc1035LabelErrors,
  subdomainErrors,
} from '../names/qualified-name';
import { utf8Length } from '../names/utf8-length';

/** Annotations of one object may hold this much. */
const MAX_ANNOTATION_BYTES = 256 * 1024;
const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);
const NAME_RULES: Readonly<Record<string, (name: string) => string[]>> = {
  Namespace: dnsLabelErrors,
  Service: rfc1035LabelErrors,
  Role: pathSegmentErrors,
  RoleBinding: pathSegmentErrors,
  ClusterRole: pathSegmentErrors,
  ClusterRoleBinding: pathSegmentErrors,
};

/** What is wrong with an object's metadata, in the order of `ValidateObjectMeta` of apimachinery. */
export function validateMetadata(kind: KindInfo, metadata: Partial<ObjectMeta>): FieldError[] {
  const errors: FieldError[] = [];
  const nameErrors = NAME_RULES[kind.kind] ?? subdomainErrors;
  if (metadata.generateName) {
    // A trailing dash is fine: the random part follows.
    const probe = metadata.generateName.replace(/-$/, 'a');
    for (const text of nameErrors(probe))
      errors.push(invalidField('metadata.generateName', metadata.generateName, text));
  }
  if (!metadata.name) errors.push(requiredField('metadata.name', 'name or generateName is required'));
  else for (const text of nameErrors(metadata.name)) errors.push(invalidField('metadata.name', metadata.name, text));
  errors.push(...validateNamespaceField(kind, metadata.namespace));
  errors.push(...validateLabels(metadata.labels, 'metadata.labels'));
  errors.push(...validateAnnotations(metadata.annotations, 'metadata.annotations'));
  errors.push(...validateOwnerReferences(metadata.ownerReferences));
  errors.push(...validateFinalizers(metadata.finalizers));
  return errors;
}

/** What a change of metadata must not do; both are stored forms. */
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

function validateAnnotations(annotations: Readonly<Record<string, string>> | undefined, field: string): FieldError[] {
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

function validateNamespaceField(kind: KindInfo, namespace: string | undefined): FieldError[] {
  if (!kind.namespaced) return namespace ? [forbiddenField('metadata.namespace', 'not allowed on this type')] : [];
  if (!namespace) return [requiredField('metadata.namespace')];
  return dnsLabelErrors(namespace).map((text) => invalidField('metadata.namespace', namespace, text));
}

function validateOwnerReferences(references: readonly OwnerReference[] | undefined): FieldError[] {
  if (!references) return [];
  const field = 'metadata.ownerReferences';
  const errors: FieldError[] = [];
  let controller: OwnerReference | undefined;
  for (const reference of references) {
    if (!reference.apiVersion)
      errors.push(invalidField(`${field}.apiVersion`, reference.apiVersion ?? '', 'version must not be empty'));
    if (!reference.kind) errors.push(invalidField(`${field}.kind`, reference.kind ?? '', 'kind must not be empty'));
    if (!reference.name) errors.push(invalidField(`${field}.name`, reference.name ?? '', 'name must not be empty'));
    if (!reference.uid) errors.push(invalidField(`${field}.uid`, reference.uid ?? '', 'uid must not be empty'));
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

function validateFinalizers(finalizers: readonly string[] | undefined): FieldError[] {
  if (!finalizers) return [];
  const field = 'metadata.finalizers';
  const errors: FieldError[] = [];
  for (const finalizer of finalizers) {
    for (const text of qualifiedNameErrors(finalizer)) errors.push(invalidField(field, finalizer, text));
    if (!finalizer.includes('/') && !STANDARD_FINALIZERS.has(finalizer)) {
      errors.push(
        invalidField(field, finalizer, 'name is neither a standard finalizer name nor is it fully qualified'),
      );
    }
  }
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.push(invalidField(field, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}
