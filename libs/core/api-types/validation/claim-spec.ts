import { compareQuantities, tryParseQuantity, ZERO_QUANTITY } from '@orrery/quantity';
import type { PersistentVolumeClaimSpec } from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import { dnsLabelErrors, subdomainErrors } from '../names/qualified-name';
import { oneOf } from './closed-set';
import { validateLabelSelector } from './label-selector';

/** Modes in which a volume may be mounted. */
const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'] as const;
/** A raw device, or a file system on it. */
const VOLUME_MODES = ['Block', 'Filesystem'] as const;

interface DataSource {
  readonly apiGroup?: string | null;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}
/** A claim with what later versions of Kubernetes added. */
type ClaimSpec = Partial<PersistentVolumeClaimSpec> & {
  readonly volumeAttributesClassName?: string;
  readonly dataSourceRef?: DataSource;
};

/** Returns the errors of the spec of a claim, in a claim or in a template of one (`ValidatePersistentVolumeClaimSpec`). */
export function validateClaimSpec(spec: ClaimSpec, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!spec.accessModes?.length) {
    errors.push(requiredField(`${field}.accessModes`, 'at least 1 access mode is required'));
  }
  errors.push(...validateLabelSelector(spec.selector, `${field}.selector`));
  errors.push(...accessModeErrors(spec.accessModes, `${field}.accessModes`));
  const request = (spec.resources?.requests as Readonly<Record<string, string>> | undefined)?.['storage'];
  if (request === undefined) errors.push(requiredField(`${field}.resources[storage]`));
  else errors.push(...validatePositiveStorage(request, `${field}.resources[storage]`));
  errors.push(...classNameErrors(spec.storageClassName, `${field}.storageClassName`));
  errors.push(...validateVolumeMode(spec.volumeMode, `${field}.volumeMode`));
  errors.push(...validateDataSources(spec, field));
  return [...errors, ...classNameErrors(spec.volumeAttributesClassName, `${field}.volumeAttributesClassName`)];
}

/** Returns the errors of the modes of a volume or claim, beside that there are none. */
export function accessModeErrors(modes: readonly string[] | undefined, field: string): FieldError[] {
  const known = (modes ?? []).filter((mode) => (ACCESS_MODES as readonly string[]).includes(mode));
  const errors = (modes ?? [])
    .filter((mode) => !(ACCESS_MODES as readonly string[]).includes(mode))
    .map((mode) => unsupportedField(field, mode, ACCESS_MODES));
  if (known.includes('ReadWriteOncePod') && known.some((mode) => mode !== 'ReadWriteOncePod')) {
    errors.push(forbiddenField(field, 'may not use ReadWriteOncePod with other access modes'));
  }
  return errors;
}

/** The mode of a volume or claim; none is the default. */
export function validateVolumeMode(mode: string | undefined, field: string): FieldError[] {
  return oneOf(mode, VOLUME_MODES, field);
}

/** An amount of storage must be more than nothing. */
export function validatePositiveStorage(text: string, field: string): FieldError[] {
  const verdict = tryParseQuantity(String(text));
  if (verdict.ok && compareQuantities(verdict.quantity, ZERO_QUANTITY) > 0) return [];
  return [invalidField(field, text, 'must be greater than zero')];
}

function classNameErrors(name: string | undefined, field: string): FieldError[] {
  return name ? subdomainErrors(name).map((text) => invalidField(field, name, text)) : [];
}

function validateDataSources({ dataSource, dataSourceRef }: ClaimSpec, field: string): FieldError[] {
  const errors: FieldError[] = [];
  if (dataSource) errors.push(...dataSourceErrors(dataSource, `${field}.dataSource`));
  if (!dataSourceRef) return errors;
  errors.push(...dataSourceErrors(dataSourceRef, `${field}.dataSourceRef`));
  const { namespace } = dataSourceRef;
  if (namespace) {
    const path = `${field}.dataSourceRef.namespace`;
    errors.push(...dnsLabelErrors(namespace).map((text) => invalidField(path, namespace, text)));
  }
  if (!dataSource) return errors;
  const isSame = (['apiGroup', 'kind', 'name'] as const).every((part) => dataSource[part] === dataSourceRef[part]);
  const detail = namespace
    ? 'may not be specified when dataSourceRef.namespace is specified'
    : isSame
      ? undefined
      : 'must match dataSourceRef';
  return detail === undefined ? errors : [...errors, invalidField(field, `${field}.dataSource`, detail)];
}

/** As `validateDataSource` and `validateDataSourceRef`. */
function dataSourceErrors({ name, kind, apiGroup: group }: DataSource, field: string): FieldError[] {
  const apiGroup = group ?? '';
  const errors: FieldError[] = [];
  if (!name) errors.push(requiredField(`${field}.name`));
  if (!kind) errors.push(requiredField(`${field}.kind`));
  if (apiGroup === '' && kind !== 'PersistentVolumeClaim') {
    const detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    errors.push(invalidField(field, kind ?? '', detail));
  }
  const texts = apiGroup === '' ? [] : subdomainErrors(apiGroup);
  return [...errors, ...texts.map((text) => invalidField(`${field}.apiGroup`, apiGroup, text))];
}
