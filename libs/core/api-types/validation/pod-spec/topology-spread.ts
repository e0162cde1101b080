import type { TopologySpreadConstraint } from 'kubernetes-types/core/v1';
import {
  duplicateField,
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { qualifiedNameErrors } from '../../names/qualified-name';
import { validateLabelSelector } from '../label-selector';

const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'] as const;
const POLICIES = ['Honor', 'Ignore'] as const;

/** Returns the errors of a pod's topology spread constraints. A duplicate is reported at the first of the two. */
export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[] | undefined,
  field: string,
): FieldError[] {
  const errors: FieldError[] = [];
  constraints?.forEach((constraint, index) => {
    const path = `${field}[${index}]`;
    validateConstraint(constraint, path, errors);
    const isSame = (other: TopologySpreadConstraint): boolean =>
      other.topologyKey === constraint.topologyKey && other.whenUnsatisfiable === constraint.whenUnsatisfiable;
    if (constraints.slice(index + 1).some(isSame)) {
      const value = `{${constraint.topologyKey}, ${constraint.whenUnsatisfiable}}`;
      errors.push(duplicateField(`${path}.{topologyKey, whenUnsatisfiable}`, value));
    }
    errors.push(...validateLabelSelector(constraint.labelSelector, `${path}.labelSelector`));
    validateKeys(constraint, path, errors);
  });
  return errors;
}

function validateConstraint(constraint: TopologySpreadConstraint, path: string, errors: FieldError[]): void {
  const { maxSkew = 0, topologyKey, whenUnsatisfiable, minDomains } = constraint;
  if (maxSkew <= 0) errors.push(invalidField(`${path}.maxSkew`, maxSkew, 'must be greater than zero'));
  if (!topologyKey) errors.push(requiredField(`${path}.topologyKey`, 'can not be empty'));
  if (!(ACTIONS as readonly string[]).includes(whenUnsatisfiable)) {
    errors.push(unsupportedField(`${path}.whenUnsatisfiable`, whenUnsatisfiable ?? '', ACTIONS));
  }
  if (minDomains !== undefined) {
    if (minDomains <= 0) errors.push(invalidField(`${path}.minDomains`, minDomains, 'must be greater than zero'));
    if (whenUnsatisfiable !== 'DoNotSchedule') {
      const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
      errors.push(invalidField(`${path}.minDomains`, minDomains, detail));
    }
  }
  for (const name of ['nodeAffinityPolicy', 'nodeTaintsPolicy'] as const) {
    const policy = constraint[name];
    if (policy !== undefined && !(POLICIES as readonly string[]).includes(policy)) {
      errors.push(unsupportedField(`${path}.${name}`, policy, POLICIES));
    }
  }
}

function validateKeys(constraint: TopologySpreadConstraint, path: string, errors: FieldError[]): void {
  const keys = constraint.matchLabelKeys ?? [];
  if (keys.length === 0) return;
  if (!constraint.labelSelector) {
    errors.push(forbiddenField(`${path}.matchLabelKeys`, 'must not be specified when labelSelector is not set'));
  }
  const selected = new Set([
    ...Object.keys(constraint.labelSelector?.matchLabels ?? {}),
    ...(constraint.labelSelector?.matchExpressions ?? []).map((expression) => expression.key),
  ]);
  keys.forEach((key, index) => {
    const at = `${path}.matchLabelKeys[${index}]`;
    for (const text of qualifiedNameErrors(key)) errors.push(invalidField(at, key, text));
    if (selected.has(key)) errors.push(invalidField(at, key, 'exists in both matchLabelKeys and labelSelector'));
  });
}
