import { deepEqual } from '@orrery/api-types';
import { DEFAULT_SCHEDULER_NAME, type Profile } from '../../profiles/profile';
import type { PluginRegistry } from '../../framework/plugin-args';
import type { ConfigurationError } from '../configuration-error';
import type { ConfigurationDocument, RawProfile } from './configuration-document';

const MAX_INT32 = 2 ** 31 - 1;
/** Defaults of the API. */
const DEFAULT_PARALLELISM = 16;
export const DEFAULT_INITIAL_BACKOFF_SECONDS = 1;
export const DEFAULT_MAX_BACKOFF_SECONDS = 10;

type Refuse = (field: string, reason: string) => void;

/** Returns all errors of a document beyond its structure and the plugins' errors about their arguments. */
export function validateConfiguration(document: ConfigurationDocument, registry: PluginRegistry): ConfigurationError[] {
  const errors: ConfigurationError[] = [];
  const refuse: Refuse = (field, reason) => errors.push({ field, reason });
  const { parallelism = DEFAULT_PARALLELISM } = document;
  if (parallelism <= 0) {
    refuse('parallelism', `Invalid value: ${parallelism}: should be an integer value greater than zero`);
  }
  validatePercentage('percentageOfNodesToScore', document.percentageOfNodesToScore, refuse);
  const {
    podInitialBackoffSeconds: initial = DEFAULT_INITIAL_BACKOFF_SECONDS,
    podMaxBackoffSeconds: max = DEFAULT_MAX_BACKOFF_SECONDS,
  } = document;
  if (initial <= 0) refuse('podInitialBackoffSeconds', `Invalid value: ${initial}: must be greater than 0`);
  if (max < initial) {
    const text = 'must be greater than or equal to PodInitialBackoffSeconds';
    refuse('podMaxBackoffSeconds', `Invalid value: ${max}: ${text}`);
  }
  const profiles = document.profiles ?? [];
  const names = new Set<string>();
  profiles.forEach((profile, i) => {
    const path = `profiles[${i}]`;
    const name = profile.schedulerName || (profiles.length === 1 ? DEFAULT_SCHEDULER_NAME : '');
    if (name === '') refuse(`${path}.schedulerName`, 'Required value');
    else if (names.has(name)) refuse(`${path}.schedulerName`, `Duplicate value: ${JSON.stringify(name)}`);
    names.add(name);
    validateProfile(profile, path, { refuse, registry });
  });
  return errors;
}

function validateProfile(
  profile: RawProfile,
  path: string,
  { refuse, registry }: { readonly refuse: Refuse; readonly registry: PluginRegistry },
): void {
  validatePercentage(`${path}.percentageOfNodesToScore`, profile.percentageOfNodesToScore, refuse);
  for (const [point, { enabled = [] }] of Object.entries(profile.plugins ?? {})) {
    const seen = new Set<string>();
    enabled.forEach(({ name, weight = 0 }, i) => {
      const field = `${path}.plugins.${point}.enabled[${i}]`;
      if (!name) refuse(`${field}.name`, 'Required value');
      else if (seen.has(name)) refuse(`${field}.name`, `Duplicate value: ${JSON.stringify(name)}`);
      seen.add(name);
      if (weight < 0 || weight > MAX_INT32) {
        refuse(`${field}.weight`, `Invalid value: ${weight}: not in valid range [0, ${MAX_INT32}]`);
      }
    });
  }
  const configured = new Set<string>();
  profile.pluginConfig?.forEach(({ name = '' }, i) => {
    const field = `${path}.pluginConfig[${i}]`;
    if (name === '') refuse(`${field}.name`, 'Required value');
    else if (configured.has(name)) refuse(field, `Duplicate value: ${JSON.stringify(name)}`);
    else if (!Object.hasOwn(registry, name.split('/', 1)[0]!)) {
      refuse(`${field}.name`, `Invalid value: ${JSON.stringify(name)}: plugin does not exist`);
    }
    configured.add(name);
  });
}

function validatePercentage(field: string, percentage: number | bigint | undefined, refuse: Refuse): void {
  if (percentage !== undefined && (percentage < 0 || percentage > 100)) {
    refuse(field, `Invalid value: ${percentage}: not in valid range [0-100]`);
  }
}

/** Returns the errors of the queue sort. One queue serves all profiles: they must sort it by the same plugin with the same arguments. */
export function queueSortErrors(profiles: readonly Profile[]): ConfigurationError[] {
  const errors: ConfigurationError[] = [];
  const [first, ...others] = profiles.map(queueSortOf);
  others.forEach((other, i) => {
    const path = `profiles[${i + 1}]`;
    const text = 'has to match for all profiles';
    if (!deepEqual(first!.names, other.names)) {
      errors.push({
        field: `${path}.plugins.queueSort`,
        reason: `Invalid value: ${JSON.stringify(other.names)}: ${text}`,
      });
    } else if (!deepEqual(first!.args, other.args)) {
      errors.push({
        field: `${path}.pluginConfig.args`,
        reason: `Invalid value: ${JSON.stringify(other.args ?? null)}: ${text}`,
      });
    }
  });
  return errors;
}

const DEFAULT_QUEUE_SORT = 'PrioritySort';

function queueSortOf({ plugins, pluginConfig }: Profile): {
  readonly names: readonly string[];
  readonly args: unknown;
} {
  const enabled = plugins?.queueSort?.enabled ?? [];
  const names = enabled.length > 0 ? enabled.map(({ name }) => name) : [DEFAULT_QUEUE_SORT];
  const args = pluginConfig?.find(({ name }) => names.includes(name))?.args;
  return { names, args };
}
