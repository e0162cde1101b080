import {
  checkExpression,
  compileExpression,
  ExpressionError,
  optionalType,
  type CelType,
  type Expression,
} from '@orrery/cel';
import type { ValidationRule } from '../schema/json-schema';
import type { Structural } from '../schema/structural';
import { declaredType } from './declared-type';

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
export function compileRule(rule: ValidationRule): CompiledRule {
  const condition = compileExpression(rule.rule, VARIABLES, 'bool');
  return {
    rule,
    condition,
    message: compileMessage(rule),
    usesOldSelf: condition.uses('oldSelf'),
    fieldPath: (rule.fieldPath ?? '').trim().replace(/^\./, ''),
  };
}

/** The rule can be used, its message cannot. */
export class MessageError extends Error {}

function compileMessage({ messageExpression }: ValidationRule): Expression | undefined {
  if (!messageExpression) return undefined;
  try {
    return compileExpression(messageExpression, VARIABLES, 'string');
  } catch (error) {
    throw error instanceof ExpressionError ? new MessageError(error.message) : error;
  }
}

/** An expression of a rule that goes against the types of its schema. */
export interface RuleTypeError {
  readonly field: 'rule' | 'messageExpression';
  /** In the words of cel-go, with the line and a mark below the place. */
  readonly message: string;
}

/**
 * Checks the types of the values that a rule reads, as its schema describes them; the message is checked where the rule is
 * right (`apiserver/schema/cel.compileRule` upstream). Values that no type describes are not seen by rules, and not checked.
 */
export function ruleTypeError(
  rule: ValidationRule,
  schema: Structural,
  isResource: boolean,
): RuleTypeError | undefined {
  const variables = ruleVariables(rule, schema, isResource);
  if (!variables) return undefined;
  const errorOf = (field: RuleTypeError['field'], type: 'bool' | 'string'): RuleTypeError | undefined => {
    try {
      checkExpression(rule[field] ?? '', variables, type);
      return undefined;
    } catch (error) {
      if (error instanceof ExpressionError) return { field, message: error.message };
      throw error;
    }
  };
  return errorOf('rule', 'bool') ?? (rule.messageExpression ? errorOf('messageExpression', 'string') : undefined);
}

/** Returns the types of the variables that a rule names; undefined where no type describes its values. */
export function ruleVariables(
  { optionalOldSelf }: ValidationRule,
  schema: Structural,
  isResource: boolean,
): ReadonlyMap<string, CelType> | undefined {
  const self = declaredType(schema, isResource || schema.isEmbeddedResource);
  if (!self) return undefined;
  return new Map([
    ['self', self],
    ['oldSelf', optionalOldSelf ? optionalType(self) : self],
  ]);
}
