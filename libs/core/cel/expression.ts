import { Environment } from '@marcbachmann/cel-js';
import { checkPatterns, countSteps, type Meter, type TreeNode } from './counted-steps';
import type { CostBudget } from './cost-budget';
import { widenEquality } from './equality';
import { addFunctions } from './functions/functions';
import { widenHas } from './has-macro';
import { expressionCost } from './cost/worst-cost';
import type { Range } from './cost/range';
import type { SizedType } from './cost/sized-type';
import { allowOptionalEntries, readOptionalEntries } from './optional-entries';
import { mergeAdditions } from './list-additions';
import { runtimeError } from './runtime-error';
import { formatType, type CelType } from './types/cel-type';
import { checkTypes, TooDeep } from './types/check-types';
import { declarationsOf } from './types/declarations';
import { NEW_EXPRESSIONS, STORED_EXPRESSIONS } from './types/libraries';
import { placedErrors } from './types/places';

/** Required type of an expression; a value whose type is known only at run time is accepted. */
export type ExpressionType = 'bool' | 'string' | 'any';

/** An expression that cannot be used; the message contains the reason. */
export class ExpressionError extends Error {}

/** A field that an expression reads. */
export interface FieldPlace {
  readonly field: string;
  readonly at: number;
}

/** A compiled expression. */
export interface Expression {
  /** Type of the expression's value, such as `bool` or `list<dyn>`; `dyn` if only its values determine it. */
  readonly type: string;
  /** Returns whether the expression names a variable. */
  uses(variable: string): boolean;
  /** The paths of fields below a variable that the expression reads: `self.a.b` is `['a', 'b']`. */
  fieldsOf(variable: string): readonly (readonly string[])[];
  /** The same paths, with the place of each field in the text: where its name begins, in characters. */
  placesOf(variable: string): readonly (readonly FieldPlace[])[];
  /**
   * Returns its minimum and maximum cost over variables of these types, in the units of a budget; values that the
   * schema below `root` limits are no larger.
   */
  estimatedCost(variables: ReadonlyMap<string, CelType>, root: SizedType): Range;
  /**
   * Returns the value. Whole numbers are bigints, fractions numbers, maps plain objects. Throws the error of the
   * values, or `CostExceeded`.
   */
  evaluate(values: Readonly<Record<string, unknown>>, budget: CostBudget): unknown;
}

const meter: Meter = { budget: undefined };
let environments: Map<string, Environment> | undefined;

/** Compiles an expression over variables of any type; throws {@link ExpressionError}. */
export function compileExpression(text: string, variables: readonly string[], type: ExpressionType): Expression {
  return compileIn(environmentOf(variables), text, (found) =>
    type === 'any' || found === type || found === 'dyn' ? undefined : `must evaluate to a ${type}`,
  );
}

/**
 * Checks an expression over variables of known types, in the words of cel-go; throws {@link ExpressionError}. What passes may
 * still be refused by {@link compileExpression}, which knows no types.
 */
export function checkExpression(text: string, variables: ReadonlyMap<string, CelType>, type: ExpressionType): void {
  const verdict = typesOf(text, variables);
  if ('errors' in verdict) throw new ExpressionError(`compilation failed: ${verdict.errors}`);
  if (type !== 'any' && formatType(verdict.type) !== type) throw new ExpressionError(`must evaluate to a ${type}`);
}

/** The type of an expression over variables of known types, or its type errors, in the words of cel-go. */
export type ExpressionTypes = { readonly type: CelType } | { readonly errors: string };

/**
 * Checks the types of an expression as {@link checkExpression}, which may call the declared functions (by default those
 * of new expressions); throws {@link ExpressionError} for a text that is not an expression.
 */
export function typesOf(
  text: string,
  variables: ReadonlyMap<string, CelType>,
  declarations = declarationsOf(NEW_EXPRESSIONS),
): ExpressionTypes {
  const environment = environmentOf([...variables.keys()]);
  const verdict = withinDepth(() => {
    const root = treeOf(parse(environment, text));
    return checkTypes(root, text, variables, declarations);
  });
  return verdict.errors.length > 0 ? { errors: placedErrors(text, verdict.errors) } : { type: verdict.type };
}

