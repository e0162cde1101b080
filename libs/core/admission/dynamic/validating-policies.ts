import { CostBudget } from '@orrery/cel';
import {
  ApiError,
  forbidden,
  type AuditAnnotation,
  type KubeObject,
  type PolicyValidation,
  type StatusReason,
  type ValidatingPolicySpec,
} from '@orrery/api-types';
import { shownName, type RequestAttributes } from './attributes';
import {
  conditionsHold,
  evaluate,
  EvaluationFailure,
  namedExpression,
  POLICY_BUDGET,
  type RequestValues,
  variablesOf,
  type NamedExpression,
} from './expressions';
import {
  compilePolicy,
  invocationsOf,
  type BoundPolicy,
  type CompiledBinding,
  type CompiledPolicy,
  type Invocation,
  type PolicyLookup,
} from './policies';

/** Messages of expressions that are longer are not used (`MaxEvaluatedMessageExpressionSizeBytes` upstream). */
const MAX_MESSAGE_LENGTH = 5 * 1024;

interface CompiledValidation {
  readonly validation: PolicyValidation;
  readonly condition: NamedExpression;
  readonly message: NamedExpression | undefined;
}

interface CompiledAnnotation {
  readonly key: string;
  readonly value: NamedExpression;
}

/** Compiled validating policy. */
export interface ValidatingPolicy extends CompiledPolicy {
  readonly validations: readonly CompiledValidation[];
  readonly annotations: readonly CompiledAnnotation[];
}

/** Compiles a stored policy; throws what is wrong with one of its expressions. */
export function compileValidatingPolicy(object: KubeObject): ValidatingPolicy {
  const policy = compilePolicy(object);
  const { validations = [], auditAnnotations = [] } = policy.spec as ValidatingPolicySpec;
  const scope = {
    hasParams: policy.spec.paramKind !== undefined,
    hasAuthorizer: true,
    hasVariables: policy.variables.length > 0,
  };
  const ofMessage = { ...scope, hasAuthorizer: false };
  return {
    ...policy,
    validations: validations.map((validation) => ({
      validation,
      condition: namedExpression(validation.expression ?? '', 'bool', scope),
      message: validation.messageExpression
        ? namedExpression(validation.messageExpression, 'string', ofMessage)
        : undefined,
    })),
    annotations: auditAnnotations.map(({ key = '', valueExpression = '' }: AuditAnnotation) => ({
      key,
      value: namedExpression(valueExpression, 'string or null', scope),
    })),
  };
}

/** Denial by one evaluation of a policy. */
interface Denial {
  readonly message: string;
  /** Reason in the response; Invalid if the validation names none. */
  readonly reason: string | undefined;
}

/** Result of policies for a request: a refusal, warnings for the client, and annotations for audit. */
export interface PolicyVerdict {
  readonly refusal: ApiError | undefined;
  readonly warnings: readonly string[];
  readonly audits: Readonly<Record<string, string>>;
}

interface Denied extends Denial {
  readonly policy: ValidatingPolicy;
  readonly binding: CompiledBinding | undefined;
}

/** Checks a request against all policies that match it (`plugin/policy/validating/dispatcher.go` upstream). */
export function evaluatePolicies(
  policies: readonly BoundPolicy<ValidatingPolicy>[],
  values: RequestValues,
  lookUp: PolicyLookup,
): PolicyVerdict {
  const { attributes } = values;
  const { invocations, problems } = invocationsOf(policies, attributes, lookUp);
  const denied: Denied[] = problems
    .filter(({ policy }) => policy.fails)
    .map((problem) => ({ ...problem, reason: undefined }));
  const warnings: string[] = [];
  const audits: Record<string, string> = {};
  for (const invocation of invocations) {
    const { policy, binding } = invocation;
    const found = evaluatePolicy(invocation, values);
    const { validationActions: actions = [] } = binding.spec;
    found.denials.forEach((denial, index) => {
      if (!denial) return;
      if (actions.includes('Deny')) denied.push({ policy, binding, ...denial });
      if (actions.includes('Warn')) {
        warnings.push(
          `Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}': ${denial.message}`,
        );
      }
      if (actions.includes('Audit')) audits[FAILURE] ??= failureText(invocation, denial, index);
    });
    for (const [key, value] of found.annotations) {
      const name = `${policy.name}/${key}`;
      const before = audits[name]?.split(', ') ?? [];
      if (!before.includes(value)) audits[name] = [...before, value].join(', ');
    }
    denied.push(...found.failures.map((message) => ({ policy, binding, message, reason: undefined })));
  }
  const [first] = denied;
  return { refusal: first && refusalOf(attributes, first), warnings, audits };
}

