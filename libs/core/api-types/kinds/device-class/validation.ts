import { configurationErrors } from '../../devices/claim-errors';
import type { DeviceClassSpec } from '../../devices/device-types';
import { selectorRule } from '../../devices/selector-errors';
import { deepEqual } from '../../equality';
import type { FieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { declaredErrors } from '../../validation/declared/declared-errors';

/** Returns the errors of a class of devices (`ValidateDeviceClass`). */
export function validateDeviceClass(object: KubeObject): FieldError[] {
  return specErrors(specOf(object));
}

/** Returns the errors of a changed class: unchanged selectors and configurations were validated before. */
export function validateDeviceClassUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  return specErrors(specOf(next), specOf(old));
}

function specOf(object: KubeObject): DeviceClassSpec {
  return (object.spec ?? {}) as DeviceClassSpec;
}

function specErrors(spec: DeviceClassSpec, old?: DeviceClassSpec): FieldError[] {
  const isStored = (next: unknown, before: unknown): boolean => old !== undefined && deepEqual(next, before);
  const rules = { isStored: isStored(spec.config, old?.config) };
  return declaredErrors('V1DeviceClassSpec', spec, 'spec', {
    selectors: selectorRule(isStored(spec.selectors, old?.selectors)),
    config: (one, at) => configurationErrors(one, at, rules),
  });
}
