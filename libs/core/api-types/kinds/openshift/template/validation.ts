import { invalidField, requiredField, type FieldError } from '../../../errors/field-error';
import type { KubeObject } from '../../../objects';
import { validateLabels } from '../../../validation/metadata';
import type { Template } from './template';

const PARAMETER_NAME = /^[a-zA-Z0-9_]+$/;

/** Returns the errors of a Template (`ValidateTemplate` of OpenShift). Its objects are validated when they are created. */
export function validateTemplateObject(object: KubeObject): FieldError[] {
  const { parameters = [], labels } = object as Template;
  const errors = parameters.flatMap(({ name = '' }, index) => nameErrors(name, `parameters[${index}].name`));
  return [...errors, ...validateLabels(labels, 'labels')];
}

function nameErrors(name: string, field: string): FieldError[] {
  if (name === '') return [requiredField(field)];
  return PARAMETER_NAME.test(name) ? [] : [invalidField(field, name, 'does not match ^[a-zA-Z0-9\\_]+$')];
}
