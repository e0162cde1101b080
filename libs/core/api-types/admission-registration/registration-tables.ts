import type { KubeObject } from '../objects';
import { ageSince } from '../tables/age';
import { AGE, integer, NAME, tableOf, text, type TableKind } from '../tables/table-kind';
import type {
  MutatingPolicySpec,
  PolicyBindingSpec,
  PolicySpec,
  ValidatingPolicySpec,
  WebhookConfiguration,
} from './registration-types';

const UNSET = '<unset>';

/** Columns of a configuration of webhooks (`pkg/printers/internalversion` upstream). */
export const WEBHOOKS_TABLE = tableOf<WebhookConfiguration>(
  [NAME, integer('Webhooks', 'Webhooks indicates the number of webhooks registered in this configuration'), AGE],
  ({ metadata, webhooks = [] }, nowMs) => [metadata.name, webhooks.length, ageSince(metadata.creationTimestamp, nowMs)],
);

/** Columns of a policy; `count` says how much it asks for. */
function policyTable(column: string, description: string, count: (spec: PolicySpec) => number): TableKind {
  return tableOf<KubeObject>(
    [
      NAME,
      integer(column, description),
      text('ParamKind', 'ParamKind specifies the kind of resources used to parameterize this policy'),
      AGE,
    ],
    ({ metadata, spec }, nowMs) => {
      const { paramKind } = (spec ?? {}) as PolicySpec;
      const kind = paramKind ? `${paramKind.apiVersion}/${paramKind.kind}` : UNSET;
      return [metadata.name, count((spec ?? {}) as PolicySpec), kind, ageSince(metadata.creationTimestamp, nowMs)];
    },
  );
}

export const VALIDATING_POLICY_TABLE = policyTable(
  'Validations',
  'Validations indicates the number of validation rules defined in this configuration',
  (spec) => ((spec as ValidatingPolicySpec).validations ?? []).length,
);
export const MUTATING_POLICY_TABLE = policyTable(
  'Mutations',
  'Mutation indicates the number of mutations rules defined in this configuration',
  (spec) => ((spec as MutatingPolicySpec).mutations ?? []).length,
);

/** Columns of the binding of a policy. */
export const POLICY_BINDING_TABLE = tableOf<KubeObject>(
  [
    NAME,
    text('PolicyName', 'PolicyName indicates the policy definition which the policy binding binded to'),
    text('ParamRef', 'ParamRef indicates the param resource which sets the configration param'),
    AGE,
  ],
  ({ metadata, spec }, nowMs) => {
    const { policyName = '', paramRef } = (spec ?? {}) as PolicyBindingSpec;
    return [metadata.name, policyName, shownParam(paramRef), ageSince(metadata.creationTimestamp, nowMs)];
  },
);

function shownParam(ref: PolicyBindingSpec['paramRef']): string {
  if (ref?.name) return ref.namespace ? `${ref.namespace}/${ref.name}` : ref.name;
  if (!ref?.selector) return UNSET;
  const labels = Object.entries(ref.selector.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const expressions = (ref.selector.matchExpressions ?? []).map(({ key, operator, values = [] }) =>
    values.length > 0 ? `${key} ${operator.toLowerCase()} (${values.join(',')})` : `${key} ${operator}`,
  );
  return [...labels, ...expressions].join(',');
}
