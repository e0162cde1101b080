import { deepEqual } from '../equality';
import {
  forbiddenField,
  invalidField,
  requiredField,
  tooLongField,
  tooManyItems,
  unsupportedField,
  type FieldError,
} from '../errors/field-error';
import { interfaceAddressErrors } from '../names/interface-address';
import { utf8Length } from '../names/utf8-length';
import { conditionErrors } from '../validation/conditions';
import { nodeSelectorErrors } from '../validation/pod-spec/affinity';
import { requiredTexts } from '../validation/required-texts';
import {
  configurationErrors,
  MAX_CONFIGURATIONS,
  rawObjectErrors,
  requestNamesOf,
  requestReferenceErrors,
  requestReferencesErrors,
  type RequestNames,
} from './claim-errors';
import { driverNameErrors, labelFieldErrors, poolNameErrors } from './device-names';
import {
  deviceId,
  MAX_ALLOCATION_RESULTS,
  MAX_RESERVATIONS,
  type AllocatedDeviceStatus,
  type AllocationResult,
  type DeviceAllocationConfiguration,
  type DeviceName,
  type ResourceClaim,
  type ResourceClaimStatus,
} from './device-types';
import { listErrors, setErrors } from './lists';

const MAX_CONDITIONS = 8;
const MAX_ADDRESSES = 16;
const MAX_INTERFACE_NAME = 256;
const MAX_HARDWARE_ADDRESS = 128;
const SOURCES = ['FromClaim', 'FromClass'] as const;
const FIELD = 'status';

/** Returns the errors of a written status of a claim (`validateResourceClaimStatusUpdate`). */
export function claimStatusErrors(next: ResourceClaim, old: ResourceClaim): FieldError[] {
  const { allocation, reservedFor, devices } = next.status ?? {};
  const allocated = new Set((allocation?.devices?.results ?? []).map(deviceId));
  return [
    ...setErrors(
      reservedFor,
      MAX_RESERVATIONS,
      `${FIELD}.reservedFor`,
      (reference, at) => requiredTexts(reference, ['resource', 'name', 'uid'], at),
      ({ uid }) => uid,
      'uid',
    ),
    ...setErrors(
      devices,
      Infinity,
      `${FIELD}.devices`,
      (device, at) => deviceStatusErrors(device, at, allocated),
      deviceId,
      'deviceID',
    ),
    ...reservationErrors(next, old.status),
    ...allocationErrors(allocation, old.status?.allocation, requestNamesOf(next.spec.devices)),
  ];
}

function reservationErrors({ metadata, status }: ResourceClaim, old: ResourceClaimStatus | undefined): FieldError[] {
  const reservedFor = status?.reservedFor ?? [];
  if (reservedFor.length === 0) return [];
  const field = `${FIELD}.reservedFor`;
  if (!status?.allocation) return [forbiddenField(field, 'may not be specified when `allocated` is not set')];
  if (metadata.deletionTimestamp === undefined) return [];
  const isNew = reservedFor.some((entry) => !old?.reservedFor?.some((other) => deepEqual(other, entry)));
  const detail = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  return isNew ? [forbiddenField(field, detail)] : [];
}

/** Returns the errors of an allocation; it is immutable until it is removed, and validated once. */
function allocationErrors(
  allocation: AllocationResult | undefined,
  old: AllocationResult | undefined,
  names: RequestNames,
): FieldError[] {
  const field = `${FIELD}.allocation`;
  if (!allocation) return [];
  if (old) return deepEqual(allocation, old) ? [] : [invalidField(field, allocation, 'field is immutable')];
  const { devices, nodeSelector } = allocation;
  return [
    ...listErrors(devices?.results, MAX_ALLOCATION_RESULTS, `${field}.devices.results`, (result, at) => [
      ...requestReferenceErrors(result.request ?? '', `${at}.request`, names),
      ...deviceNameErrors(result, at),
    ]),
    // Those of the class and those of the claim.
    ...listErrors(devices?.config, 2 * MAX_CONFIGURATIONS, `${field}.devices.config`, (config, at) => [
      ...sourceErrors(config, `${at}.source`),
      ...requestReferencesErrors(config.requests, `${at}.requests`, names),
      ...configurationErrors(config, at, { isStored: false }),
    ]),
    ...(nodeSelector ? nodeSelectorErrors(nodeSelector, `${field}.nodeSelector`) : []),
  ];
}

function sourceErrors({ source }: DeviceAllocationConfiguration, field: string): FieldError[] {
  if (!source) return [requiredField(field)];
  return (SOURCES as readonly string[]).includes(source) ? [] : [unsupportedField(field, source, SOURCES)];
}

function deviceNameErrors({ driver, pool, device }: DeviceName, field: string): FieldError[] {
  return [
    ...driverNameErrors(driver ?? '', `${field}.driver`),
    ...poolNameErrors(pool ?? '', `${field}.pool`),
    ...labelFieldErrors(device ?? '', `${field}.device`),
  ];
}

function deviceStatusErrors(
  status: AllocatedDeviceStatus,
  field: string,
  allocated: ReadonlySet<string>,
): FieldError[] {
  const { conditions = [], data, networkData } = status;
  const errors = deviceNameErrors(status, field);
  const id = deviceId(status);
  if (!allocated.has(id)) errors.push(invalidField(field, id, 'must be an allocated device in the claim'));
  const path = `${field}.conditions`;
  if (conditions.length > MAX_CONDITIONS) errors.push(tooManyItems(path, conditions.length, MAX_CONDITIONS));
  errors.push(...conditionErrors(conditions, path));
  if (data !== undefined) errors.push(...rawObjectErrors(data, `${field}.data`, { isStored: false }));
  if (networkData) errors.push(...networkDataErrors(networkData, `${field}.networkData`));
  return errors;
}

function networkDataErrors(data: NonNullable<AllocatedDeviceStatus['networkData']>, field: string): FieldError[] {
  const { interfaceName = '', hardwareAddress = '', ips } = data;
  const tooLong = (name: string, text: string, max: number): FieldError[] =>
    utf8Length(text) > max ? [tooLongField(`${field}.${name}`, max)] : [];
  return [
    ...tooLong('interfaceName', interfaceName, MAX_INTERFACE_NAME),
    ...tooLong('hardwareAddress', hardwareAddress, MAX_HARDWARE_ADDRESS),
    ...setErrors(ips, MAX_ADDRESSES, `${field}.ips`, interfaceAddressErrors, (ip) => ip),
  ];
}
