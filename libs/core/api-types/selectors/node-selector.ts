import type { Node, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../objects';
import {
  LabelOperator,
  matchesRequirement,
  requirementError,
  type LabelRequirement,
  type Labels,
} from './label-requirement';

/** Parts of a node that node selectors read; a whole Node fits. */
export interface SelectableNode {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
}

/** A selector or term made ready for many nodes. */
export type NodeMatcher = (node: SelectableNode) => boolean;

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  In: LabelOperator.In,
  NotIn: LabelOperator.NotIn,
  Exists: LabelOperator.Exists,
  DoesNotExist: LabelOperator.DoesNotExist,
  Gt: LabelOperator.GreaterThan,
  Lt: LabelOperator.LessThan,
};
const matchesNothing: NodeMatcher = () => false;

/** Returns whether a node matches one of the terms. Without terms it matches none. */
export function matchesNodeSelector(selector: NodeSelector, node: SelectableNode | Node): boolean {
  return (selector.nodeSelectorTerms ?? []).some((term) => matchesNodeSelectorTerm(term, node));
}

/** {@link matchesNodeSelector} for hot paths: the terms are read once. */
export function compileNodeSelector(selector: NodeSelector): NodeMatcher {
  const terms = (selector.nodeSelectorTerms ?? []).map(compileNodeSelectorTerm);
  return (node) => terms.some((matches) => matches(node));
}

/** Returns whether a node matches all expressions and fields of a term. An empty or unparsable term matches nothing. */
export function matchesNodeSelectorTerm(term: NodeSelectorTerm, node: SelectableNode | Node): boolean {
  return compileNodeSelectorTerm(term)(node);
}

/** {@link matchesNodeSelectorTerm} for hot paths: the term is read once. */
export function compileNodeSelectorTerm(term: NodeSelectorTerm): NodeMatcher {
  if (isEmptyTerm(term) || nodeSelectorTermError(term) !== undefined) return matchesNothing;
  const expressions = (term.matchExpressions ?? []).map(toRequirement);
  const fields = term.matchFields ?? [];
  return (node) =>
    expressions.every((requirement) => matchesRequirement(requirement, node.metadata.labels as Labels)) &&
    fields.every((field) => matchesField(field, node));
}

/** Returns whether a term holds neither expressions nor fields. */
export function isEmptyTerm(term: NodeSelectorTerm): boolean {
  return !term.matchExpressions?.length && !term.matchFields?.length;
}

/**
 * Returns why a term cannot be evaluated: a key is not a qualified name, any value is not a label value (so negative Gt and Lt
 * operands never work), a Gt or Lt operand is not an integer, a number of values does not fit its operator. Undefined if it
 * can.
 */
export function nodeSelectorTermError(term: NodeSelectorTerm): string | undefined {
  for (const expression of term.matchExpressions ?? []) {
    const operator = Object.hasOwn(OPERATORS, expression.operator) ? OPERATORS[expression.operator] : undefined;
    if (operator === undefined) return `${JSON.stringify(expression.operator)} is not a valid node selector operator`;
    const error = requirementError({ key: expression.key, operator, values: expression.values ?? [] });
    if (error) return error;
  }
  for (const field of term.matchFields ?? []) {
    if (field.operator !== 'In' && field.operator !== 'NotIn') {
      return `${JSON.stringify(field.operator)} is not a valid node field selector operator`;
    }
    const count = field.values?.length ?? 0;
    if (count !== 1)
      return `unexpected number of value (${count}) for node field selector operator "${field.operator}"`;
  }
  return undefined;
}

function toRequirement(expression: NodeSelectorRequirement): LabelRequirement {
  return { key: expression.key, operator: OPERATORS[expression.operator]!, values: expression.values ?? [] };
}

function matchesField(field: NodeSelectorRequirement, node: SelectableNode): boolean {
  const actual = field.key === 'metadata.name' ? node.metadata.name : '';
  return (field.operator === 'In') === (actual === field.values![0]);
}
