import type { ResourceSliceSpec } from '../../devices/device-types';
import { sliceSpecErrors } from '../../devices/slice-errors';
import type { FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';

/** Returns the errors of a slice (`ValidateResourceSlice`). */
export function validateResourceSlice(object: KubeObject): FieldError[] {
  return sliceSpecErrors(specOf(object));
}

/** Driver, pool and node of a slice stay. */
export function validateResourceSliceUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  return sliceSpecErrors(specOf(next), specOf(old));
}

/** Returns the warnings about the name of a driver. */
export function driverWarnings(next: KubeObject): readonly string[] {
  const { driver = '' } = specOf(next);
  if (driver === driver.toLowerCase()) return [];
  return [`spec.driver: driver names should be lowercase; ${JSON.stringify(driver)} contains uppercase characters`];
}

function specOf(object: KubeObject): ResourceSliceSpec {
  return (object.spec ?? {}) as ResourceSliceSpec;
}
