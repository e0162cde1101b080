import type * as core from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { signerNameErrors } from '../../kinds/certificate-signing-request/signer-name';
import { subdomainErrors } from '../../names/qualified-name';
import type { LabelSelector } from '../../objects';
import { validateLabelSelector } from '../label-selector';
import { fileModeErrors, nonReservedPathErrors } from '../paths';
import { FILE_FIELDS, fieldReferenceErrors, resourceReferenceErrors } from './field-references';

const MIN_TOKEN_SECONDS = 10 * 60;
const MAX_TOKEN_SECONDS = 2 ** 32;
const CONFLICT = 'conflicting duplicate paths';

interface TrustBundle {
  readonly name?: string;
  readonly signerName?: string;
  readonly labelSelector?: LabelSelector;
  readonly path?: string;
}
type Projection = core.VolumeProjection & { readonly clusterTrustBundle?: TrustBundle };

/** Returns the errors of a file that holds a key of a ConfigMap or Secret (`validateKeyToPath`). */
export function keyToPathErrors({ key, path = '', mode }: Partial<core.KeyToPath>, field: string): FieldError[] {
  return [
    ...(key ? [] : [requiredField(`${field}.key`)]),
    ...(path ? [] : [requiredField(`${field}.path`)]),
    ...nonReservedPathErrors(path, `${field}.path`),
    ...fileModeErrors(mode, `${field}.mode`),
  ];
}

/** Returns the errors of the files of a volume that hold parts of the pod (`validateDownwardAPIVolumeFile`). */
export function downwardFileErrors(file: core.DownwardAPIVolumeFile, field: string): FieldError[] {
  const { path = '', fieldRef, resourceFieldRef, mode } = file;
  const errors = [...(path ? [] : [requiredField(`${field}.path`)]), ...nonReservedPathErrors(path, `${field}.path`)];
  if (fieldRef) {
    errors.push(...fieldReferenceErrors(fieldRef, FILE_FIELDS, `${field}.fieldRef`));
    const detail = 'fieldRef and resourceFieldRef can not be specified simultaneously';
    if (resourceFieldRef) errors.push(invalidField(field, 'resource', detail));
  } else if (resourceFieldRef) {
    errors.push(...resourceReferenceErrors(resourceFieldRef, `${field}.resourceFieldRef`, true));
  } else errors.push(requiredField(field, 'one of fieldRef and resourceFieldRef is required'));
  return [...errors, ...fileModeErrors(mode, `${field}.mode`)];
}

/** Returns the errors of a volume that puts several sources together (`validateProjectedVolumeSource`). */
export function validateProjected(volume: Partial<core.ProjectedVolumeSource>, field: string): FieldError[] {
  const taken = new Set<string>();
  const errors = fileModeErrors(volume.defaultMode, `${field}.defaultMode`);
  volume.sources?.forEach((source: Projection, index) => {
    const path = `${field}.sources[${index}]`;
    for (const name of ['secret', 'configMap'] as const) {
      const data = source[name];
      if (data) errors.push(...validateData(data, { path: `${path}.${name}`, field, taken }));
    }
    source.downwardAPI?.items?.forEach((file) => {
      // Upstream names neither the list nor the file in it.
      errors.push(...downwardFileErrors(file, `${path}.downwardAPI`), ...take(file.path, file.path, field, taken));
    });
    if (source.serviceAccountToken) {
      errors.push(...validateToken(source.serviceAccountToken, `${path}.serviceAccountToken`, field));
    }
    if (source.clusterTrustBundle) {
      const bundle = source.clusterTrustBundle;
      errors.push(
        ...validateTrustBundle(bundle, `${path}.clusterTrustBundle`),
        ...take(bundle.path, bundle.path, field, taken),
      );
    }
    const count = Object.values(source).filter((part) => typeof part === 'object' && part !== null).length;
    if (count > 1) errors.push(forbiddenField(path, 'may not specify more than 1 volume type per source'));
  });
  return errors;
}

function validateData(
  { name, items = [] }: core.SecretProjection,
  { path, field, taken }: { readonly path: string; readonly field: string; readonly taken: Set<string> },
): FieldError[] {
  const errors = name ? [] : [requiredField(`${path}.name`)];
  return [
    ...errors,
    ...items.flatMap((item, index) => [
      ...keyToPathErrors(item, `${path}.items[${index}]`),
      ...take(item.path, name, field, taken),
    ]),
  ];
}

/** One file is written once; upstream reports it at the volume. */
function take(path: string | undefined, value: unknown, field: string, taken: Set<string>): FieldError[] {
  if (!path) return [];
  const errors = taken.has(path) ? [invalidField(field, value ?? '', CONFLICT)] : [];
  taken.add(path);
  return errors;
}

function validateToken(
  { expirationSeconds = MIN_TOKEN_SECONDS, path = '' }: Partial<core.ServiceAccountTokenProjection>,
  field: string,
  volume: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const seconds = `${field}.expirationSeconds`;
  if (expirationSeconds < MIN_TOKEN_SECONDS) {
    errors.push(invalidField(seconds, expirationSeconds, 'may not specify a duration less than 10 minutes'));
  }
  if (expirationSeconds > MAX_TOKEN_SECONDS) {
    errors.push(invalidField(seconds, expirationSeconds, 'may not specify a duration larger than 2^32 seconds'));
  }
  // As upstream: the path of the volume, not of the source.
  if (path === '') return [...errors, requiredField(`${volume}.path`)];
  return [...errors, ...nonReservedPathErrors(path, `${volume}.path`)];
}

function validateTrustBundle(bundle: TrustBundle, field: string): FieldError[] {
  const { name, signerName, labelSelector, path = '' } = bundle;
  const errors: FieldError[] = [];
  if (name !== undefined && signerName !== undefined) {
    errors.push(invalidField(field, bundle, 'only one of name and signerName may be used'));
  } else if (name !== undefined) {
    if (name === '') errors.push(requiredField(`${field}.name`, 'must be a valid object name'));
    const texts = subdomainErrors(name.slice(name.lastIndexOf(':') + 1));
    errors.push(
      ...texts.map((text) => invalidField(`${field}.name`, name, `not a valid clustertrustbundlename: ${text}`)),
    );
    const detail = 'labelSelector must be unset if name is specified';
    if (labelSelector) errors.push(invalidField(`${field}.labelSelector`, labelSelector, detail));
  } else if (signerName !== undefined) {
    errors.push(...signerNameErrors(signerName, `${field}.signerName`));
    errors.push(...validateLabelSelector(labelSelector, `${field}.labelSelector`));
  } else errors.push(requiredField(field, 'either name or signerName must be specified'));
  if (path === '') errors.push(requiredField(`${field}.path`));
  return [...errors, ...nonReservedPathErrors(path, `${field}.path`)];
}
