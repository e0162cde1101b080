import { deepEqual } from '../equality';
import { forbiddenField, invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import type { DaemonSet, KubeObject, StatefulSet } from '../objects';
import { validateCountOrPercent } from './count-or-percent';
import { validateTemplate } from './workload';

const SET_STRATEGIES = ['OnDelete', 'RollingUpdate'] as const;
const POD_MANAGEMENT = ['OrderedReady', 'Parallel'] as const;
const RETENTION = ['Delete', 'Retain'] as const;
const NOT_NEGATIVE = 'must be greater than or equal to 0';

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

/** What is wrong with a DaemonSet: its template and selector, and how its pods are replaced. */
export function validateDaemonSet(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as Partial<DaemonSet['spec']>;
  const errors = [...validateTemplate(object), ...validateTimes(spec)];
  const { type = 'RollingUpdate', rollingUpdate } = spec.updateStrategy ?? {};
  const field = 'spec.updateStrategy';
  if (type === 'OnDelete') return errors;
  if (type !== 'RollingUpdate') return [...errors, unsupportedField(`${field}.type`, type, SET_STRATEGIES)];
  if (!rollingUpdate) return errors;
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  errors.push(
    ...validateCountOrPercent(maxUnavailable, `${field}.rollingUpdate.maxUnavailable`, { atMost100Percent: true }),
    ...validateCountOrPercent(maxSurge, `${field}.rollingUpdate.maxSurge`, { atMost100Percent: true }),
  );
  const [hasUnavailable, hasSurge] = [!isNothing(maxUnavailable), !isNothing(maxSurge)];
  if (hasUnavailable && hasSurge) {
    errors.push(
      invalidField(`${field}.rollingUpdate.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero'),
    );
  } else if (!hasUnavailable && !hasSurge) {
    errors.push(requiredField(`${field}.rollingUpdate.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
  }
  return errors;
}

/** What is wrong with a revision of a template. */
export function validateRevision(object: KubeObject): FieldError[] {
  const errors = object['data'] === undefined || object['data'] === null ? [requiredField('data')] : [];
  return [...errors, ...notNegative(object['revision'] as number | undefined, 'revision')];
}

/** What a revision remembers is never another thing. */
export function validateRevisionUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  if (deepEqual(next['data'], old['data'])) return [];
  return [invalidField('data', next['data'] ?? null, 'field is immutable')];
}

function withoutChangeable({ spec }: KubeObject): Record<string, unknown> {
  const rest = { ...(spec as Record<string, unknown> | undefined) };
  for (const name of CHANGEABLE) delete rest[name];
  return rest;
}

function validateTimes(spec: {
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit?: number;
}): FieldError[] {
  return [
    ...notNegative(spec.minReadySeconds, 'spec.minReadySeconds'),
    ...notNegative(spec.revisionHistoryLimit, 'spec.revisionHistoryLimit'),
  ];
}

function notNegative(value: number | undefined, field: string): FieldError[] {
  return value !== undefined && value < 0 ? [invalidField(field, value, NOT_NEGATIVE)] : [];
}

function isNothing(bound: number | string): boolean {
  return bound === 0 || bound === '0%';
}
