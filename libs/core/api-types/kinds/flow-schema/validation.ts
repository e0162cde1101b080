import type { FlowSchemaSpec, ResourcePolicyRule, Subject } from 'kubernetes-types/flowcontrol/v1';
import { deepEqual } from '../../equality';
import {
  duplicateField,
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../../errors/field-error';
import { EXEMPT, MANDATORY_FLOW_SCHEMAS } from '../../flow-control/default-objects';
import { dnsLabelErrors, subdomainErrors } from '../../names/qualified-name';
import type { FlowSchema, KubeObject } from '../../objects';

const MAX_PRECEDENCE = 10_000;
const METHODS = ['ByNamespace', 'ByUser'];
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];
const ALL = '*';

type Rule = NonNullable<FlowSchemaSpec['rules']>[number];

/** Returns the errors of a FlowSchema (`pkg/apis/flowcontrol/validation` upstream). */
export function validateFlowSchema(object: KubeObject): FieldError[] {
  const { name } = object.metadata;
  const spec = (object.spec ?? {}) as Partial<FlowSchemaSpec>;
  const errors = [
    ...precedenceErrors(spec.matchingPrecedence ?? 0, name),
    ...methodErrors(spec.distinguisherMethod),
    ...levelErrors(spec.priorityLevelConfiguration?.name ?? ''),
    ...(spec.rules ?? []).flatMap((rule, i) => ruleErrors(rule, `spec.rules[${i}]`)),
  ];
  const fixed = MANDATORY_FLOW_SCHEMAS.find((each) => each.name === name);
  if (fixed && !deepEqual(spec, fixed.spec)) {
    errors.push(invalidField('spec', spec, `spec of '${name}' must equal the fixed value`));
  }
  return [...errors, ...validateFlowSchemaStatus(object)];
}

/** Returns the errors of conditions. */
export function validateFlowSchemaStatus(object: KubeObject): FieldError[] {
  return conditionErrors((object as FlowSchema).status?.conditions ?? []);
}

/** Conditions of both kinds of flow control. */
export function conditionErrors(conditions: readonly { readonly type?: string }[]): FieldError[] {
  const types = conditions.map(({ type }) => type ?? '');
  return types.flatMap((type, i) => {
    const field = `status.conditions[${i}].type`;
    return [
      ...(types.indexOf(type) < i ? [duplicateField(field, type)] : []),
      ...(type === '' ? [requiredField(field, 'must not be empty')] : []),
    ];
  });
}

function precedenceErrors(precedence: number, name: string): FieldError[] {
  const field = 'spec.matchingPrecedence';
  const problem =
    precedence <= 0
      ? 'must be a positive value'
      : precedence > MAX_PRECEDENCE
        ? `must not be greater than ${MAX_PRECEDENCE}`
        : precedence === 1 && name !== EXEMPT
          ? "only the schema named 'exempt' may have matchingPrecedence 1"
          : undefined;
  return problem === undefined ? [] : [invalidField(field, precedence, problem)];
}

function methodErrors(method: FlowSchemaSpec['distinguisherMethod']): FieldError[] {
  if (!method || METHODS.includes(method.type)) return [];
  // Upstream prints the method as a whole, by the names of Go.
  return [unsupportedField('spec.distinguisherMethod.type', { Type: method.type }, METHODS)];
}

function levelErrors(name: string): FieldError[] {
  const field = 'spec.priorityLevelConfiguration.name';
  if (name === '') return [requiredField(field, 'must reference a priority level')];
  return subdomainErrors(name).map((text) => invalidField(field, name, text));
}

function ruleErrors({ subjects = [], resourceRules = [], nonResourceRules = [] }: Rule, field: string): FieldError[] {
  const errors =
    subjects.length === 0
      ? [requiredField(`${field}.subjects`, 'subjects must contain at least one value')]
      : subjects.flatMap((subject, i) => subjectErrors(subject, `${field}.subjects[${i}]`));
  if (resourceRules.length + nonResourceRules.length === 0) {
    errors.push(requiredField(field, 'at least one of resourceRules and nonResourceRules has to be non-empty'));
  }
  return [
    ...errors,
    ...resourceRules.flatMap((rule, i) => resourceRuleErrors(rule, `${field}.resourceRules[${i}]`)),
    ...nonResourceRules.flatMap(({ verbs = [], nonResourceURLs = [] }, i) => {
      const place = `${field}.nonResourceRules[${i}]`;
      return [...verbErrors(verbs, place), ...urlErrors(nonResourceURLs, `${place}.nonResourceURLs`)];
    }),
  ];
}

/** Field of a subject with the details of its kind. */
const SUBJECT_FIELDS = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const;