/** Compiles an expression in an environment; `typeError` returns the error of the type of its value. */
export function compileIn(...given: Parameters<typeof compiledIn>): Expression {
  return withinDepth(() => compiledIn(...given));
}

/** The parts of an expression are gone through from within each other, which ends where there are too many. */
function withinDepth<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TooDeep) {
      throw new ExpressionError(`compilation failed: ${new TooDeep().message}`);
    }
    throw error;
  }
}

function treeOf(parsed: ReturnType<Environment['parse']>): TreeNode {
  // The library gives its tree to programs, but not to their types.
  return (parsed as unknown as { readonly ast: TreeNode }).ast;
}

function compiledIn(
  environment: Environment,
  text: string,
  typeError: (type: string | undefined) => string | undefined,
): Expression {
  const parsed = parse(environment, text);
  const root = treeOf(parsed);
  widenHas(root);
  widenEquality(root);
  const verdict = parsed.check() as { valid: boolean; type?: string; error?: Error };
  if (!verdict.valid) throw new ExpressionError(`compilation failed: ERROR: <input>: ${firstLine(verdict.error!)}`);
  const wrongType = typeError(verdict.type);
  if (wrongType !== undefined) throw new ExpressionError(wrongType);
  try {
    checkPatterns(root);
  } catch (error) {
    throw new ExpressionError(`program instantiation failed: ${(error as Error).message}`);
  }
  const paths = pathsIn(root);
  mergeAdditions(root);
  countSteps(root, meter);
  const placesOf = (variable: string): FieldPlace[][] =>
    paths.filter(([first]) => first?.field === variable).map((path) => path.slice(1));
  return {
    type: verdict.type ?? 'dyn',
    uses: (variable) => paths.some(([first]) => first?.field === variable),
    fieldsOf: (variable) => placesOf(variable).map((path) => path.map(({ field }) => field)),
    placesOf,
    estimatedCost: (variables, sizes) =>
      withinDepth(() =>
        expressionCost(root, checkTypes(root, text, variables, declarationsOf(STORED_EXPRESSIONS)), sizes),
      ),
    evaluate: (values, budget) => {
      // A value of another expression is worked out when this one reads it: it has a limit of its own.
      const outer = meter.budget;
      const spentBefore = budget.begin();
      meter.budget = budget;
      try {
        // Variables are declared while running, so the library knows no type for them.
        return parsed(values as never) as unknown;
      } catch (error) {
        throw runtimeError(error);
      } finally {
        meter.budget = outer;
        budget.resume(spentBefore);
      }
    },
  };
}

function parse(environment: Environment, text: string): ReturnType<Environment['parse']> {
  try {
    const parsed = environment.parse(text);
    readOptionalEntries(treeOf(parsed));
    return parsed;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new ExpressionError(`compilation failed: ERROR: <input>: Syntax error: ${firstLine(error as Error)}`);
  }
}

function environmentOf(variables: readonly string[]): Environment {
  environments ??= new Map();
  const key = variables.join();
  let environment = environments.get(key);
  if (!environment) {
    environment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false });
    addFunctions(environment);
    allowOptionalEntries(environment);
    for (const variable of variables) environment.registerVariable(variable, 'dyn');
    environments.set(key, environment);
  }
  return environment;
}

/** The library shows the place in the text on further lines. */
function firstLine({ message }: Error): string {
  return message.split('\n')[0]!;
}

/** Every variable with the fields that are read of it one after the other. */
function pathsIn(root: unknown): FieldPlace[][] {
  const found: FieldPlace[][] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || !('op' in value)) return;
    const path = pathOf(value as TreeNode);
    if (path) found.push(path);
    else visit((value as TreeNode).args);
  };
  visit(root);
  return found;
}

function pathOf({ op, args, pos = 0 }: TreeNode): FieldPlace[] | undefined {
  if (op === 'id') return [{ field: args as string, at: pos }];
  if (op !== '.' || !Array.isArray(args) || typeof args[1] !== 'string') return undefined;
  const above = pathOf(args[0] as TreeNode);
  return above && [...above, { field: args[1], at: pos }];
}
