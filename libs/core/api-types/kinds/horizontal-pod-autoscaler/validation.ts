import { compareQuantities, parseQuantity } from '@orrery/quantity';
import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscalerSpec,
  HPAScalingRules,
  MetricIdentifier,
  MetricSpec,
  MetricTarget,
} from 'kubernetes-types/autoscaling/v2';
import {
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { pathSegmentErrors } from '../../names/qualified-name';
import type { KubeObject } from '../../objects';
import { oneOf } from '../../validation/closed-set';

const SELECT_POLICIES = ['Disabled', 'Max', 'Min'] as const;
const POLICY_TYPES = ['Percent', 'Pods'] as const;
const LONGEST_WINDOW_SECONDS = 3600;
const LONGEST_PERIOD_SECONDS = 1800;
const ZERO = parseQuantity('0');

/** The field of a metric for each type, and what is checked in it. */
const SOURCES = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
} as const;
type SourceField = (typeof SOURCES)[keyof typeof SOURCES];

/** Returns the errors of an autoscaler (`ValidateHorizontalPodAutoscaler` upstream). */
export function validateHorizontalPodAutoscaler(object: KubeObject, keepsVersion = false): FieldError[] {
  const spec = (object.spec ?? {}) as Partial<HorizontalPodAutoscalerSpec>;
  const { minReplicas, maxReplicas = 0, scaleTargetRef, metrics = [], behavior } = spec;
  const errors: FieldError[] = [];
  if (minReplicas !== undefined && minReplicas < 1) {
    errors.push(invalidField('spec.minReplicas', minReplicas, 'must be greater than or equal to 1'));
  }
  if (maxReplicas < 1) errors.push(requiredField('spec.maxReplicas', 'must be set and greater than 0'));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.push(invalidField('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'));
  }
  errors.push(...validateReference(scaleTargetRef, 'spec.scaleTargetRef'));
  if (!keepsVersion) errors.push(...validateTargetVersion(scaleTargetRef));
  metrics.forEach((metric, i) => errors.push(...validateMetric(metric, `spec.metrics[${i}]`)));
  if (minReplicas === 0 && !metrics.some(({ type }) => type === 'Object' || type === 'External')) {
    const detail = 'must specify at least one Object or External metric to support scaling to zero replicas';
    errors.push(forbiddenField('spec.metrics', detail));
  }
  errors.push(...validateRules(behavior?.scaleUp, 'spec.behavior.scaleUp'));
  errors.push(...validateRules(behavior?.scaleDown, 'spec.behavior.scaleDown'));
  return errors;
}

/** A target without a group, which was accepted once, stays. */
export function validateHorizontalPodAutoscalerUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const { scaleTargetRef } = (old.spec ?? {}) as Partial<HorizontalPodAutoscalerSpec>;
  return validateHorizontalPodAutoscaler(next, validateTargetVersion(scaleTargetRef).length > 0);
}

/** Only replication controllers can be scaled among the kinds of the core group. */
function validateTargetVersion({ apiVersion = '', kind }: Partial<CrossVersionObjectReference> = {}): FieldError[] {
  if (apiVersion.includes('/') || kind === 'ReplicationController') return [];
  return [invalidField('spec.scaleTargetRef.apiVersion', apiVersion, 'apiVersion must specify API group')];
}

/** Returns the errors of the status that a client writes. */
export function validateHorizontalPodAutoscalerStatus({ status }: KubeObject): FieldError[] {
  const { currentReplicas = 0, desiredReplicas = 0 } = (status ?? {}) as Record<string, number>;
  const detail = 'must be greater than or equal to 0';
  return [
    ...(currentReplicas < 0 ? [invalidField('status.currentReplicas', currentReplicas, detail)] : []),
    ...(desiredReplicas < 0 ? [invalidField('status.desiredReplicas', desiredReplicas, detail)] : []),
  ];
}

function validateReference(reference: Partial<CrossVersionObjectReference> = {}, field: string): FieldError[] {
  return (['kind', 'name'] as const).flatMap((part) => segmentErrors(reference[part], `${field}.${part}`, ''));
}

function segmentErrors(text: string | undefined, field: string, whenMissing: string): FieldError[] {
  if (!text) return [requiredField(field, whenMissing)];
  return pathSegmentErrors(text).map((detail) => invalidField(field, text, detail));
}

function validateMetric(metric: MetricSpec, field: string): FieldError[] {
  const { type = '' } = metric;
  const errors: FieldError[] = [];
  if (type === '') errors.push(requiredField(`${field}.type`, 'must specify a metric source type'));
  const expected = SOURCES[type as keyof typeof SOURCES] as SourceField | undefined;
  const unsupported = expected ? [] : [unsupportedField(`${field}.type`, type, Object.keys(SOURCES))];
  errors.push(...unsupported);
  const present = Object.values(SOURCES).filter((source) => metric[source] !== undefined);
  const [first] = present;
  if (first) errors.push(...validateSource(metric, first, `${field}.${first}`));
  if (expected && !present.includes(expected)) {
    errors.push(requiredField(`${field}.${expected}`, 'must populate information for the given metric source'));
  }
  // `validateMetricSpec` refuses such a type twice: before it looks at the sources, and where it chooses the one expected.
  errors.push(...unsupported);
  if (present.length === 1) return errors;
  const others = present.filter((source) => source !== expected);
  return [
    ...errors,
    ...others.map((source) => forbiddenField(`${field}.${source}`, 'must populate the given metric source only')),
  ];
}

