import { ExpressionError, type CelType, type Expression } from '@orrery/cel';
import { forbiddenField, type FieldError } from '../../errors/field-error';
import { compileRule, MessageError, ruleVariables } from '../rules/compiled-rule';
import { MAX_REQUEST_BYTES, sizedSchema } from '../rules/sized-schema';
import type { Structural } from '../schema/structural';

/** Highest worst-case cost of one rule (`StaticEstimatedCostLimit` upstream). */
const RULE_LIMIT = 10_000_000;
/** Highest worst-case cost of all rules of a schema (`StaticEstimatedCRDCostLimit`). */
const SCHEMA_LIMIT = 100_000_000;
/** Of the rules of a schema that are too costly together, so many are named. */
const NAMED = 4;
const ADVICE =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';

interface Cost {
  readonly field: string;
  readonly cost: number;
}

/**
 * The rules of a schema that could cost too much on the largest objects that it allows
 * (`ValidateCustomResourceDefinitionOpenAPISchema` of `pkg/apis/apiextensions/validation` upstream). Of a schema that is stored
 * already only the sum of all rules is limited (`suppressPerExpressionCost`).
 */
export function ruleCostErrors(root: Structural, field: string, isStored: boolean): FieldError[] {
  const errors: FieldError[] = [];
  const costs: Cost[] = [];
  const observe = (name: string, place: string, cost: number): void => {
    if (!isStored && cost > RULE_LIMIT) {
      errors.push(forbiddenField(place, tooCostly(`estimated ${name} cost`, cost, RULE_LIMIT)));
    }
    costs.push({ field: place, cost });
  };
  visit(root, field, { isRoot: true, often: 1 }, observe);
  const total = costs.reduce((sum, { cost }) => sum + cost, 0);
  if (total <= SCHEMA_LIMIT) return errors;
  const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
  const dearest = costs.sort((a, b) => b.cost - a.cost).slice(0, NAMED);
  return [
    ...errors,
    forbiddenField(field, tooCostly(what, total, SCHEMA_LIMIT)),
    ...dearest.map((each) =>
      forbiddenField(
        each.field,
        'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      ),
    ),
  ];
}

interface Place {
  readonly isRoot: boolean;
  /** Largest number of values of the schema in an object; undefined: as many as fit into a request. */
  readonly often: number | undefined;
}

function visit(
  schema: Structural,
  field: string,
  { isRoot, often }: Place,
  observe: (name: string, place: string, cost: number) => void,
): void {
  const { rules, properties, additional, items, source } = schema;
  const sized = rules.length > 0 ? sizedSchema(schema, isRoot || schema.isEmbeddedResource) : undefined;
  if (sized) {
    const count = often ?? Math.floor(MAX_REQUEST_BYTES / (sized.minBytes + 1));
    rules.forEach((rule, i) => {
      const place = `${field}.x-kubernetes-validations[${i}]`;
      try {
        const { condition, message } = compileRule(rule);
        const variables = ruleVariables(rule, schema, isRoot) ?? new Map<string, CelType>();
        const costOf = (expression: Expression): number => count * expression.estimatedCost(variables, sized.type).max;
        observe('rule', `${place}.rule`, costOf(condition));
        if (message) observe('messageExpression', `${place}.messageExpression`, costOf(message));
      } catch (error) {
        // An expression that cannot be compiled is refused for that.
        if (!(error instanceof ExpressionError || error instanceof MessageError)) throw error;
      }
    });
  }
  const of = (limit: number | undefined): Place => ({
    isRoot: false,
    often: often === undefined || limit === undefined ? undefined : often * limit,
  });
  for (const [name, property] of properties) {
    visit(property, `${field}.properties[${name}]`, { isRoot: false, often }, observe);
  }
  if (typeof additional === 'object') {
    visit(additional, `${field}.additionalProperties`, of(source.maxProperties), observe);
  }
  if (items) visit(items, `${field}.items`, of(source.maxItems), observe);
}

function tooCostly(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const excess = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${excess} ${ADVICE}`;
}
