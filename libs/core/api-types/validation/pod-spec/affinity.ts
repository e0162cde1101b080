import type * as core from 'kubernetes-types/core/v1';
import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { dnsLabelErrors, labelValueErrors, qualifiedNameErrors, subdomainErrors } from '../../names/qualified-name';
import type { Affinity, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../../objects';
import { validateLabelSelector } from '../label-selector';

/** Returns the errors of a pod's affinity. */
export function validateAffinity(affinity: Affinity | undefined, field: string): FieldError[] {
  if (!affinity) return [];
  return [
    ...validateNodeAffinity(affinity.nodeAffinity, `${field}.nodeAffinity`),
    ...validatePodAffinity(affinity.podAffinity, `${field}.podAffinity`),
    ...validatePodAffinity(affinity.podAntiAffinity, `${field}.podAntiAffinity`),
  ];
}

function validateNodeAffinity(affinity: core.NodeAffinity | undefined, field: string): FieldError[] {
  if (!affinity) return [];
  const errors: FieldError[] = [];
  const required = affinity.requiredDuringSchedulingIgnoredDuringExecution;
  if (required) errors.push(...nodeSelectorErrors(required, `${field}.requiredDuringSchedulingIgnoredDuringExecution`));
  affinity.preferredDuringSchedulingIgnoredDuringExecution?.forEach((preferred, index) => {
    const path = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
    validateWeight(preferred.weight, path, errors);
    // Values are not looked at here: a term with a wrong one never matches.
    validateNodeSelectorTerm(preferred.preference ?? {}, `${path}.preference`, errors, false);
  });
  return errors;
}

/** Returns the errors of a selector of nodes (`ValidateNodeSelector`). */
export function nodeSelectorErrors({ nodeSelectorTerms }: Partial<NodeSelector>, field: string): FieldError[] {
  const path = `${field}.nodeSelectorTerms`;
  const terms = nodeSelectorTerms ?? [];
  const errors = terms.length === 0 ? [requiredField(path, 'must have at least one node selector term')] : [];
  terms.forEach((term, index) => validateNodeSelectorTerm(term, `${path}[${index}]`, errors, true));
  return errors;
}

function validateNodeSelectorTerm(
  term: NodeSelectorTerm,
  path: string,
  errors: FieldError[],
  readsValues: boolean,
): void {
  term.matchExpressions?.forEach((expression, index) => {
    const at = `${path}.matchExpressions[${index}]`;
    validateExpression(expression, at, errors);
    if (!readsValues) return;
    expression.values?.forEach((value, i) => {
      for (const text of labelValueErrors(value)) errors.push(invalidField(`${at}.values[${i}]`, value, text));
    });
  });
  term.matchFields?.forEach((field, index) => validateFieldExpression(field, `${path}.matchFields[${index}]`, errors));
}

/** As `ValidateNodeSelectorRequirement`, without the values. */
function validateExpression(expression: NodeSelectorRequirement, path: string, errors: FieldError[]): void {
  const count = expression.values?.length ?? 0;
  switch (expression.operator) {
    case 'In':
    case 'NotIn':
      if (count === 0)
        errors.push(requiredField(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (count > 0) {
        errors.push(
          forbiddenField(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"),
        );
      }
      break;
    case 'Gt':
    case 'Lt':
      if (count !== 1) {
        errors.push(requiredField(`${path}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      }
      break;
    default:
      errors.push(invalidField(`${path}.operator`, expression.operator ?? '', 'not a valid selector operator'));
  }
  const key = expression.key ?? '';
  for (const text of qualifiedNameErrors(key)) errors.push(invalidField(`${path}.key`, key, text));
}

function validateFieldExpression(expression: NodeSelectorRequirement, path: string, errors: FieldError[]): void {
  if (expression.operator !== 'In' && expression.operator !== 'NotIn') {
    errors.push(invalidField(`${path}.operator`, expression.operator ?? '', 'not a valid selector operator'));
  } else if (expression.values?.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(requiredField(`${path}.values`, detail));
  }
  if (expression.key !== 'metadata.name') {
    errors.push(invalidField(`${path}.key`, expression.key ?? '', 'not a valid field selector key'));
    return;
  }
  expression.values?.forEach((value, index) => {
    for (const text of subdomainErrors(value)) errors.push(invalidField(`${path}.values[${index}]`, value, text));
  });
}

function validatePodAffinity(affinity: core.PodAffinity | undefined, field: string): FieldError[] {
  if (!affinity) return [];
  const errors: FieldError[] = [];
  affinity.requiredDuringSchedulingIgnoredDuringExecution?.forEach((term, index) => {
    validatePodAffinityTerm(term, `${field}.requiredDuringSchedulingIgnoredDuringExecution[${index}]`, errors);
  });
  affinity.preferredDuringSchedulingIgnoredDuringExecution?.forEach((preferred, index) => {
    const path = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${index}]`;
    validateWeight(preferred.weight, path, errors);
    validatePodAffinityTerm(preferred.podAffinityTerm ?? { topologyKey: '' }, `${path}.podAffinityTerm`, errors);
  });
  return errors;
}

function validatePodAffinityTerm(term: core.PodAffinityTerm, path: string, errors: FieldError[]): void {
  errors.push(...validateLabelSelector(term.labelSelector, `${path}.labelSelector`));
  errors.push(...validateLabelSelector(term.namespaceSelector, `${path}.namespaceSelector`));
  for (const namespace of term.namespaces ?? []) {
    for (const text of dnsLabelErrors(namespace)) errors.push(invalidField(`${path}.namespace`, namespace, text));
  }
  validateMatchLabelKeys(term, path, errors);
  const key = term.topologyKey ?? '';
  if (key === '') errors.push(requiredField(`${path}.topologyKey`, 'can not be empty'));
  for (const text of qualifiedNameErrors(key)) errors.push(invalidField(`${path}.topologyKey`, key, text));
}

/** As `validateMatchLabelKeysAndMismatchLabelKeys`: the selector already has what comes from `matchLabelKeys`. */
function validateMatchLabelKeys(term: core.PodAffinityTerm, path: string, errors: FieldError[]): void {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  for (const [list, keys] of Object.entries({ matchLabelKeys, mismatchLabelKeys })) {
    if (keys.length > 0 && !labelSelector) {
      errors.push(forbiddenField(`${path}.${list}`, 'must not be specified when labelSelector is not set'));
      continue;
    }
    keys.forEach((key, index) => {
      for (const text of qualifiedNameErrors(key)) errors.push(invalidField(`${path}.${list}[${index}]`, key, text));
    });
  }
  const selected = new Set(Object.keys(labelSelector?.matchLabels ?? {}));
  for (const { key } of labelSelector?.matchExpressions ?? []) {
    const index = matchLabelKeys.lastIndexOf(key);
    if (index >= 0 && selected.has(key)) {
      errors.push(invalidField(`${path}[${index}]`, key, 'exists in both matchLabelKeys and labelSelector'));
    }
    selected.add(key);
  }
  matchLabelKeys.forEach((key, index) => {
    if (!mismatchLabelKeys.includes(key)) return;
    const detail = 'exists in both matchLabelKeys and mismatchLabelKeys';
    errors.push(invalidField(`${path}.matchLabelKeys[${index}]`, key, detail));
  });
}

function validateWeight(weight: number | undefined, path: string, errors: FieldError[]): void {
  const given = weight ?? 0;
  if (given < 1 || given > 100) errors.push(invalidField(`${path}.weight`, given, 'must be in the range 1-100'));
}
