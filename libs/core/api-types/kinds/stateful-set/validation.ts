import { deepEqual } from '../../equality';
import { type FieldError, forbiddenField, invalidField, unsupportedField } from '../../errors/field-error';
import type { KubeObject, StatefulSet } from '../../objects';
import { notNegative } from '../../validation/workload-times';
import { validatePods, validateReplicas } from '../../validation/workload';

const POD_MANAGEMENT = ['OrderedReady', 'Parallel'] as const;

const RETENTION = ['Delete', 'Retain'] as const;

/** Fields of a StatefulSet that may change. */
const CHANGEABLE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

/** Returns the errors of a StatefulSet: its template and selector, how its pods follow each other and are replaced. */
export function validateStatefulSet(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Partial<StatefulSet['spec']>;
  const errors: FieldError[] = [];
  const { podManagementPolicy = 'OrderedReady', persistentVolumeClaimRetentionPolicy: retention } = spec;
  if (!POD_MANAGEMENT.includes(podManagementPolicy as (typeof POD_MANAGEMENT)[number])) {
    const detail = `must be '${POD_MANAGEMENT[0]}' or '${POD_MANAGEMENT[1]}'`;
    errors.push(invalidField('spec.podManagementPolicy', podManagementPolicy, detail));
  }
  const { type = 'RollingUpdate', rollingUpdate } = spec.updateStrategy ?? {};
  const field = 'spec.updateStrategy';
  if (type === 'OnDelete' && rollingUpdate) {
    const { partition: Partition = 0, maxUnavailable: MaxUnavailable = null } = rollingUpdate as {
      readonly partition?: number;
      readonly maxUnavailable?: number | string;
    };
    const detail = "only allowed for updateStrategy 'RollingUpdate'";
    errors.push(invalidField(`${field}.rollingUpdate`, { Partition, MaxUnavailable }, detail));
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
  return [
    ...errors,
    ...validateReplicas(object),
    ...notNegative(spec.ordinals?.start, 'spec.ordinals.start'),
    ...validatePods(object),
    ...notNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
  ];
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
