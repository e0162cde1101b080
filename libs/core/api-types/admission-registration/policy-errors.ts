import { deepEqual } from '../equality';
import { duplicateField, invalidField, requiredField, type FieldError } from '../errors/field-error';
import { qualifiedNameErrors, subdomainErrors } from '../names/qualified-name';
import type { KubeObject } from '../objects';
import { oneOf, requiredOneOf } from '../validation/closed-set';
import { expressionErrors, matchConditionErrors, variableErrors } from './expression-errors';
import { matchResourcesErrors, paramKindErrors, paramRefErrors } from './match-errors';
import type {
  AuditAnnotation,
  Mutation,
  MutatingPolicySpec,
  PolicyBindingSpec,
  PolicySpec,
  PolicyValidation,
  ValidatingPolicySpec,
} from './registration-types';

const FAILURE_POLICIES = ['Fail', 'Ignore'];
const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const ACTIONS = ['Audit', 'Deny', 'Warn'];
const REINVOCATION_POLICIES = ['IfNeeded', 'Never'];
const PATCH_TYPES = ['ApplyConfiguration', 'JSONPatch'];
const MAX_ANNOTATIONS = 20;
const MAX_ANNOTATION_BYTES = 5 * 1024;
const NOTHING_TO_DO = 'validations or auditAnnotations must contain at least one item';
const DENY_AND_WARN =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';

/** Names that expressions of a policy may use. */
interface PolicyScope {
  readonly hasParams: boolean;
  readonly hasVariables: boolean;
  readonly variables: ReadonlySet<string>;
}

/** Returns the errors of a validating policy (`validateValidatingAdmissionPolicy` upstream); `old` is absent on creation. */
export function validatingPolicyErrors(object: KubeObject, old?: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as ValidatingPolicySpec;
  const { errors, scope } = commonErrors(spec, old?.spec as PolicySpec | undefined);
  const { validations = [], auditAnnotations = [] } = spec;
  if (validations.length === 0 && auditAnnotations.length === 0) {
    return [
      ...errors,
      requiredField('spec.validations', NOTHING_TO_DO),
      requiredField('spec.auditAnnotations', NOTHING_TO_DO),
    ];
  }
  return [
    ...errors,
    ...validations.flatMap((validation, i) => validationErrors(validation, `spec.validations[${i}]`, scope)),
    ...annotationErrors(auditAnnotations, object.metadata.name ?? '', scope),
  ];
}

/** Returns the errors of a mutating policy (`validateMutatingAdmissionPolicy` upstream). */
export function mutatingPolicyErrors(object: KubeObject, old?: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as MutatingPolicySpec;
  const { errors, scope } = commonErrors(spec, old?.spec as PolicySpec | undefined);
  const { mutations = [], reinvocationPolicy } = spec;
  const none = 'mutations must contain at least one item';
  return [
    ...errors,
    ...(mutations.length === 0 ? [requiredField('spec.mutations', none)] : []),
    ...mutations.flatMap((mutation, i) => mutationErrors(mutation, `spec.mutations[${i}]`, scope)),
    ...requiredOneOf(reinvocationPolicy, REINVOCATION_POLICIES, 'spec.reinvocationPolicy'),
  ];
}

function commonErrors(spec: PolicySpec, old: PolicySpec | undefined): { errors: FieldError[]; scope: PolicyScope } {
  const { paramKind, matchConstraints: constraints, matchConditions = [], variables = [] } = spec;
  const hasParams = paramKind !== undefined;
  const declared = variableErrors(variables, 'spec.variables', hasParams);
  // Conditions that were accepted once stay, also where later versions would refuse them.
  const areKept = old && deepEqual(old.paramKind, paramKind) && deepEqual(old.matchConditions, spec.matchConditions);
  const errors = [
    ...requiredOneOf(spec.failurePolicy, FAILURE_POLICIES, 'spec.failurePolicy'),
    ...(paramKind ? paramKindErrors(paramKind, 'spec.paramKind') : []),
    ...(constraints
      ? matchResourcesErrors(constraints, 'spec.matchConstraints')
      : [requiredField('spec.matchConstraints')]),
    ...(constraints && (constraints.resourceRules ?? []).length === 0
      ? [requiredField('spec.matchConstraints.resourceRules')]
      : []),
    ...(areKept ? [] : matchConditionErrors(matchConditions, 'spec.matchConditions', hasParams)),
    ...declared.errors,
  ];
  return { errors, scope: { hasParams, hasVariables: variables.length > 0, variables: declared.names } };
}

