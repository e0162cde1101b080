import { unstorableTexts } from '@orrery/api-types';
import {
  BEHAVIOUR_BUNDLES,
  loadSchedulerConfiguration,
  type BundleName,
  type ConfigurationError,
  type PluginRegistry,
  type SchedulerSettings,
} from '@orrery/scheduling';
import { admissionErrors } from './admission-settings';
import { readKubernetesMasterConfig } from './kubernetes-master-config';
import { nodeSettingsErrors } from './node-settings';
import type { ClusterSettings, SchedulerDocument } from './settings-shape';
import { unknownSetting } from './unknown-setting';

export type { ClusterSettings, SchedulerDocument };

/** Name of the scheduler that every cluster has. */
export const MAIN_SCHEDULER = 'default';

/** A scheduler that is to run in a cluster. */
export interface ConfiguredScheduler {
  readonly name: string;
  readonly settings: SchedulerSettings;
  /** Undefined: none was given, the defaults of the cluster's generation apply. */
  readonly document: SchedulerDocument | undefined;
}

/** All schedulers of a cluster, or everything that is wrong with their configurations. */
export type SchedulersVerdict =
  | { readonly ok: readonly ConfiguredScheduler[]; readonly errors?: never }
  | { readonly ok?: never; readonly errors: readonly ConfigurationError[] };

/** The generation of a cluster's behaviour. */
export function bundleOf({ bundle }: ClusterSettings): BundleName {
  return bundle ?? 'modern';
}

/** Reads the schedulers of a cluster, the main one first, then by name; `plugins` are those of the process. */
export function configuredSchedulers(settings: ClusterSettings, plugins: PluginRegistry): SchedulersVerdict {
  const { [MAIN_SCHEDULER]: given, ...others } = settings.schedulers ?? {};
  const main = withMasterConfig(given, settings);
  const errors: ConfigurationError[] = [];
  const schedulers: ConfiguredScheduler[] = [];
  const named = [[MAIN_SCHEDULER, main] as const, ...Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))];
  for (const [name, document] of named) {
    const verdict = readDocument(document, settings, plugins);
    if (verdict.errors) errors.push(...verdict.errors.map((error) => within(name, error)));
    else schedulers.push({ name, settings: verdict.ok, document });
  }
  errors.push(...servedTwice(schedulers));
  return errors.length > 0 ? { errors } : { ok: schedulers };
}

/** Everything that a cluster can be told: what is not among it would be kept and never read. */
const KNOWN_SETTINGS: ReadonlySet<string> = new Set([
  'admissionConfig',
  'bundle',
  'cloud',
  'descheduler',
  'kubelet',
  'kubeletConfigurations',
  'kubernetesMasterConfig',
  'machineConfig',
  'nodeHealth',
  'nodeIpam',
  'pressure',
  'projectConfig',
  'schedulers',
]);

function unknownSettings(settings: ClusterSettings): ConfigurationError[] {
  const unknown = Object.keys(settings).filter((field) => !KNOWN_SETTINGS.has(field));
  return unknown.map((field) => unknownSetting(field, [...KNOWN_SETTINGS]));
}

/** What is wrong with a cluster's settings; nothing if they can be used. */
export function settingsErrors(settings: ClusterSettings, plugins: PluginRegistry): readonly ConfigurationError[] {
  const { bundle } = settings;
  if (bundle !== undefined && !Object.hasOwn(BEHAVIOUR_BUNDLES, bundle)) {
    const supported = Object.keys(BEHAVIOUR_BUNDLES)
      .map((name) => JSON.stringify(name))
      .join(', ');
    const reason = `Unsupported value: ${JSON.stringify(bundle)}: supported values: ${supported}`;
    return [{ field: 'bundle', reason }];
  }
  const [unstorable] = unstorableTexts(settings);
  if (unstorable) return [{ field: unstorable.field, reason: `Invalid value: ${unstorable.detail}` }];
  const { schedulers } = settings;
  if (
    schedulers !== undefined &&
    (typeof schedulers !== 'object' || schedulers === null || Array.isArray(schedulers))
  ) {
    return [{ field: 'schedulers', reason: 'Invalid value: must be an object' }];
  }
  const wrong = [...unknownSettings(settings), ...nodeSettingsErrors(settings, bundle)];
  return [...wrong, ...masterConfigErrors(settings), ...(configuredSchedulers(settings, plugins).errors ?? [])];
}

