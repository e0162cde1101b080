import { invalidField, requiredField, type FieldError } from '../../../errors/field-error';
import type { PodSpec } from '../../../objects';
import { validateAnnotations, validateLabels } from '../../../validation/metadata';
import { validateContainerResources } from '../../../validation/resources';
import { notNegative } from '../../../validation/workload-times';
import {
  DeploymentStrategyType,
  type DeploymentConfigStrategy,
  type RecreateParams,
  type RollingParams,
} from './deployment-config';
import { environmentErrors, hookErrors } from './hook-errors';

/** Returns the errors of a strategy (`validateDeploymentStrategy` of `pkg/apps/apis/apps/validation` of origin). */
export function strategyErrors(strategy: DeploymentConfigStrategy, pod: PodSpec, field: string): FieldError[] {
  const { customParams, rollingParams, recreateParams, activeDeadlineSeconds } = strategy;
  const errors: FieldError[] = [
    ...environmentErrors(customParams?.environment, `${field}.customParams.environment`),
    ...paramErrors(strategy, pod, field),
    ...validateLabels(strategy.labels, `${field}.labels`),
    ...validateAnnotations(strategy.annotations, `${field}.annotations`),
    ...validateContainerResources(strategy.resources, `${field}.resources`),
    ...notNegative(activeDeadlineSeconds, `${field}.activeDeadlineSeconds`),
  ];
  const timeout = rollingParams ? rollingParams.timeoutSeconds : recreateParams?.timeoutSeconds;
  if (activeDeadlineSeconds !== undefined && timeout !== undefined && activeDeadlineSeconds <= timeout) {
    const detail = 'activeDeadlineSeconds must be greater than timeoutSeconds';
    errors.push(invalidField(`${field}.activeDeadlineSeconds`, activeDeadlineSeconds, detail));
  }
  return errors;
}

function paramErrors(strategy: DeploymentConfigStrategy, pod: PodSpec, field: string): FieldError[] {
  const { type, customParams, rollingParams, recreateParams } = strategy;
  const rolling = (): FieldError[] => rollingErrors(rollingParams, pod, `${field}.rollingParams`);
  const recreate = (): FieldError[] => recreateErrors(recreateParams, pod, `${field}.recreateParams`);
  switch (type) {
    case DeploymentStrategyType.Recreate:
      return recreate();
    case DeploymentStrategyType.Rolling:
      return rollingParams ? rolling() : [requiredField(`${field}.rollingParams`)];
    case DeploymentStrategyType.Custom:
      return [...(customParams ? [] : [requiredField(`${field}.customParams`)]), ...rolling(), ...recreate()];
    default: {
      const detail = 'unsupported strategy type, use "Custom" instead and specify your own strategy';
      return [invalidField(`${field}.type`, type, detail)];
    }
  }
}

function recreateErrors(params: RecreateParams | undefined, pod: PodSpec, field: string): FieldError[] {
  if (!params) return [];
  return [
    ...positive(params.timeoutSeconds, `${field}.timeoutSeconds`),
    ...hookErrors(params.pre, pod, `${field}.pre`),
    ...hookErrors(params.mid, pod, `${field}.mid`),
    ...hookErrors(params.post, pod, `${field}.post`),
  ];
}

function rollingErrors(params: RollingParams | undefined, pod: PodSpec, field: string): FieldError[] {
  if (!params) return [];
  const { maxUnavailable = 0, maxSurge = 0 } = params;
  const errors = [
    ...positive(params.intervalSeconds, `${field}.intervalSeconds`),
    ...positive(params.updatePeriodSeconds, `${field}.updatePeriodSeconds`),
    ...positive(params.timeoutSeconds, `${field}.timeoutSeconds`),
    ...countErrors(maxUnavailable, `${field}.maxUnavailable`),
    ...countErrors(maxSurge, `${field}.maxSurge`),
  ];
  if (numberIn(maxUnavailable) === 0 && numberIn(maxSurge) === 0) {
    const detail = 'cannot be 0 when maxSurge is 0 as well';
    errors.push(invalidField(`${field}.maxUnavailable`, maxUnavailable, detail));
  }
  if (isPercent(maxUnavailable) && numberIn(maxUnavailable) > 100) {
    errors.push(invalidField(`${field}.maxUnavailable`, maxUnavailable, 'should not be more than 100%'));
  }
  return [...errors, ...hookErrors(params.pre, pod, `${field}.pre`), ...hookErrors(params.post, pod, `${field}.post`)];
}

function positive(value: number | undefined, field: string): FieldError[] {
  return value !== undefined && value < 1 ? [invalidField(field, value, 'must be >0')] : [];
}

function countErrors(bound: number | string, field: string): FieldError[] {
  if (typeof bound === 'number') return bound < 0 ? [invalidField(field, bound, 'must be non-negative')] : [];
  return isPercent(bound) ? [] : [invalidField(field, bound, 'value should be int(5) or percentage(5%)')];
}

/** Returns the number alone, also of a percentage; 0 for other texts. */
function numberIn(bound: number | string): number {
  if (typeof bound === 'number') return bound;
  return isPercent(bound) ? Number.parseInt(bound, 10) : 0;
}

function isPercent(bound: number | string): bound is string {
  return typeof bound === 'string' && /^[0-9]+%$/.test(bound);
}
