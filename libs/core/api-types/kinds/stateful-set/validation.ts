import { deepEqual } from '../../equality';
import { type FieldError, forbiddenField, invalidField, unsupportedField } from '../../errors/field-error';
import type { KubeObject, StatefulSet } from '../../objects';
import { notNegative, validateTimes } from '../../validation/workload-times';
import { validateTemplate } from '../../validation/workload';

const POD_MANAGEMENT = ['OrderedReady', 'Parallel'] as const;

const RETENTION = ['Delete', 'Retain'] as const;

/** What of a StatefulSet may change. */
const CHANGEABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

/** What is wrong with a StatefulSet: its template and selector, how its pods follow each other and are replaced. */
export function validateStatefulSet(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Partial<StatefulSet['spec']>;
  const errors = validateTemplate(object);
  const { podManagementPolicy = 'OrderedReady', persistentVolumeClaimRetentionPolicy: retention } = spec;
  if (!POD_MANAGEMENT.includes(podManagementPolicy as (typeof POD_MANAGEMENT)[number])) {
    const detail = `must be '${POD_MANAGEMENT[0]}' or '${POD_MANAGEMENT[1]}'`;
    errors.push(invalidField('spec.podManagementPolicy', podManagementPolicy, detail));
  }
  const { type = 'RollingUpdate', rollingUpdate } = spec.updateStrategy ?? {};
  const field = 'spec.updateStrategy';
  if (type === 'OnDelete' && rollingUpdate) {
    errors.push(
      invalidField(`${field}.rollingUpdate`, rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'"),
    );
  } else if (type === 'RollingUpdate') {
    errors.push(...notNegative(rollingUpdate?.partition, `${field}.rollingUpdate.partition`));
  } else if (type !== 'OnDelete') {
    errors.push(invalidField(field, spec.updateStrategy, "must be 'RollingUpdate' or 'OnDelete'"));
  }
  for (const key of ['whenDeleted', 'whenScaled'] as const) {
    const policy = retention?.[key];
    if (policy !== undefined && !RETENTION.includes(policy as (typeof RETENTION)[number])) {
      errors.push(unsupportedField(`spec.persistentVolumeClaimRetentionPolicy.${key}`, policy, RETENTION));
    }
  }
  errors.push(...notNegative(spec.ordinals?.start, 'spec.ordinals.start'));
  return [...errors, ...validateTimes(spec)];
}

/** Storage, identity and order of a StatefulSet's pods stay as they are. */
export function validateSetUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  if (deepEqual(withoutChangeable(next), withoutChangeable(old))) return [];
  const names = CHANGEABLE.map((name) => `'${name}'`);
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return [forbiddenField('spec', `updates to statefulset spec for fields other than ${list} are forbidden`)];
}

function withoutChangeable({ spec }: KubeObject): Record<string, unknown> {
  const rest = { ...(spec as Record<string, unknown> | undefined) };
  for (const name of CHANGEABLE) delete rest[name];
  return rest;
}
