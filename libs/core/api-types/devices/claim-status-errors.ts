import { deepEqual } from '../equality';
import { forbiddenField, invalidField, tooManyItems, type FieldError } from '../errors/field-error';
import { interfaceAddressErrors } from '../names/interface-address';
import { conditionErrors } from '../validation/conditions';
import { nodeSelectorErrors } from '../validation/pod-spec/affinity';
import { requiredTexts } from '../validation/required-texts';
import {
  configurationErrors,
  rawObjectErrors,
  requestNamesOf,
  requestReferenceErrors,
  type RequestNames,
  referenceTo,
} from './claim-errors';
import { driverNameErrors, labelFieldErrors, poolNameErrors } from './device-names';
import {
  deviceId,
  type AllocatedDeviceStatus,
  type AllocationResult,
  type DeviceName,
  type ResourceClaim,
  type ResourceClaimStatus,
} from './device-types';
import { setErrors } from '../validation/list-errors';
import { changedField } from '../validation/changed-field';
import { declaredErrors } from '../validation/declared/declared-errors';

const MAX_CONDITIONS = 8;
const FIELD = 'status';

/** Returns the errors of a written status of a claim (`validateResourceClaimStatusUpdate`). */
export function claimStatusErrors(next: ResourceClaim, old: ResourceClaim): FieldError[] {
  const { allocation, devices } = next.status ?? {};
  const allocated = new Set((allocation?.devices?.results ?? []).map(deviceId));
  return [
    ...declaredErrors('V1ResourceClaimStatus', next.status, FIELD, {
      reservedFor: (reference, at) => requiredTexts(reference, ['resource', 'name', 'uid'], at),
    }),
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
  if (old) return changedField(field, [allocation, old]);
  const { devices, nodeSelector } = allocation;
  return [
    ...declaredErrors('V1DeviceAllocationResult', devices, `${field}.devices`, {
      results: (result, at) => [
        ...requestReferenceErrors(result.request ?? '', `${at}.request`, names),
        ...deviceNameErrors(result, at),
      ],
      config: (config, at) => [
        ...declaredErrors('V1DeviceAllocationConfiguration', config, at, {
          source: true,
          requests: referenceTo(names),
        }),
        ...configurationErrors(config, at, { isStored: false }),
      ],
    }),
    ...(nodeSelector ? nodeSelectorErrors(nodeSelector, `${field}.nodeSelector`) : []),
  ];
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
  const checked = { interfaceName: true, hardwareAddress: true, ips: interfaceAddressErrors } as const;
  return [...errors, ...declaredErrors('V1NetworkDeviceData', networkData, `${field}.networkData`, checked)];
}
