import { jsonText } from '../numbers/json-text';
import { invalidField, requiredField, tooLongField, unsupportedField, type FieldError } from '../errors/field-error';
import { utf8Length } from '../names/utf8-length';
import { driverNameErrors, fullyQualifiedNameErrors, labelFieldErrors, subdomainFieldErrors } from './device-names';
import {
  AllocationMode,
  type DeviceClaim,
  type DeviceConfiguration,
  type DeviceConstraint,
  type DeviceRequest,
  type ExactDeviceRequest,
} from './device-types';
import { listErrors, setErrors } from './lists';
import { selectorErrors } from './selector-errors';

const MAX_REQUESTS = 32;
const MAX_SUBREQUESTS = 8;
const MAX_CONSTRAINTS = 32;
const MAX_PARAMETER_BYTES = 10 * 1024;
/** As many configurations has a claim or a class. */
export const MAX_CONFIGURATIONS = 32;

const BAD_REFERENCE =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

/** Names of requests, and of subrequests after a slash. */
export type RequestNames = ReadonlySet<string>;

/** Options for the validation of claims: stored values are checked by fewer rules. */
export interface ClaimRules {
  readonly isStored: boolean;
}

/** Returns the errors of the spec of a claim at `field` (`validateResourceClaimSpec`). */
export function claimSpecErrors(claim: DeviceClaim | undefined, field: string, rules: ClaimRules): FieldError[] {
  const { requests, constraints, config } = claim ?? {};
  const names = requestNamesOf(claim);
  const path = `${field}.devices`;
  return [
    ...setErrors(
      requests,
      MAX_REQUESTS,
      `${path}.requests`,
      (request, at) => requestErrors(request, at, rules),
      ({ name }) => name,
      'name',
    ),
    ...listErrors(constraints, MAX_CONSTRAINTS, `${path}.constraints`, (one, at) => constraintErrors(one, at, names)),
    ...listErrors(config, MAX_CONFIGURATIONS, `${path}.config`, (one, at) => [
      ...requestReferencesErrors(one.requests, `${at}.requests`, names),
      ...configurationErrors(one, at, rules),
    ]),
  ];
}

/** The names that results, constraints and configurations may have. */
export function requestNamesOf(claim: DeviceClaim | undefined): RequestNames {
  const names = new Set<string>();
  for (const { name, firstAvailable = [] } of claim?.requests ?? []) {
    names.add(name);
    for (const subRequest of firstAvailable) names.add(`${name}/${subRequest.name}`);
  }
  return names;
}

/** Returns the errors of one name of a request. */
export function requestReferenceErrors(name: string, field: string, names: RequestNames): FieldError[] {
  const segments = name.split('/');
  if (segments.length > 2) return [invalidField(field, name, BAD_REFERENCE)];
  const errors = segments.flatMap((segment) => labelFieldErrors(segment, field));
  return names.has(name) ? errors : [...errors, invalidField(field, name, BAD_REFERENCE)];
}

/** Returns the errors of the requests that something is for. */
export function requestReferencesErrors(
  requests: readonly string[] | undefined,
  field: string,
  names: RequestNames,
): FieldError[] {
  return setErrors(
    requests,
    MAX_REQUESTS,
    field,
    (name, at) => requestReferenceErrors(name, at, names),
    (name) => name,
  );
}

/** Returns the errors of a configuration for a driver. */
export function configurationErrors({ opaque }: DeviceConfiguration, field: string, rules: ClaimRules): FieldError[] {
  if (!opaque) return [requiredField(`${field}.opaque`)];
  return [
    ...driverNameErrors(opaque.driver ?? '', `${field}.opaque.driver`),
    ...rawObjectErrors(opaque.parameters, `${field}.opaque.parameters`, rules),
  ];
}

/** Returns the errors of an object of a driver, of which only the size is known (`validateRawExtension`). */
export function rawObjectErrors(value: unknown, field: string, { isStored }: ClaimRules): FieldError[] {
  if (value === undefined || value === null) return [requiredField(field)];
  if (!isStored && utf8Length(jsonText(value)) > MAX_PARAMETER_BYTES) {
    return [tooLongField(field, MAX_PARAMETER_BYTES)];
  }
  const isObject = typeof value === 'object' && !Array.isArray(value);
  return isObject ? [] : [invalidField(field, '<value omitted>', 'parameters must be a valid JSON object')];
}

function requestErrors({ name, exactly, firstAvailable = [] }: DeviceRequest, field: string, rules: ClaimRules) {
  const errors = labelFieldErrors(name ?? '', `${field}.name`);
  const oneOf = 'exactly one of `exactly` or `firstAvailable` is required';
  if (exactly && firstAvailable.length > 0) {
    return [...errors, invalidField(field, null, `${oneOf}, but multiple fields are set`)];
  }
  if (exactly) return [...errors, ...exactRequestErrors(exactly, `${field}.exactly`, rules)];
  if (firstAvailable.length === 0) return [...errors, requiredField(field, oneOf)];
  return [
    ...errors,
    ...setErrors(
      firstAvailable,
      MAX_SUBREQUESTS,
      `${field}.firstAvailable`,
      (request, at) => [
        ...labelFieldErrors(request.name ?? '', `${at}.name`),
        ...exactRequestErrors(request, at, rules),
      ],
      (request) => request.name,
      'name',
    ),
  ];
}

function exactRequestErrors(request: ExactDeviceRequest, field: string, { isStored }: ClaimRules): FieldError[] {
  const className = request.deviceClassName ?? '';
  const classField = `${field}.deviceClassName`;
  return [
    ...(className === '' ? [requiredField(classField)] : subdomainFieldErrors(className, classField)),
    ...selectorErrors(request.selectors, `${field}.selectors`, isStored),
    ...modeErrors(request.allocationMode ?? '', request.count ?? 0, field),
  ];
}

function modeErrors(mode: string, count: number, field: string): FieldError[] {
  if (mode === AllocationMode.All) {
    const detail = `must not be specified when allocationMode is '${mode}'`;
    return count === 0 ? [] : [invalidField(`${field}.count`, count, detail)];
  }
  if (mode === AllocationMode.ExactCount) {
    return count > 0 ? [] : [invalidField(`${field}.count`, count, 'must be greater than zero')];
  }
  const modes = [AllocationMode.All, AllocationMode.ExactCount];
  return [unsupportedField(`${field}.allocationMode`, mode, modes)];
}

function constraintErrors(constraint: DeviceConstraint, field: string, names: RequestNames): FieldError[] {
  const { requests, matchAttribute } = constraint;
  const path = `${field}.matchAttribute`;
  return [
    ...requestReferencesErrors(requests, `${field}.requests`, names),
    ...(matchAttribute === undefined ? [requiredField(path)] : fullyQualifiedNameErrors(matchAttribute, path)),
  ];
}
