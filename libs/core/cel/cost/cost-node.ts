import type { CelType } from '../types/cel-type';
import type { Overload } from '../types/declarations';

/** Literal value in an expression. */
interface Literal {
  readonly kind: 'literal';
  readonly type: CelType;
  readonly value: unknown;
}

/** A variable. */
interface Identifier {
  readonly kind: 'identifier';
  readonly type: CelType;
  readonly name: string;
}

/** A field of a value; `isTest` asks whether it is there. */
interface Selection {
  readonly kind: 'selection';
  readonly type: CelType;
  readonly operand: CostNode;
  readonly field: string;
  readonly isTest: boolean;
}

/** A function or operator, with the forms that its arguments may have. */
export interface Call {
  readonly kind: 'call';
  readonly type: CelType;
  readonly name: string;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  readonly overloads: readonly Overload[];
}

/** A list literal of an expression. */
interface ListLiteral {
  readonly kind: 'list';
  readonly type: CelType;
  readonly items: readonly CostNode[];
}

/** A map literal of an expression. */
interface MapLiteral {
  readonly kind: 'map';
  readonly type: CelType;
  readonly entries: readonly (readonly [CostNode, CostNode])[];
}

/** A loop as macros are expanded to it (`parser/macro.go` and `ext/comprehensions.go` of cel-go). */
export interface Loop {
  readonly kind: 'loop';
  readonly type: CelType;
  readonly range: CostNode;
  /** One variable for entries of lists and keys of maps, or two: index or key, and value. */
  readonly variables: readonly string[];
  readonly start: CostNode;
  readonly condition: CostNode;
  readonly step: CostNode;
  readonly result: CostNode;
}

/** A value with a name of its own; the name is known in the body only. */
export interface Binding {
  readonly kind: 'binding';
  readonly type: CelType;
  readonly name: string;
  readonly value: CostNode;
  readonly body: CostNode;
}

/** A part of an expression whose macros are expanded, as in the cost estimate of cel-go. */
export type CostNode = Literal | Identifier | Selection | Call | ListLiteral | MapLiteral | Loop | Binding;

/** The variable in which loops gather their result. */
export const RESULT = '@result';
