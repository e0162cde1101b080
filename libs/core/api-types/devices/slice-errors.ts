import { deepEqual } from '../equality';
import { invalidField, requiredField, tooLongField, type FieldError } from '../errors/field-error';
import { subdomainErrors } from '../names/qualified-name';
import { utf8Length } from '../names/utf8-length';
import { nodeSelectorErrors } from '../validation/pod-spec/affinity';
import { deviceQualifiedNameErrors, driverNameErrors, labelFieldErrors, poolNameErrors } from './device-names';
import type { Device, DeviceAttribute, ResourceSliceSpec } from './device-types';
import { setErrors } from '../validation/list-errors';

const MAX_DEVICES = 128;
const MAX_VALUES = 32;
const MAX_VALUE_BYTES = 64;
/** A domain, a slash and a name; longer keys are shown without their middle. */
const MAX_KEY = 63 + 1 + 32;
const SEMVER =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;
const FIELD = 'spec';
const PLACES = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';

/** Returns the errors of a slice, and with its change where `old` is given (`validateResourceSliceSpec`). */
export function sliceSpecErrors(spec: ResourceSliceSpec, old?: ResourceSliceSpec): FieldError[] {
  return [
    ...driverNameErrors(spec.driver ?? '', `${FIELD}.driver`),
    ...poolErrors(spec.pool, `${FIELD}.pool`),
    ...(old ? changeErrors(spec, old) : []),
    ...placeErrors(spec),
    ...setErrors(spec.devices, MAX_DEVICES, `${FIELD}.devices`, deviceErrors, ({ name }) => name, 'name'),
  ];
}

function poolErrors(pool: Partial<ResourceSliceSpec['pool']> | undefined, field: string): FieldError[] {
  const { name = '', resourceSliceCount: count = 0, generation = 0 } = pool ?? {};
  const errors = poolNameErrors(name, `${field}.name`);
  if (count <= 0) errors.push(invalidField(`${field}.resourceSliceCount`, count, 'must be greater than zero'));
  const detail = 'must be greater than or equal to zero';
  if (generation < 0) errors.push(invalidField(`${field}.generation`, generation, detail));
  return errors;
}

function changeErrors(spec: ResourceSliceSpec, old: ResourceSliceSpec): FieldError[] {
  const values: [string, unknown, unknown][] = [
    ['pool.name', spec.pool?.name, old.pool.name],
    ['driver', spec.driver, old.driver],
    ['nodeName', spec.nodeName, old.nodeName],
  ];
  return values
    .filter(([, next, before]) => !deepEqual(next, before))
    .map(([name, next]) => invalidField(`${FIELD}.${name}`, next ?? null, 'field is immutable'));
}

function placeErrors({ nodeName, nodeSelector, allNodes }: ResourceSliceSpec): FieldError[] {
  const places: string[] = [];
  const errors: FieldError[] = [];
  if (nodeName) {
    places.push('`nodeName`');
    for (const text of subdomainErrors(nodeName)) errors.push(invalidField(`${FIELD}.nodeName`, nodeName, text));
  } else if (nodeName !== undefined) {
    const detail = 'must be either unset or set to a non-empty string';
    errors.push(invalidField(`${FIELD}.nodeName`, nodeName, detail));
  }
  if (nodeSelector) {
    places.push('`nodeSelector`');
    errors.push(...nodeSelectorErrors(nodeSelector, `${FIELD}.nodeSelector`));
    const terms = nodeSelector.nodeSelectorTerms ?? [];
    const path = `${FIELD}.nodeSelector.nodeSelectorTerms`;
    if (terms.length !== 1) errors.push(invalidField(path, terms, 'must have exactly one node selector term'));
  }
  if (allNodes) places.push('`allNodes`');
  else if (allNodes !== undefined) {
    errors.push(invalidField(`${FIELD}.allNodes`, allNodes, 'must be either unset or set to true'));
  }
  if (places.length === 0) errors.push(requiredField(FIELD, PLACES));
  if (places.length > 1) {
    errors.push(invalidField(FIELD, `{${places.join(', ')}}`, `${PLACES}, but multiple fields are set`));
  }
  return errors;
}

function deviceErrors({ name = '', attributes = {}, capacity = {} }: Partial<Device>, field: string): FieldError[] {
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  const errors = labelFieldErrors(name, `${field}.name`);
  for (const [key, attribute] of Object.entries(attributes)) {
    const path = `${field}.attributes[${withoutMiddle(key)}]`;
    errors.push(...deviceQualifiedNameErrors(key, path), ...attributeErrors(attribute, path));
  }
  for (const key of Object.keys(capacity)) {
    errors.push(...deviceQualifiedNameErrors(key, `${field}.capacity[${withoutMiddle(key)}]`));
  }
  if (count > MAX_VALUES) {
    const detail = `the total number of attributes and capacities must not exceed ${MAX_VALUES}`;
    errors.push(invalidField(field, count, detail));
  }
  return errors;
}

function attributeErrors(attribute: DeviceAttribute, field: string): FieldError[] {
  const { string: text, version } = attribute;
  const errors: FieldError[] = [];
  const checkLength = (value: string, path: string): void => {
    if (utf8Length(value) > MAX_VALUE_BYTES) errors.push(tooLongField(path, MAX_VALUE_BYTES));
  };
  if (text !== undefined) checkLength(text, `${field}.string`);
  if (version !== undefined) {
    const path = `${field}.version`;
    const detail = 'must be a string compatible with semver.org spec 2.0.0';
    if (!isSemver(version)) errors.push(invalidField(path, version, detail));
    checkLength(version, path);
  }
  const values = (['int', 'bool', 'string', 'version'] as const).filter((name) => attribute[name] !== undefined);
  const detail = 'exactly one value must be specified';
  if (values.length === 0) errors.push(requiredField(field, detail));
  if (values.length > 1) errors.push(invalidField(field, attribute, detail));
  return errors;
}

function isSemver(text: string): boolean {
  const found = SEMVER.exec(text);
  const identifiers = found?.[1]?.split('.') ?? [];
  // Numbers have no zeros before them.
  return found !== null && !identifiers.some((part) => /^0\d+$/.test(part));
}

function withoutMiddle(key: string): string {
  if (key.length <= MAX_KEY) return key;
  const kept = MAX_KEY - 3;
  return `${key.slice(0, Math.floor((kept + 1) / 2))}...${key.slice(key.length - Math.floor(kept / 2))}`;
}
