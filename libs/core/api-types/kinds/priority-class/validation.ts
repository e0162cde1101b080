import { forbiddenField, invalidField, type FieldError } from '../../errors/field-error';
import type { KubeObject, PriorityClass } from '../../objects';
import { oneOf } from '../../validation/closed-set';

/** Highest priority of users' classes; higher ones belong to the system. */
export const HIGHEST_USER_PRIORITY = 1_000_000_000;
/** The classes that exist from the start. */
export const SYSTEM_PRIORITY_CLASSES: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};
const POLICIES = ['PreemptLowerPriority', 'Never'] as const;

/** Returns the errors of a priority class. */
export function validatePriorityClass(object: KubeObject): FieldError[] {
  const { metadata, value = 0, preemptionPolicy } = object as PriorityClass;
  const errors: FieldError[] = [];
  if (metadata.name.startsWith('system-')) {
    const problem = systemClassProblem(metadata.name, object);
    if (problem !== undefined) {
      const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`;
      errors.push(forbiddenField('metadata.name', detail));
    }
  } else if (value > HIGHEST_USER_PRIORITY) {
    errors.push(
      forbiddenField('value', `maximum allowed value of a user defined priority is ${HIGHEST_USER_PRIORITY}`),
    );
  }
  return [...errors, ...oneOf(preemptionPolicy, POLICIES, 'preemptionPolicy')];
}

/** The value and the policy of a class stay. */
export function validatePriorityClassUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  if (next['value'] !== old['value']) errors.push(forbiddenField('value', 'may not be changed in an update.'));
  if (next['preemptionPolicy'] !== old['preemptionPolicy']) {
    errors.push(invalidField('preemptionPolicy', next['preemptionPolicy'], 'field is immutable'));
  }
  return errors;
}

function systemClassProblem(name: string, object: KubeObject): string | undefined {
  if (!Object.hasOwn(SYSTEM_PRIORITY_CLASSES, name)) return `${name} is not a known system priority class`;
  const value = SYSTEM_PRIORITY_CLASSES[name];
  if (object['value'] !== value) return `value of ${name} PriorityClass must be ${value}`;
  return object['globalDefault'] === true ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

/** The classes of the system stay. */
export function refusePriorityClassDeletion(name: string): string | undefined {
  return Object.hasOwn(SYSTEM_PRIORITY_CLASSES, name)
    ? 'this is a system priority class and cannot be deleted'
    : undefined;
}
