import { invalidField, unsupportedField, requiredField, type FieldError } from '@orrery/api-types';
import { compilePath } from './field-path';
import { FieldOperator, StageTarget, type FieldCondition, type StageDelay, type StageRecord } from './stage';
import { templateErrors } from './status-template';

/** Objections to a set of stages, with field paths below `path`. */
export function validateStages(stages: readonly StageRecord[], path = 'stages'): FieldError[] {
  const names = new Set<string>();
  return stages.flatMap((stage, index) => {
    const at = `${path}[${index}]`;
    const errors = validateStage(stage, at);
    if (names.has(stage.name)) errors.push(invalidField(`${at}.name`, stage.name, 'must be unique'));
    names.add(stage.name);
    return errors;
  });
}

function validateStage(stage: StageRecord, at: string): FieldError[] {
  const errors: FieldError[] = [];
  if (!stage.name) errors.push(requiredField(`${at}.name`));
  const targets: string[] = Object.values(StageTarget);
  if (!targets.includes(stage.appliesTo)) {
    errors.push(unsupportedField(`${at}.appliesTo`, stage.appliesTo, targets));
  }
  errors.push(...validateConditions(stage.when, `${at}.when`));
  if (stage.delay) errors.push(...validateDelay(stage.delay, `${at}.delay`));
  if (stage.weight !== undefined && !(stage.weight >= 0 && Number.isFinite(stage.weight))) {
    errors.push(invalidField(`${at}.weight`, stage.weight, 'must not be negative'));
  }
  const { status, conditions, containerState, initialContainerState, events = [] } = stage.next;
  if (stage.appliesTo !== StageTarget.Node && conditions !== undefined) {
    errors.push(invalidField(`${at}.next.conditions`, stage.appliesTo, 'only a stage of a node sets them'));
  }
  errors.push(...templateErrors(conditions, `${at}.next.conditions`));
  if (stage.appliesTo !== StageTarget.Container && containerState !== undefined) {
    errors.push(invalidField(`${at}.next.containerState`, stage.appliesTo, 'only a stage of a container has one'));
  }
  errors.push(...templateErrors(status, `${at}.next.status`));
  errors.push(...templateErrors(containerState, `${at}.next.containerState`));
  errors.push(...templateErrors(initialContainerState, `${at}.next.initialContainerState`));
  events.forEach((event, index) => {
    const eventAt = `${at}.next.events[${index}]`;
    errors.push(...validateConditions(event.when ?? [], `${eventAt}.when`));
    errors.push(...templateErrors({ $text: event.message }, `${eventAt}.message`));
    if (event.forEach !== undefined) errors.push(...validatePath(event.forEach, `${eventAt}.forEach`));
  });
  return errors;
}

function validateConditions(conditions: readonly FieldCondition[], at: string): FieldError[] {
  const operators: string[] = Object.values(FieldOperator);
  return conditions.flatMap(({ path, operator, values }, index) => {
    const errors = validatePath(path, `${at}[${index}].path`);
    if (!operators.includes(operator)) {
      errors.push(unsupportedField(`${at}[${index}].operator`, operator, operators));
    }
    const wantsValues = operator === FieldOperator.In || operator === FieldOperator.NotIn;
    if (wantsValues && !values?.length) errors.push(requiredField(`${at}[${index}].values`));
    if (!wantsValues && values?.length) {
      errors.push(invalidField(`${at}[${index}].values`, values, `must be empty with operator ${operator}`));
    }
    return errors;
  });
}

function validateDelay(delay: StageDelay, at: string): FieldError[] {
  const errors: FieldError[] = [];
  const durations = [
    ['ms', delay.ms],
    ['jitterMs', delay.jitterMs ?? 0],
  ] as const;
  for (const [field, value] of durations) {
    if (!(value >= 0 && Number.isFinite(value)))
      errors.push(invalidField(`${at}.${field}`, value, 'must not be negative'));
  }
  for (const field of ['msFrom', 'from', 'notAfter'] as const) {
    const path = delay[field];
    if (path !== undefined) errors.push(...validatePath(path, `${at}.${field}`));
  }
  delay.plus?.forEach(({ when, ms }, index) => {
    errors.push(...validateConditions(when, `${at}.plus[${index}].when`));
    if (!(ms >= 0)) errors.push(invalidField(`${at}.plus[${index}].ms`, ms, 'must not be negative'));
  });
  return errors;
}

function validatePath(path: string, at: string): FieldError[] {
  return compilePath(path) ? [] : [invalidField(at, path, 'must be a field path')];
}
