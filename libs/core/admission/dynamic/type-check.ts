import { ExpressionError, placedError, type Expression, type FieldPlace } from '@orrery/cel';
import {
  compileAdmissionExpression,
  type KindInfo,
  type KubeObject,
  type ResultType,
  structOfKind,
  type Struct,
  type ValidatingPolicySpec,
  type ValueType,
} from '@orrery/api-types';

/** A kind that a policy judges; the version is the one that its rules name. */
export interface CheckedKind {
  readonly kind: KindInfo;
  readonly apiVersion: string;
}

/** How kinds are found by what rules and parameters name. */
export interface KindLookup {
  byResource(group: string, version: string, resource: string): KindInfo | undefined;
  byGvk(apiVersion: string, kind: string): KindInfo | undefined;
}

/** What is wrong with an expression where the objects have their types. */
export interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

/** As `maxTypesToCheck` upstream. */
const MAX_KINDS = 10;

/**
 * The status of a policy: its expressions against the fields of the kinds that it names, as far as the release or a
 * definition describes them (`apiserver/pkg/admission/plugin/policy/validating/typechecking.go` upstream).
 */
export function policyStatus(policy: KubeObject, kinds: KindLookup): object {
  const warnings = expressionWarnings((policy.spec ?? {}) as ValidatingPolicySpec, kinds);
  return {
    observedGeneration: policy.metadata.generation ?? 0,
    typeChecking: warnings.length > 0 ? { expressionWarnings: warnings } : {},
  };
}

function expressionWarnings(spec: ValidatingPolicySpec, kinds: KindLookup): ExpressionWarning[] {
  const { paramKind, validations = [], variables = [] } = spec;
  const checked = checkedKinds(spec, kinds);
  const params = paramKind && kinds.byGvk(paramKind.apiVersion ?? '', paramKind.kind ?? '');
  const types = checked.map((each) => ({ ...each, params: params && structOf(params) }));
  const scope = { hasParams: paramKind !== undefined, hasVariables: variables.length > 0 };
  const check = (text: string | undefined, fieldRef: string, type: ResultType, hasAuthorizer: boolean) => {
    const expression = text ? compiled(text, type, { ...scope, hasAuthorizer }) : undefined;
    const warning = expression ? types.flatMap((each) => warningsOf(text!, expression, each)).join('\n') : '';
    return warning === '' ? [] : [{ fieldRef, warning }];
  };
  return validations.flatMap(({ expression, messageExpression }, i) => [
    ...check(expression, `spec.validations[${i}].expression`, 'bool', true),
    ...check(messageExpression, `spec.validations[${i}].messageExpression`, 'string', false),
  ]);
}

function compiled(...given: Parameters<typeof compileAdmissionExpression>): Expression | undefined {
  try {
    return compileAdmissionExpression(...given);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** The kinds that rules name without stars, each once, in the order of their names. */
function checkedKinds({ matchConstraints = {} }: ValidatingPolicySpec, kinds: KindLookup): CheckedKind[] {
  const found = new Map<string, CheckedKind>();
  for (const { apiGroups = [], apiVersions = [], resources = [] } of matchConstraints.resourceRules ?? []) {
    for (const group of apiGroups) {
      for (const version of apiVersions) {
        for (const resource of resources) {
          if ([group, version, resource].includes('*') || found.size >= MAX_KINDS) continue;
          const kind = kinds.byResource(group, version, resource);
          const apiVersion = group === '' ? version : `${group}/${version}`;
          if (kind) found.set(`${apiVersion}, Kind=${kind.kind}`, { kind, apiVersion });
        }
      }
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

function structOf(kind: KindInfo): Struct | undefined {
  return kind.struct ?? structOfKind(kind);
}

function warningsOf(
  text: string,
  expression: Expression,
  { kind, apiVersion, params }: CheckedKind & { readonly params: Struct | undefined },
): string[] {
  const struct = structOf(kind);
  const roots = { object: struct, oldObject: struct, params };
  const problems = Object.entries(roots).flatMap(([variable, type]) =>
    type ? expression.placesOf(variable).flatMap((path) => problemAt(path, { is: 'struct', struct: type })) : [],
  );
  if (problems.length === 0) return [];
  const texts = problems
    .sort((a, b) => a.at - b.at)
    .map(({ at, message }) => placedError(text, { at: at - 1, message }));
  return [`${apiVersion}, Kind=${kind.kind}: ${texts.join('\n')}\n`];
}

const SCALARS: Readonly<Record<string, string>> = { s: 'string', i: 'int', l: 'int', d: 'double', b: 'bool' };

/** The first field of a path that its type does not have; what has no known type is not looked into. */
function problemAt(path: readonly FieldPlace[], root: ValueType): { at: number; message: string }[] {
  let type: ValueType | undefined = root;
  for (const { field, at } of path) {
    if (type.is === '{') type = type.item;
    else if (type.is === 'struct') type = type.struct.typeOf(field);
    else if (Object.hasOwn(SCALARS, type.is)) {
      return [{ at, message: `type '${SCALARS[type.is]}' does not support field selection` }];
    } else return [];
    if (!type) return [{ at, message: `undefined field '${field}'` }];
  }
  return [];
}