const FAILURE = 'validation.policy.admission.k8s.io/validation_failure';

function failureText({ policy, binding }: Invocation<ValidatingPolicy>, denial: Denial, index: number): string {
  const { validationActions = [] } = binding.spec;
  const value = { message: denial.message, policy: policy.name, binding: binding.name, expressionIndex: index };
  return JSON.stringify([{ ...value, validationActions }]);
}

interface Evaluation {
  /** Denials, one per validation, undefined where it holds. */
  readonly denials: readonly (Denial | undefined)[];
  readonly annotations: readonly (readonly [key: string, value: string])[];
  /** Errors of annotations. */
  readonly failures: readonly string[];
}

function evaluatePolicy({ policy, view, param }: Invocation<ValidatingPolicy>, values: RequestValues): Evaluation {
  const base = values.in(view);
  if (policy.spec.paramKind) base['params'] = values.param(param);
  const denyFailure = ({ message }: Error): Denial[] => (policy.fails ? [{ message, reason: undefined }] : []);
  const holds = conditionsHold(policy.conditions, base, policy.fails);
  if (holds instanceof EvaluationFailure) return { denials: denyFailure(holds), annotations: [], failures: [] };
  if (!holds) return { denials: [], annotations: [], failures: [] };
  const budget = new CostBudget(POLICY_BUDGET);
  const all = policy.variables.length > 0 ? variablesOf(policy.variables, base, budget) : base;
  const denials: (Denial | undefined)[] = [];
  for (const validation of policy.validations) {
    try {
      denials.push(denialOf(validation, all, budget));
    } catch (error) {
      if (!(error instanceof EvaluationFailure)) throw error;
      if (error.isFinal) return { denials: denyFailure(error), annotations: [], failures: [] };
      denials.push(denyFailure(error)[0]);
    }
  }
  return { denials, ...annotate(policy, all) };
}

function denialOf(
  { validation, condition, message }: CompiledValidation,
  values: Readonly<Record<string, unknown>>,
  budget: CostBudget,
): Denial | undefined {
  if (evaluate(condition, values, budget) === true) return undefined;
  const made = message ? messageOf(message, values, budget) : '';
  const plain = (validation.message ?? '').trim();
  return { message: made || plain || `failed expression: ${condition.text}`, reason: validation.reason };
}

/** A message that cannot be made, or is too long or has several lines, gives way to the plain one. */
function messageOf(expression: NamedExpression, values: Readonly<Record<string, unknown>>, budget: CostBudget): string {
  try {
    const text = evaluate(expression, values, budget);
    const message = typeof text === 'string' ? text.trim() : '';
    return message.length > MAX_MESSAGE_LENGTH || message.includes('\n') ? '' : message;
  } catch (error) {
    if (!(error instanceof EvaluationFailure)) throw error;
    if (error.isFinal) throw new EvaluationFailure(`failed messageExpression: ${error.message}`, false);
    return '';
  }
}

const MAX_ANNOTATION_LENGTH = 10 * 1024;

function annotate(
  policy: ValidatingPolicy,
  values: Readonly<Record<string, unknown>>,
): Pick<Evaluation, 'annotations' | 'failures'> {
  const annotations: (readonly [string, string])[] = [];
  const failures: string[] = [];
  const budget = new CostBudget(POLICY_BUDGET);
  for (const { key, value } of policy.annotations) {
    try {
      const found = evaluate(value, values, budget);
      const text = typeof found === 'string' ? found.trim().slice(0, MAX_ANNOTATION_LENGTH) : '';
      if (text !== '') annotations.push([key, text]);
      if (typeof found === 'string' || found === null) continue;
      failures.push(
        `valueExpression '${value.text}' resulted in unsupported return type: ${typeof found}. Return type must be either string or null.`,
      );
    } catch (error) {
      if (!(error instanceof EvaluationFailure)) throw error;
      if (policy.fails) failures.push(error.message);
    }
  }
  return { annotations, failures };
}

function refusalOf(attributes: RequestAttributes, { policy, binding, message, reason = 'Invalid' }: Denied): ApiError {
  const by = binding ? ` with binding '${binding.name}'` : '';
  const text = `ValidatingAdmissionPolicy '${policy.name}'${by} denied request: ${message}`;
  const refused = forbidden(attributes.requested.resource, shownName(attributes), text);
  return new ApiError(reason as StatusReason, refused.message, {
    ...refused.details,
    causes: [{ reason: '', message: text }],
  });
}
