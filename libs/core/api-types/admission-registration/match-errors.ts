import { forbiddenField, invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import { pathSegmentErrors, rfc1035LabelErrors, subdomainErrors } from '../names/qualified-name';
import { requiredOneOf } from '../validation/closed-set';
import { validateLabelSelector } from '../validation/label-selector';
import type { MatchResources, ParamKind, ParamRef } from './registration-types';
import { namedRuleErrors } from './rule-errors';

const MATCH_POLICIES = ['Equivalent', 'Exact'];
const NOT_FOUND_ACTIONS = ['Deny', 'Allow'];
const EXCLUSIVE = 'name and selector are mutually exclusive';

/** Returns the errors of the match conditions of a policy or binding (`validateMatchResources` upstream). */
export function matchResourcesErrors(match: MatchResources | undefined, field: string): FieldError[] {
  if (!match) return [];
  const { resourceRules = [], excludeResourceRules = [], namespaceSelector, objectSelector } = match;
  return [
    ...requiredOneOf(match.matchPolicy, MATCH_POLICIES, `${field}.matchPolicy`),
    ...(namespaceSelector
      ? validateLabelSelector(namespaceSelector, `${field}.namespaceSelector`)
      : [requiredField(`${field}.namespaceSelector`)]),
    ...(objectSelector
      ? validateLabelSelector(objectSelector, `${field}.objectSelector`)
      : [requiredField(`${field}.objectSelector`)]),
    ...resourceRules.flatMap((rule, i) => namedRuleErrors(rule, `${field}.resourceRules[${i}]`)),
    ...excludeResourceRules.flatMap((rule, i) => namedRuleErrors(rule, `${field}.excludeResourceRules[${i}]`)),
  ];
}

/** As `validateParamKind`. */
export function paramKindErrors({ apiVersion = '', kind = '' }: ParamKind, field: string): FieldError[] {
  return [...versionErrors(apiVersion, `${field}.apiVersion`), ...kindErrors(kind, `${field}.kind`)];
}

function versionErrors(apiVersion: string, field: string): FieldError[] {
  if (apiVersion === '') return [requiredField(field)];
  const parts = apiVersion === '/' ? ['', ''] : apiVersion.split('/');
  if (parts.length > 2) return [invalidField(field, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [version = '', group = ''] = parts.reverse();
  const ofGroup = group === '' ? [] : subdomainErrors(group);
  const errors = ofGroup.length > 0 ? [invalidField(field, group, ofGroup.join(','))] : [];
  if (version === '') return [...errors, invalidField(field, apiVersion, 'version must be specified')];
  const ofVersion = rfc1035LabelErrors(version);
  return ofVersion.length > 0 ? [...errors, invalidField(field, version, ofVersion.join(','))] : errors;
}

function kindErrors(kind: string, field: string): FieldError[] {
  if (kind === '') return [requiredField(field)];
  const errors = rfc1035LabelErrors(kind.toLowerCase());
  const detail = `may have mixed case, but should otherwise match: ${errors.join(',')}`;
  return errors.length > 0 ? [invalidField(field, kind, detail)] : [];
}

/** As `validateParamRef`. */
export function paramRefErrors(ref: ParamRef | undefined, field: string): FieldError[] {
  if (!ref) return [];
  const { name = '', selector, parameterNotFoundAction: action } = ref;
  const errors = name === '' ? [] : pathSegmentErrors(name).map((text) => invalidField(`${field}.name`, name, text));
  if (name !== '' && selector) errors.push(forbiddenField(`${field}.name`, EXCLUSIVE));
  errors.push(...validateLabelSelector(selector, `${field}.selector`));
  if (name !== '' && selector) errors.push(forbiddenField(`${field}.selector`, EXCLUSIVE));
  if (name === '' && !selector) errors.push(requiredField(field, 'one of name or selector must be specified'));
  if (!action) errors.push(requiredField(`${field}.parameterNotFoundAction`));
  else if (!NOT_FOUND_ACTIONS.includes(action)) {
    errors.push(unsupportedField(`${field}.parameterNotFoundAction`, action, NOT_FOUND_ACTIONS));
  }
  return errors;
}
