import { isPlainObject } from '@orrery/documents';
import { parseLabelSelector } from '@orrery/api-types';
import { CLASSIC_BEHAVIOUR, CURRENT_BEHAVIOUR, type DeschedulingBehaviour } from '../run/behaviour';
import type { DeschedulerPolicy } from './descheduler-policy';
import { decodingPrefix } from './policy-error';
import type { PolicyVerdict } from './policy-verdict';
import { loadClassicPolicy } from './v1alpha1/classic-policy';
import { loadProfilePolicy } from './v1alpha2/profile-policy';

/** Options for reading a policy. */
export interface PolicyOptions {
  /** Name of the file for messages. */
  readonly fileName?: string;
  /** Knobs that differ from those of the policy's version. */
  readonly behaviour?: Partial<DeschedulingBehaviour>;
}

/**
 * Reads a policy document (parsed from YAML or JSON) of `descheduler/v1alpha1` or `descheduler/v1alpha2`. Every error
 * names the field and the reason; all of them are reported together.
 */
export function loadDeschedulerPolicy(document: unknown, options: PolicyOptions = {}): PolicyVerdict {
  const fileName = options.fileName ?? 'policy.yaml';
  const prefix = decodingPrefix(fileName);
  const refuse = (field: string, reason: string): PolicyVerdict => ({
    ok: false,
    errors: [{ field, reason, prefix }],
  });
  if (document === null || document === undefined) return { ok: true, policy: emptyPolicy(options) };
  if (!isPlainObject(document)) return refuse('', 'the policy must be an object');
  const { apiVersion, kind, nodeSelector } = document;
  if (kind !== undefined && kind !== 'DeschedulerPolicy') {
    return refuse('kind', `no kind "${String(kind)}" is registered for version "${String(apiVersion)}"`);
  }
  if (typeof nodeSelector === 'string') {
    const selector = parseLabelSelector(nodeSelector);
    if (!selector.ok) return refuse('nodeSelector', selector.error);
  }
  const context = { prefix, fileName };
  if (apiVersion === 'descheduler/v1alpha1') {
    if (kind === undefined) return refuse('kind', 'kind must be "DeschedulerPolicy"');
    return loadClassicPolicy(document, { ...context, behaviour: { ...CLASSIC_BEHAVIOUR, ...options.behaviour } });
  }
  if (apiVersion === 'descheduler/v1alpha2') {
    return loadProfilePolicy(document, { ...context, behaviour: { ...CURRENT_BEHAVIOUR, ...options.behaviour } });
  }
  const shown = JSON.stringify(apiVersion ?? '');
  return refuse('apiVersion', `apiVersion must be "descheduler/v1alpha1" or "descheduler/v1alpha2", not ${shown}`);
}

function emptyPolicy(options: PolicyOptions): DeschedulerPolicy {
  return {
    apiVersion: 'descheduler/v1alpha2',
    limits: {},
    failureEvents: false,
    steps: [],
    metricsProviders: [],
    prometheusQueries: [],
    behaviour: { ...CURRENT_BEHAVIOUR, ...options.behaviour },
    warnings: ['the policy is empty'],
    profileErrors: {},
  };
}
