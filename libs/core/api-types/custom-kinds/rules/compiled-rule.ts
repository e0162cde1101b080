import { compileExpression, type Expression } from '@orrery/cel';
import type { ValidationRule } from '../schema/json-schema';
import type { Structural } from '../schema/structural';
import { fieldProblem } from './rule-values';

const VARIABLES = ['self', 'oldSelf'];

/** A validation rule that is ready to run. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  readonly condition: Expression;
  readonly message: Expression | undefined;
  /** Runs only where there is an old value to compare with. */
  readonly usesOldSelf: boolean;
  /** The place below its own that errors name: `spec.a`; empty for its own. */
  readonly fieldPath: string;
}

/** Compiles a rule of a schema; throws an error that says what is wrong with its expression. */
export function compileRule(rule: ValidationRule, schema: Structural, isResource: boolean): CompiledRule {
  const condition = compileExpression(rule.rule, VARIABLES, 'bool');
  for (const variable of VARIABLES) {
    if (variable === 'oldSelf' && rule.optionalOldSelf) continue;
    for (const path of condition.fieldsOf(variable)) {
      const problem = fieldProblem(schema, path, isResource);
      if (problem !== undefined) throw new TypeError(`compilation failed: ERROR: <input>: ${problem}`);
    }
  }
  return {
    rule,
    condition,
    message: compileMessage(rule),
    usesOldSelf: condition.uses('oldSelf'),
    fieldPath: (rule.fieldPath ?? '').trim().replace(/^\./, ''),
  };
}

/** Compiles the message of a rule; throws what is wrong with it. */
export function compileMessage({ messageExpression }: ValidationRule): Expression | undefined {
  return messageExpression ? compileExpression(messageExpression, VARIABLES, 'string') : undefined;
}
