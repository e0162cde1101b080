import { checkDeviceSelector, compileDeviceSelector, ExpressionError } from '@orrery/cel';
import { invalidField, requiredField, tooLongField, type FieldError } from '../errors/field-error';
import { utf8Length } from '../names/utf8-length';
import type { DeviceSelector } from './device-types';
import { listErrors } from './lists';

const MAX_SELECTORS = 32;
const MAX_EXPRESSION_BYTES = 10 * 1024;

/** Returns the errors of selectors; `isStored`: their expressions were compiled when they were written. */
export function selectorErrors(
  selectors: readonly DeviceSelector[] | undefined,
  field: string,
  isStored: boolean,
): FieldError[] {
  return listErrors(selectors, MAX_SELECTORS, field, ({ cel }, path) => {
    if (!cel) return [requiredField(`${path}.cel`)];
    return isStored ? [] : expressionErrors(cel.expression ?? '', `${path}.cel.expression`);
  });
}

function expressionErrors(expression: string, field: string): FieldError[] {
  if (utf8Length(expression) > MAX_EXPRESSION_BYTES) return [tooLongField(field, MAX_EXPRESSION_BYTES)];
  try {
    checkDeviceSelector(expression);
    compileDeviceSelector(expression);
    return [];
  } catch (error) {
    if (error instanceof ExpressionError) return [invalidField(field, expression, error.message)];
    throw error;
  }
}
