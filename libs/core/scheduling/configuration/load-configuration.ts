import { byRelease } from '@orrery/api-types';
import { textOf } from '@orrery/documents';
import type { BundleName } from '../behaviour/bundles';
import { readKubeSchedulerConfiguration } from './kube-scheduler/read-configuration';
import type { PluginRegistry } from '../framework/plugin-args';
import { parseText } from './parse-text';
import { readPolicy } from './policy/read-policy';
import type { ConfigurationError } from './configuration-error';
import type { Findings } from './findings';
import { PolicyDialect, type SchedulerSettings } from './scheduler-settings';

/** Options for reading a configuration. */
export interface LoadOptions {
  /** The cluster's generation of behaviour. */
  readonly bundle: BundleName;
  /** Policy only; `1.20` for a cluster of that release and `guide` otherwise if absent. */
  readonly dialect?: PolicyDialect;
  /** Repairs text pasted from the guide before reading it. */
  readonly lenient?: boolean;
  /** Unknown fields are errors; if absent, in a KubeSchedulerConfiguration and not in a Policy, as upstream. */
  readonly strict?: boolean;
  /** S, if it is to differ from what the format and generation have. */
  readonly scoreScale?: number;
  /** Pods of higher priority preempt no other pods. */
  readonly disablePreemption?: boolean;
  /** Plugins that a configuration may name. */
  readonly registry: PluginRegistry;
}

/** Settings that can run, or everything that is wrong. */
export type LoadVerdict =
  | { readonly ok: SchedulerSettings; readonly errors?: never }
  | { readonly ok?: never; readonly errors: readonly ConfigurationError[] };

const KINDS = ['Policy', 'KubeSchedulerConfiguration'];

/**
 * Reads a scheduler configuration of either format, from text (YAML or JSON) or from parsed data. An accepted
 * configuration runs: every plugin exists, supports its extension points, and has accepted its arguments.
 */
export function loadSchedulerConfiguration(source: unknown, load: LoadOptions): LoadVerdict {
  const parsed = typeof source === 'string' ? parseText(source, load.lenient === true) : { value: source };
  if ('errors' in parsed) return { errors: parsed.errors };
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { errors: [{ field: '', reason: `Invalid value: ${textOf(value)}: must be an object` }] };
  }
  const document = load.lenient === true ? withKind(value) : (value as Readonly<Record<string, unknown>>);
  const { kind } = document;
  const findings: Findings = { errors: [], unknownFields: [] };
  const read = kind === 'Policy' ? policyOf(document, load, findings) : configurationOf(document, load, findings);
  const isStrict = load.strict ?? kind !== 'Policy';
  const errors = isStrict ? [...findings.unknownFields, ...findings.errors] : findings.errors;
  if (!read || errors.length > 0) return { errors };
  return { ok: { ...read, document, warnings: findings.unknownFields } };
}

/** A part of a Policy, as the guide prints its lists alone, is one. */
function withKind(value: object): Readonly<Record<string, unknown>> {
  const isPart = !('kind' in value) && ('predicates' in value || 'priorities' in value);
  return isPart ? { apiVersion: 'v1', kind: 'Policy', ...value } : { ...value };
}

/** Policies went with 1.23: where a later release reads one, it is the guide's. */
const USUAL_DIALECT = byRelease<PolicyDialect>({
  '1.34': PolicyDialect.Guide,
  '1.20': PolicyDialect.V1_20,
  '1.11': PolicyDialect.Guide,
});

type ReadSettings = Omit<SchedulerSettings, 'document' | 'warnings'> | undefined;

function policyOf(document: Readonly<Record<string, unknown>>, load: LoadOptions, findings: Findings): ReadSettings {
  const usual = USUAL_DIALECT[load.bundle];
  const { bundle, dialect = usual, scoreScale, disablePreemption = false, registry } = load;
  return readPolicy(document, { bundle, dialect, scoreScale, disablePreemption, registry }, findings);
}

function configurationOf(
  document: Readonly<Record<string, unknown>>,
  { bundle, scoreScale, disablePreemption = false, registry }: LoadOptions,
  findings: Findings,
): ReadSettings {
  const { kind } = document;
  if (kind === 'KubeSchedulerConfiguration') {
    return readKubeSchedulerConfiguration(document, { bundle, scoreScale, disablePreemption, registry }, findings);
  }
  const supported = KINDS.map((word) => JSON.stringify(word)).join(', ');
  const reason =
    kind === undefined || kind === null
      ? 'Required value'
      : `Unsupported value: ${textOf(kind)}: supported values: ${supported}`;
  findings.errors.push({ field: 'kind', reason });
  return undefined;
}
