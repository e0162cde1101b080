import { textOf } from '@orrery/documents';
import type { BundleName } from '../../behaviour/bundles';
import { DEFAULT_PLUGINS } from '../../profiles/default-plugins';
import type { PluginRegistry } from '../../framework/plugin-args';
import { DEFAULT_SCHEDULER_NAME, type Profile } from '../../profiles/profile';
import { readExtenders, resourcesLeftToExtenders } from '../extender-settings';
import { profileErrors } from '../profile-errors';
import type { SchedulerSettings } from '../scheduler-settings';
import { splitFieldError } from '../split-field-error';
import { readInto, type Findings } from '../findings';
import {
  CONFIGURATION_GROUP,
  CONFIGURATION_VERSIONS,
  configurationStructure,
  type ConfigurationVersion,
  type RawProfile,
} from './configuration-document';
import { checkPluginArgs } from './check-plugin-args';
import { withSeparateScorers } from './separate-scorers';
import {
  DEFAULT_INITIAL_BACKOFF_SECONDS,
  DEFAULT_MAX_BACKOFF_SECONDS,
  queueSortErrors,
  validateConfiguration,
} from './validate-configuration';

/** Choices about a configuration that its text does not make. */
export interface ConfigurationOptions {
  readonly bundle: BundleName;
  /** S where it differs from the bundle's. */
  readonly scoreScale: number | undefined;
  /** Pods of higher priority preempt no other pods. */
  readonly disablePreemption: boolean;
  readonly registry: PluginRegistry;
}

/** Reads a KubeSchedulerConfiguration; problems are added to `findings`, and then the result must not be used. */
export function readKubeSchedulerConfiguration(
  value: Readonly<Record<string, unknown>>,
  options: ConfigurationOptions,
  findings: Findings,
): Omit<SchedulerSettings, 'warnings'> | undefined {
  const { errors } = findings;
  const version = versionOf(value['apiVersion'], findings);
  if (!version) return undefined;
  const document = readInto(value, configurationStructure(version), '', findings)!;
  if (errors.length > 0) return undefined;
  errors.push(...validateConfiguration(document, options.registry));
  const extenders = readExtenders(document.extenders ?? [], errors);
  const ignoredResources = resourcesLeftToExtenders(extenders);
  const raw = document.profiles?.length ? document.profiles : [{}];
  const profiles = raw.map((one, i) =>
    profileOf(one, { ...options, version, ignoredResources, path: `profiles[${i}]` }, findings),
  );
  if (errors.length > 0) return undefined;
  errors.push(...queueSortErrors(profiles));
  const { bundle, scoreScale, registry } = options;
  const knobs = scoreScale === undefined ? {} : { score: { scale: scoreScale } };
  profiles.forEach((profile, i) => {
    for (const { field, reason } of profileErrors({ bundle, knobs, profile, registry }).map(splitFieldError)) {
      const path = `profiles[${i}].${field}`;
      if (!errors.some((known) => known.field === path && known.reason === reason))
        errors.push({ field: path, reason });
    }
  });
  const {
    podInitialBackoffSeconds: initial = DEFAULT_INITIAL_BACKOFF_SECONDS,
    podMaxBackoffSeconds: max = DEFAULT_MAX_BACKOFF_SECONDS,
  } = document;
  const settings = {
    bundle,
    knobs,
    profiles,
    percentageOfNodesToScore: Number(document.percentageOfNodesToScore ?? 0),
    backoff: { initialMs: Number(initial) * 1000, maxMs: Number(max) * 1000 },
    registry,
  };
  return { options: settings, extenders, dialect: undefined };
}

function versionOf(apiVersion: unknown, { errors }: Findings): ConfigurationVersion | undefined {
  const version = CONFIGURATION_VERSIONS.find((one) => apiVersion === `${CONFIGURATION_GROUP}/${one}`);
  if (version) return version;
  const supported = CONFIGURATION_VERSIONS.map((one) => `"${CONFIGURATION_GROUP}/${one}"`).join(', ');
  const reason =
    apiVersion === undefined || apiVersion === null
      ? 'Required value'
      : `Unsupported value: ${textOf(apiVersion)}: supported values: ${supported}`;
  errors.push({ field: 'apiVersion', reason });
  return undefined;
}

interface ProfileReading extends ConfigurationOptions {
  readonly version: ConfigurationVersion;
  readonly path: string;
  readonly ignoredResources: readonly string[];
}

function profileOf(raw: RawProfile, reading: ProfileReading, findings: Findings): Profile {
  const { version, path, bundle, disablePreemption, registry } = reading;
  const pluginConfig = (raw.pluginConfig ?? []).map(({ name = '', args = {} }, i) => ({
    name,
    args: checkPluginArgs({ name, args, path: `${path}.pluginConfig[${i}].args`, version, registry }, findings),
  }));
  const percentage = raw.percentageOfNodesToScore;
  const profile: Profile = {
    schedulerName: raw.schedulerName || DEFAULT_SCHEDULER_NAME,
    ...(percentage === undefined ? {} : { percentageOfNodesToScore: Number(percentage) }),
    plugins: disablePreemption ? withoutPreemption(raw.plugins ?? {}) : (raw.plugins ?? {}),
    pluginConfig: ignoring(reading, pluginConfig),
  };
  return version === 'v1beta1' ? withSeparateScorers(profile, bundle) : profile;
}

function withoutPreemption(plugins: NonNullable<Profile['plugins']>): NonNullable<Profile['plugins']> {
  return { ...plugins, postFilter: { disabled: [{ name: '*' }] } };
}

type PluginConfig = readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];

/** Adds the resources that extenders manage to those that the resource filters ignore, after those of the profile. */
function ignoring({ bundle, ignoredResources }: ProfileReading, pluginConfig: PluginConfig): PluginConfig {
  if (ignoredResources.length === 0) return pluginConfig;
  const defaults = new Set(DEFAULT_PLUGINS[bundle].map(({ name }) => name));
  const filters = ['NodeResourcesFit', 'GeneralPredicates'];
  const isGiven = (name: string): boolean => pluginConfig.some((entry) => entry.name === name);
  const extended = pluginConfig.map((entry) => {
    if (!filters.includes(entry.name)) return entry;
    const own = (entry.args['ignoredResources'] ?? []) as readonly string[];
    return { ...entry, args: { ...entry.args, ignoredResources: [...new Set([...own, ...ignoredResources])] } };
  });
  const added = filters.filter((name) => !isGiven(name) && (name === 'NodeResourcesFit' || defaults.has(name)));
  return [...extended, ...added.map((name) => ({ name, args: { ignoredResources } }))];
}
