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
import { selectorRule } from './selector-errors';
import { declaredErrors } from '../validation/declared/declared-errors';

const MAX_PARAMETER_BYTES = 10 * 1024;

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
  const names = requestNamesOf(claim);
  return declaredErrors('V1DeviceClaim', claim, `${field}.devices`, {
    requests: (request, at) => requestErrors(request, at, rules),
    constraints: (one, at) => constraintErrors(one, at, names),
    config: (one, at) => [
      ...declaredErrors('V1DeviceClaimConfiguration', one, at, { requests: referenceTo(names) }),
      ...configurationErrors(one, at, rules),
    ],
  });
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

/** The rule of the names of requests that something is for. */
export function referenceTo(names: RequestNames): (name: string, field: string) => FieldError[] {
  return (name, field) => requestReferenceErrors(name, field, names);
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

function requestErrors(request: DeviceRequest, field: string, rules: ClaimRules): FieldError[] {
  const { name, exactly, firstAvailable = [] } = request;
  const errors = labelFieldErrors(name ?? '', `${field}.name`);
  const oneOf = 'exactly one of `exactly` or `firstAvailable` is required';
  if (exactly && firstAvailable.length > 0) {
    return [...errors, invalidField(field, null, `${oneOf}, but multiple fields are set`)];
  }
  if (exactly) return [...errors, ...exactRequestErrors(exactly, `${field}.exactly`, rules)];
  if (firstAvailable.length === 0) return [...errors, requiredField(field, oneOf)];
  return [
    ...errors,
    ...declaredErrors('V1DeviceRequest', request, field, {
      firstAvailable: (one, at) => [
        ...labelFieldErrors(one.name ?? '', `${at}.name`),
        ...exactRequestErrors(one, at, rules),
      ],
    }),
  ];
}

function exactRequestErrors(request: ExactDeviceRequest, field: string, { isStored }: ClaimRules): FieldError[] {
  return [
    // What is asked for exactly has the rules of what is asked for first.
    ...declaredErrors('V1DeviceSubRequest', request, field, {
      deviceClassName: subdomainFieldErrors,
      selectors: selectorRule(isStored),
    }),
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
  const { matchAttribute } = constraint;
  const path = `${field}.matchAttribute`;
  return [
    ...declaredErrors('V1DeviceConstraint', constraint, field, { requests: referenceTo(names) }),
    ...(matchAttribute === undefined ? [requiredField(path)] : fullyQualifiedNameErrors(matchAttribute, path)),
  ];
}