function validateSource(metric: MetricSpec, source: SourceField, field: string): FieldError[] {
  const target = metric[source]?.target;
  const targetField = `${field}.target`;
  switch (source) {
    case 'containerResource': {
      const { name, container } = metric.containerResource!;
      const errors = name ? [] : [requiredField(`${field}.name`, 'must specify a resource name')];
      if (!container) errors.push(requiredField(`${field}.container`, 'must specify a container'));
      return [...errors, ...validateTarget(target, targetField), ...validateResourceTarget(target, targetField)];
    }
    case 'resource': {
      const errors = metric.resource!.name ? [] : [requiredField(`${field}.name`, 'must specify a resource name')];
      return [...errors, ...validateTarget(target, targetField), ...validateResourceTarget(target, targetField)];
    }
    case 'pods': {
      const errors = [...validateIdentifier(metric.pods!.metric, field), ...validateTarget(target, targetField)];
      if (!isPositive(target?.averageValue)) {
        errors.push(requiredField(`${targetField}.averageValue`, 'must specify a positive target averageValue'));
      }
      return errors;
    }
    case 'object': {
      const { describedObject, metric: identifier } = metric.object!;
      const errors = [
        ...validateReference(describedObject, `${field}.describedObject`),
        ...validateIdentifier(identifier, field),
        ...validateTarget(target, targetField),
      ];
      if (!target?.value && !target?.averageValue) {
        errors.push(requiredField(`${targetField}.averageValue`, 'must set either a target value or averageValue'));
      }
      return errors;
    }
    case 'external':
      return [
        ...validateIdentifier(metric.external!.metric, field),
        ...validateTarget(target, targetField),
        ...validateExternalTarget(target, targetField),
      ];
  }
}

function validateIdentifier(identifier: Partial<MetricIdentifier> | undefined, field: string): FieldError[] {
  return segmentErrors(identifier?.name, `${field}.metric.name`, 'must specify a metric name');
}

function validateTarget(target: MetricTarget | undefined, field: string): FieldError[] {
  const { type = '', value, averageValue, averageUtilization } = target ?? ({} as Partial<MetricTarget>);
  const errors: FieldError[] = [];
  if (type === '') errors.push(requiredField(`${field}.type`, 'must specify a metric target type'));
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    errors.push(invalidField(`${field}.type`, type, 'must be either Utilization, Value, or AverageValue'));
  }
  if (value !== undefined && !isPositive(value)) {
    errors.push(invalidField(`${field}.value`, value, 'must be positive'));
  }
  if (averageValue !== undefined && !isPositive(averageValue)) {
    errors.push(invalidField(`${field}.averageValue`, averageValue, 'must be positive'));
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    errors.push(invalidField(`${field}.averageUtilization`, averageUtilization, 'must be greater than 0'));
  }
  return errors;
}

function validateResourceTarget(target: MetricTarget | undefined, field: string): FieldError[] {
  const hasUtilization = target?.averageUtilization !== undefined;
  const hasValue = target?.averageValue !== undefined;
  if (!hasUtilization && !hasValue) {
    const detail = 'must set either a target raw value or a target utilization';
    return [requiredField(`${field}.averageUtilization`, detail)];
  }
  if (!hasUtilization || !hasValue) return [];
  return [forbiddenField(`${field}.averageValue`, 'may not set both a target raw value and a target utilization')];
}

function validateExternalTarget(target: MetricTarget | undefined, field: string): FieldError[] {
  const hasValue = target?.value !== undefined;
  const hasAverage = target?.averageValue !== undefined;
  if (!hasValue && !hasAverage) {
    const detail = 'must set either a target value for metric or a per-pod target';
    return [requiredField(`${field}.averageValue`, detail)];
  }
  if (!hasValue || !hasAverage) return [];
  return [forbiddenField(`${field}.value`, 'may not set both a target value for metric and a per-pod target')];
}

function isPositive(amount: string | undefined): boolean {
  return amount !== undefined && compareQuantities(parseQuantity(amount), ZERO) > 0;
}

function validateRules(rules: HPAScalingRules | undefined, field: string): FieldError[] {
  if (!rules) return [];
  const { stabilizationWindowSeconds: window, selectPolicy, policies = [] } = rules;
  const errors: FieldError[] = [];
  const windowField = `${field}.stabilizationWindowSeconds`;
  if (window !== undefined && window < 0) {
    errors.push(invalidField(windowField, window, 'must be greater than or equal to zero'));
  }
  if (window !== undefined && window > LONGEST_WINDOW_SECONDS) {
    errors.push(invalidField(windowField, window, `must be less than or equal to ${LONGEST_WINDOW_SECONDS}`));
  }
  errors.push(...oneOf(selectPolicy, SELECT_POLICIES, `${field}.selectPolicy`));
  if (policies.length === 0) errors.push(requiredField(`${field}.policies`, 'must specify at least one Policy'));
  policies.forEach(({ type, value, periodSeconds }, i) => {
    const at = `${field}.policies[${i}]`;
    errors.push(...oneOf(type, POLICY_TYPES, `${at}.type`));
    if (!(value > 0)) errors.push(invalidField(`${at}.value`, value, 'must be greater than zero'));
    if (!(periodSeconds > 0)) {
      errors.push(invalidField(`${at}.periodSeconds`, periodSeconds, 'must be greater than zero'));
    }
    if (periodSeconds > LONGEST_PERIOD_SECONDS) {
      const detail = `must be less than or equal to ${LONGEST_PERIOD_SECONDS}`;
      errors.push(invalidField(`${at}.periodSeconds`, periodSeconds, detail));
    }
  });
  return errors;
}
