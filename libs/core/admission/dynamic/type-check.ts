import {
  NAMESPACE_TYPE,
  REQUEST_TYPE,
  type KindInfo,
  type KubeObject,
  type ValidatingPolicySpec,
} from '@orrery/api-types';
import { DYN, ExpressionError, objectType, typesOf, type CelType, type ExpressionTypes } from '@orrery/cel';
import { kindType } from './kind-type';

/** Kind that a policy checks; the version is the one that its rules name. */
interface CheckedKind {
  readonly kind: KindInfo;
  readonly apiVersion: string;
}

/** Lookup of kinds by the names in rules and parameters. */
export interface KindLookup {
  byResource(group: string, version: string, resource: string): KindInfo | undefined;
  byGvk(apiVersion: string, kind: string): KindInfo | undefined;
}

/** Warning about an expression for the types of the objects. */
export interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

/** Maximum number of kinds per rule, as `maxTypesToCheck` upstream. */
const MAX_KINDS = 10;

/**
 * The status of a policy: its expressions against the types of the kinds that it names, as the release or a definition describes
 * them (`apiserver/pkg/admission/plugin/policy/validating/typechecking.go` upstream).
 */
export function policyStatus(policy: KubeObject, kinds: KindLookup): object {
  const warnings = expressionWarnings((policy.spec ?? {}) as ValidatingPolicySpec, kinds);
  return {
    observedGeneration: policy.metadata.generation ?? 0,
    typeChecking: warnings.length > 0 ? { expressionWarnings: warnings } : {},
  };
}

function expressionWarnings(spec: ValidatingPolicySpec, kinds: KindLookup): ExpressionWarning[] {
  const { paramKind, validations = [] } = spec;
  const found = paramKind && kinds.byGvk(paramKind.apiVersion ?? '', paramKind.kind ?? '');
  const params = found && kindType(found);
  const scopes = checkedKinds(spec, kinds).flatMap(({ kind, apiVersion }) => {
    const object = kindType(kind);
    return object ? [{ name: `${apiVersion}, Kind=${kind.kind}`, types: scopeOf(spec, object, params) }] : [];
  });
  const check = (text: string | undefined, fieldRef: string): ExpressionWarning[] => {
    if (!text) return [];
    const warnings = scopes.flatMap(({ name, types }) => {
      const verdict = verdictOf(text, types);
      return verdict && 'errors' in verdict ? [`${name}: ${verdict.errors}\n`] : [];
    });
    return warnings.length > 0 ? [{ fieldRef, warning: warnings.join('\n') }] : [];
  };
  return validations.flatMap(({ expression, messageExpression }, i) => [
    ...check(expression, `spec.validations[${i}].expression`),
    ...check(messageExpression, `spec.validations[${i}].messageExpression`),
  ]);
}

/**
 * Returns the names that an expression may use. The variables of a policy have the types of their expressions; the type
 * of an invalid one is unknown.
 */
function scopeOf(
  { paramKind, variables = [] }: ValidatingPolicySpec,
  object: CelType,
  params: CelType | undefined,
): ReadonlyMap<string, CelType> {
  const ofVariables = new Map<string, CelType>();
  const scope = new Map<string, CelType>([
    ['object', object],
    ['oldObject', object],
    ['request', REQUEST_TYPE],
    ['namespaceObject', NAMESPACE_TYPE],
    ['authorizer', DYN],
    ['variables', objectType('kubernetes.variables', ofVariables)],
    ...(paramKind ? [['params', params ?? DYN] as const] : []),
  ]);
  for (const { name = '', expression = '' } of variables) {
    const verdict = verdictOf(expression, scope);
    ofVariables.set(name, verdict && 'type' in verdict ? keptType(verdict.type) : DYN);
  }
  return scope;
}

/** Upstream forgets the fields of objects (`convertCelTypeToDeclType`). */
function keptType(type: CelType): CelType {
  return type.kind === 'object' || type.kind === 'optional' ? DYN : type;
}

/** Returns the types of an expression; undefined for an invalid one, which is refused when a policy is written. */
function verdictOf(text: string, types: ReadonlyMap<string, CelType>): ExpressionTypes | undefined {
  try {
    return typesOf(text, types);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/** The kinds that rules name without stars, each once, in the order of their groups, versions and names. */
function checkedKinds({ matchConstraints = {} }: ValidatingPolicySpec, kinds: KindLookup): CheckedKind[] {
  const found = new Map<string, CheckedKind>();
  for (const { apiGroups = [], apiVersions = [], resources = [] } of matchConstraints.resourceRules ?? []) {
    if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) continue;
    let count = 0;
    for (const group of [...apiGroups].sort()) {
      for (const version of [...apiVersions].sort()) {
        for (const resource of [...resources].sort()) {
          const kind = /[*/]/.test(resource) ? undefined : kinds.byResource(group, version, resource);
          if (!kind || count === MAX_KINDS) continue;
          count++;
          found.set(`${group}/${version} ${kind.kind}`, {
            kind,
            apiVersion: group === '' ? version : `${group}/${version}`,
          });
        }
      }
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}