function subjectErrors(subject: Subject, field: string): FieldError[] {
  const { kind } = subject;
  if (!Object.hasOwn(SUBJECT_FIELDS, kind)) {
    return [unsupportedField(`${field}.kind`, kind, ['Group', 'ServiceAccount', 'User'])];
  }
  const own = SUBJECT_FIELDS[kind as keyof typeof SUBJECT_FIELDS];
  const value = subject[own];
  const errors = value
    ? whoErrors(value, kind === 'ServiceAccount', `${field}.${own}`)
    : [requiredField(`${field}.${own}`, `${own} is required when subject kind is '${kind}'`)];
  for (const [other, name] of Object.entries(SUBJECT_FIELDS)) {
    if (other === kind || subject[name] === undefined) continue;
    errors.push(forbiddenField(`${field}.${name}`, `${name} is forbidden when subject kind is not '${other}'`));
  }
  return errors;
}

function whoErrors(
  { name = '', namespace = '' }: { readonly name?: string; readonly namespace?: string },
  isServiceAccount: boolean,
  field: string,
): FieldError[] {
  const errors = name === '' ? [requiredField(`${field}.name`)] : [];
  if (!isServiceAccount) return errors;
  if (name !== '' && name !== ALL) {
    errors.push(...subdomainErrors(name).map((text) => invalidField(`${field}.name`, name, text)));
  }
  if (namespace === '') {
    return [...errors, requiredField(`${field}.namespace`, 'must specify namespace for service account')];
  }
  return [...errors, ...dnsLabelErrors(namespace).map((text) => invalidField(`${field}.namespace`, namespace, text))];
}

function resourceRuleErrors(rule: ResourcePolicyRule, field: string): FieldError[] {
  const { verbs = [], apiGroups = [], resources = [], namespaces = [], clusterScope = false } = rule;
  return [
    ...verbErrors(verbs, field),
    ...someErrors(apiGroups, `${field}.apiGroups`, ['at least one api group', 'api groups']),
    ...someErrors(resources, `${field}.resources`, ['at least one resource', 'resources']),
    ...namespaceErrors(namespaces, clusterScope, `${field}.namespaces`),
  ];
}

function someErrors(values: readonly string[], field: string, [one, others]: readonly [string, string]): FieldError[] {
  if (values.length === 0) return [requiredField(field, `resource rules must supply ${one}`)];
  return aloneErrors(values, field, others);
}

/** All of a thing is said alone. */
function aloneErrors(values: readonly string[], field: string, others: string): FieldError[] {
  if (values.length === 1 || !values.includes(ALL)) return [];
  return [invalidField(field, values, `if '*' is present, must not specify other ${others}`)];
}

function verbErrors(verbs: readonly string[], place: string): FieldError[] {
  const field = `${place}.verbs`;
  if (verbs.length === 0) return [requiredField(field, 'verbs must contain at least one value')];
  if (verbs.includes(ALL)) return aloneErrors(verbs, field, 'verbs');
  return verbs.every((verb) => VERBS.includes(verb)) ? [] : [unsupportedField(field, verbs, VERBS)];
}

function namespaceErrors(namespaces: readonly string[], clusterScope: boolean, field: string): FieldError[] {
  if (namespaces.length === 0 && !clusterScope) {
    const detail = 'resource rules that are not cluster scoped must supply at least one namespace';
    return [requiredField(field, detail)];
  }
  if (namespaces.includes(ALL)) return aloneErrors(namespaces, field, 'namespaces');
  const intro = "each member of this list must be '*' or a DNS-1123 label; ";
  return namespaces.flatMap((name, i) =>
    dnsLabelErrors(name).map((text) => invalidField(`${field}[${i}]`, name, intro + text)),
  );
}

function urlErrors(urls: readonly string[], field: string): FieldError[] {
  if (urls.length === 0) return [requiredField(field, 'nonResourceURLs must contain at least one value')];
  if (urls.includes(ALL)) return aloneErrors(urls, field, 'non-resource URLs');
  return urls.flatMap((url, i) => {
    const problem = urlProblem(url);
    return problem === undefined ? [] : [invalidField(`${field}[${i}]`, url, problem)];
  });
}

function urlProblem(url: string): string | undefined {
  if (url === '') return 'must not be empty';
  if (url === '/') return undefined;
  if (!url.startsWith('/')) return 'must start with slash';
  if (url.includes(' ')) return 'must not contain white-space';
  if (url.includes('//')) return 'must not contain double slash';
  const stars = url.split(ALL).length - 1;
  return stars > 1 || (stars === 1 && !url.endsWith('/*')) ? 'wildcard can only do suffix matching' : undefined;
}
