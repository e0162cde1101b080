/** Syntax tree of an expression. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: number | string | boolean }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'field'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly at: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly values: readonly Expression[]; readonly site: number }
  | { readonly kind: 'not' | 'minus'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'choice'; readonly when: Expression; readonly then: Expression; readonly otherwise: Expression };

/** The error of an expression; the reader turns it into a verdict. */
export class ExpressionFault extends Error {}
