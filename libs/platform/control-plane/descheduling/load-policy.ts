import { parseYaml, YamlDepthError } from '@orrery/api-types';
import { loadDeschedulerPolicy, type DeschedulingBehaviour, type PolicyVerdict } from '@orrery/descheduling';
import { YAMLParseError } from 'yaml';

/** A policy and how it is to be read. */
export interface PolicySource {
  /** The policy as text (YAML or JSON) or as data. */
  readonly policy: unknown;
  /** Name of the file for messages. */
  readonly fileName?: string;
  readonly behaviour?: Partial<DeschedulingBehaviour>;
}

/** Reads a policy given as text or as data. */
export function loadPolicy({ policy, fileName, behaviour }: PolicySource): PolicyVerdict {
  const options = { ...(fileName !== undefined && { fileName }), ...(behaviour && { behaviour }) };
  if (typeof policy !== 'string') return loadDeschedulerPolicy(policy, options);
  try {
    return loadDeschedulerPolicy(parseYaml(policy), options);
  } catch (error) {
    if (!(error instanceof YAMLParseError || error instanceof YamlDepthError)) throw error;
    return { ok: false, errors: [{ field: '', reason: `the policy is not YAML: ${error.message}` }] };
  }
}