function validationErrors(validation: PolicyValidation, field: string, scope: PolicyScope): FieldError[] {
  const { expression = '', message = '', messageExpression = '', reason } = validation;
  const { variables } = scope;
  const own = { ...scope, hasAuthorizer: true };
  const ofMessage = { ...scope, hasAuthorizer: false };
  const errors =
    expression.trim() === ''
      ? [requiredField(`${field}.expression`, 'expression is not specified')]
      : expressionErrors(expression, `${field}.expression`, { type: 'bool', scope: own, variables });
  const path = `${field}.messageExpression`;
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(invalidField(path, messageExpression, 'must be non-empty if specified'));
  } else if (messageExpression !== '') {
    errors.push(...expressionErrors(messageExpression, path, { type: 'string', scope: ofMessage, variables }));
  }
  if (message !== '' && message.trim() === '') {
    errors.push(invalidField(`${field}.message`, message, 'message must be non-empty if specified'));
  } else if (/[\n\r]/.test(message.trim())) {
    errors.push(invalidField(`${field}.message`, message, 'message must not contain line breaks'));
  }
  return [...errors, ...oneOf(reason, REASONS, `${field}.reason`)];
}

function annotationErrors(
  annotations: readonly AuditAnnotation[],
  policyName: string,
  scope: PolicyScope,
): FieldError[] {
  const list = 'spec.auditAnnotations';
  const many = `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`;
  const errors = annotations.length > MAX_ANNOTATIONS ? [invalidField(list, annotations, many)] : [];
  const keys = new Set<string>();
  annotations.forEach(({ key = '', valueExpression = '' }, i) => {
    const field = `${list}[${i}]`;
    for (const detail of qualifiedNameErrors(`${policyName}/${key}`)) {
      errors.push(invalidField(`${field}.key`, `${policyName}/${key}`, detail));
    }
    const path = `${field}.valueExpression`;
    const text = valueExpression.trim();
    if (text === '') errors.push(requiredField(path, 'valueExpression is not specified'));
    else if (text.length > MAX_ANNOTATION_BYTES) {
      errors.push(requiredField(path, `must not exceed ${MAX_ANNOTATION_BYTES} bytes in length`));
    } else {
      const own = { ...scope, hasAuthorizer: true };
      errors.push(...expressionErrors(text, path, { type: 'string or null', scope: own, variables: scope.variables }));
    }
    if (keys.has(key)) errors.push(duplicateField(`${field}.key`, key));
    keys.add(key);
  });
  return errors;
}

function mutationErrors(mutation: Mutation, field: string, scope: PolicyScope): FieldError[] {
  const { patchType = '', applyConfiguration, jsonPatch } = mutation;
  if (!PATCH_TYPES.includes(patchType)) return requiredOneOf(patchType, PATCH_TYPES, `${field}.patchType`);
  const isPatch = patchType === 'JSONPatch';
  const [name, other] = isPatch ? ['jsonPatch', 'applyConfiguration'] : ['applyConfiguration', 'jsonPatch'];
  const [own, foreign] = isPatch ? [jsonPatch, applyConfiguration] : [applyConfiguration, jsonPatch];
  const must = `must be specified when patchType is ${patchType}`;
  if (!own) return [requiredField(`${field}.${name}`, must)];
  const errors = foreign
    ? [invalidField(`${field}.${other}`, foreign, `must not be specified when patchType is ${patchType}`)]
    : [];
  const { expression = '' } = own;
  const path = `${field}.${name}.expression`;
  if (expression.trim() === '') return [...errors, requiredField(path, 'expression is not specified')];
  const type = isPatch ? 'JSONPatch list' : 'Object';
  const wanted = { type, scope: { ...scope, hasAuthorizer: true }, variables: scope.variables } as const;
  return [...errors, ...expressionErrors(expression, path, wanted)];
}

/** Returns the errors of the binding of a validating policy; the path of its resources has upstream's spelling. */
export function validatingBindingErrors(object: KubeObject): FieldError[] {
  const { validationActions: actions = [] } = (object.spec ?? {}) as PolicyBindingSpec;
  const field = 'spec.validationActions';
  const errors = actions.flatMap((action, i) => [
    ...oneOf(action, ACTIONS, `${field}[${i}]`),
    ...(actions.indexOf(action) < i ? [duplicateField(`${field}[${i}]`, action)] : []),
  ]);
  if (actions.includes('Deny') && actions.includes('Warn')) errors.push(invalidField(field, actions, DENY_AND_WARN));
  if (actions.length === 0) errors.push(requiredField(field, 'at least one validation action is required'));
  return [...mutatingBindingErrors(object), ...errors];
}

/** Returns the errors of the binding of a mutating policy. */
export function mutatingBindingErrors(object: KubeObject): FieldError[] {
  const { policyName = '', paramRef, matchResources } = (object.spec ?? {}) as PolicyBindingSpec;
  return [
    ...(policyName === ''
      ? [requiredField('spec.policyName')]
      : subdomainErrors(policyName).map((detail) => invalidField('spec.policyName', policyName, detail))),
    ...paramRefErrors(paramRef, 'spec.paramRef'),
    ...matchResourcesErrors(matchResources, 'spec.matchResouces'),
  ];
}
