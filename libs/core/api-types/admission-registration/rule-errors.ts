import { duplicateField, invalidField, requiredField, type FieldError } from '../errors/field-error';
import { pathSegmentErrors } from '../names/qualified-name';
import { oneOf } from '../validation/closed-set';
import type { AdmissionRule } from './registration-types';

const SCOPES = ['*', 'Cluster', 'Namespaced'];
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];

/** Returns the errors of a rule that says which requests are matched (`validateRuleWithOperations` upstream). */
export function ruleErrors(rule: AdmissionRule, field: string): FieldError[] {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  return [
    ...listErrors(operations, `${field}.operations`, 'operations'),
    ...operations.flatMap((operation, i) => oneOf(operation, OPERATIONS, `${field}.operations[${i}]`)),
    ...listErrors(apiGroups, `${field}.apiGroups`, 'API groups'),
    ...listErrors(apiVersions, `${field}.apiVersions`, 'API versions'),
    ...apiVersions.flatMap((version, i) => (version === '' ? [requiredField(`${field}.apiVersions[${i}]`)] : [])),
    ...resourceErrors(resources, `${field}.resources`),
    ...oneOf(scope, SCOPES, `${field}.scope`),
  ];
}

/** The same of the rules of policies, which may name objects (`validateNamedRuleWithOperations`). */
export function namedRuleErrors(rule: AdmissionRule, field: string): FieldError[] {
  const { resourceNames = [] } = rule;
  const wrong = resourceNames.flatMap((name, i) => {
    const path = `${field}.resourceNames[${i}]`;
    const errors = pathSegmentErrors(name).map((detail) => invalidField(path, name, detail));
    return resourceNames.indexOf(name) < i ? [...errors, duplicateField(path, name)] : errors;
  });
  return [...wrong, ...ruleErrors(rule, field)];
}

function listErrors(values: readonly string[], field: string, what: string): FieldError[] {
  if (values.length === 0) return [requiredField(field)];
  if (values.length === 1 || !values.includes('*')) return [];
  return [invalidField(field, values, `if '*' is present, must not specify other ${what}`)];
}

function resourceErrors(resources: readonly string[], field: string): FieldError[] {
  if (resources.length === 0) return [requiredField(field)];
  const errors: FieldError[] = [];
  const wholeResources = new Set<string>();
  const wholeSubresources = new Set<string>();
  resources.forEach((text, i) => {
    const path = `${field}[${i}]`;
    if (text === '') errors.push(requiredField(path));
    const slash = text.indexOf('/');
    if (slash < 0) return;
    const [resource, subresource] = [text.slice(0, slash), text.slice(slash + 1)];
    if (wholeResources.has(resource)) {
      errors.push(invalidField(path, text, `if '${resource}/*' is present, must not specify ${text}`));
    }
    if (wholeSubresources.has(subresource)) {
      errors.push(invalidField(path, text, `if '*/${subresource}' is present, must not specify ${text}`));
    }
    if (subresource === '*') wholeResources.add(resource);
    if (resource === '*') wholeSubresources.add(subresource);
  });
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(invalidField(field, resources, "if '*/*' is present, must not specify other resources"));
  }
  // As upstream: the last resource without subresource decides.
  const last = resources.filter((text) => text !== '' && !text.includes('/')).at(-1);
  if (resources.includes('*') && last !== undefined && last !== '*') {
    const detail = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalidField(field, resources, detail));
  }
  return errors;
}
