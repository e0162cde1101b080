import { checkDeviceSelector, compileDeviceSelector, ExpressionError } from '@orrery/cel';
import { invalidField, requiredField, tooLongField, type FieldError } from '../errors/field-error';
import { utf8Length } from '../names/utf8-length';
import type { DeviceSelector } from './device-types';

const MAX_EXPRESSION_BYTES = 10 * 1024;

/** The rule of a selector; `isStored`: its expression was compiled when it was written. */
export function selectorRule(isStored: boolean): (selector: DeviceSelector, field: string) => FieldError[] {
  return ({ cel }, field) => {
    if (!cel) return [requiredField(`${field}.cel`)];
    return isStored ? [] : expressionErrors(cel.expression ?? '', `${field}.cel.expression`);
  };
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