/** What is wrong with the sections that a master configuration file gives a cluster. */
export function masterConfigErrors(settings: ClusterSettings): readonly ConfigurationError[] {
  const { errors } = readKubernetesMasterConfig(settings.kubernetesMasterConfig);
  return errors.length > 0 ? [...errors, ...admissionErrors(settings)] : admissionErrors(settings);
}

/** Node health parameters of a cluster: its master configuration, overridden by `setNodeHealth`. */
export function nodeHealthDocument(settings: ClusterSettings): Readonly<Record<string, unknown>> {
  const { nodeHealth } = readKubernetesMasterConfig(settings.kubernetesMasterConfig);
  return { ...nodeHealth, ...(settings['nodeHealth'] as object | undefined) };
}

/**
 * The main scheduler as the master configuration file wants it, where nothing else is said of it. Without a configuration
 * of any kind `disablePreemption` is looked at where the defaults are made.
 */
function withMasterConfig(
  given: SchedulerDocument | undefined,
  settings: ClusterSettings,
): SchedulerDocument | undefined {
  const { schedulerConfiguration, disablePreemption } = readKubernetesMasterConfig(settings.kubernetesMasterConfig);
  const configuration = given?.configuration ?? schedulerConfiguration;
  if (configuration === undefined) return undefined;
  return { ...(disablePreemption === undefined ? {} : { disablePreemption }), ...given, configuration };
}

/** The scheduler of a cluster's generation, for which there is no document. */
function defaultScheduler(settings: ClusterSettings, registry: PluginRegistry): SchedulerSettings {
  const bundle = bundleOf(settings);
  const { disablePreemption } = readKubernetesMasterConfig(settings.kubernetesMasterConfig);
  const plugins = { postFilter: { disabled: [{ name: 'DefaultPreemption' }] } };
  const profiles = [{ schedulerName: 'default-scheduler', plugins }];
  const options = disablePreemption === true ? { bundle, registry, profiles } : { bundle, registry };
  return { options, extenders: [], dialect: undefined, warnings: [] };
}

function readDocument(
  document: SchedulerDocument | undefined,
  settings: ClusterSettings,
  registry: PluginRegistry,
): ReturnType<typeof loadSchedulerConfiguration> {
  const bundle = bundleOf(settings);
  if (document === undefined) return { ok: defaultScheduler(settings, registry) };
  const { configuration, ...how } = document;
  return loadSchedulerConfiguration(configuration, { bundle, ...how, registry });
}

function within(name: string, { field, reason }: ConfigurationError): ConfigurationError {
  const place = `schedulers[${name}].configuration`;
  return { field: field === '' ? place : `${place}.${field}`, reason };
}

/** A pod names one scheduler, so no two may answer to the same name. */
function servedTwice(schedulers: readonly ConfiguredScheduler[]): ConfigurationError[] {
  const owners = new Map<string, string>();
  const errors: ConfigurationError[] = [];
  for (const scheduler of schedulers) {
    for (const schedulerName of servedNames(scheduler)) {
      const owner = owners.get(schedulerName);
      if (owner === undefined) owners.set(schedulerName, scheduler.name);
      else {
        const reason = `Invalid value: "${schedulerName}": pods of that scheduler name are served by scheduler "${owner}" already`;
        errors.push({ field: `schedulers[${scheduler.name}]`, reason });
      }
    }
  }
  return errors;
}

/** The values of `schedulerName` that a scheduler serves. */
export function servedNames({ settings }: ConfiguredScheduler): readonly string[] {
  return (settings.options.profiles ?? [{ schedulerName: 'default-scheduler' }]).map(
    ({ schedulerName }) => schedulerName,
  );
}
