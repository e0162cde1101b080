import type { LabelSelector } from '../objects';
import { LabelOperator, matchesRequirements, type LabelRequirement, type Labels } from './label-requirement';

/** A selector made ready for many objects. */
export type LabelMatcher = (labels: Labels) => boolean;

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  In: LabelOperator.In,
  NotIn: LabelOperator.NotIn,
  Exists: LabelOperator.Exists,
  DoesNotExist: LabelOperator.DoesNotExist,
};
const matchesNothing: LabelMatcher = () => false;
const matchesEverything: LabelMatcher = () => true;

/**
 * Returns whether labels match a selector object: matchLabels and matchExpressions are ANDed, no selector matches nothing,
 * an empty one everything, a malformed one nothing.
 */
export function matchesLabelSelector(selector: LabelSelector | null | undefined, labels: Labels): boolean {
  return compileLabelSelector(selector)(labels);
}

/** {@link matchesLabelSelector} for hot paths: the selector is read once. */
export function compileLabelSelector(selector: LabelSelector | null | undefined): LabelMatcher {
  const requirements = labelSelectorRequirements(selector);
  if (!requirements) return matchesNothing;
  if (requirements.length === 0) return matchesEverything;
  return (labels) => matchesRequirements(requirements, labels);
}

/** The requirements of a selector object; undefined for none and for malformed ones, which match nothing. */
export function labelSelectorRequirements(selector: LabelSelector | null | undefined): LabelRequirement[] | undefined {
  if (!selector) return undefined;
  const requirements: LabelRequirement[] = [];
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    requirements.push({ key, operator: LabelOperator.Equals, values: [value] });
  }
  for (const expression of selector.matchExpressions ?? []) {
    const operator = Object.hasOwn(OPERATORS, expression.operator) ? OPERATORS[expression.operator] : undefined;
    const values = expression.values ?? [];
    const needsValues = operator === LabelOperator.In || operator === LabelOperator.NotIn;
    if (operator === undefined || needsValues !== values.length > 0) return undefined;
    requirements.push({ key: expression.key, operator, values });
  }
  return requirements;
}
