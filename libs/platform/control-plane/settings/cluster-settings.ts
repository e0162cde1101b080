import { DEFAULT_RELEASE, findInexact, inexactText, unstorableTexts } from '@orrery/api-types';
import { briefReasonOf, FindingKind, readDocument, unknownName, type Finding } from '@orrery/documents';
import {
  loadSchedulerConfiguration,
  type BundleName,
  type ConfigurationError,
  type PluginRegistry,
  type SchedulerSettings,
} from '@orrery/scheduling';
import { admissionErrors } from './admission-settings';
import { readKubernetesMasterConfig } from '../products';
import { nodeSettingsErrors } from './node-settings';
import { deschedulerErrors } from './descheduler-settings';
import { CLUSTER_SETTINGS } from './settings-schema';
import type { ClusterSettings, SchedulerDocument } from './settings-shape';

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
  return bundle ?? DEFAULT_RELEASE;
}

/** Reads the schedulers of a cluster, the main one first, then by name; `plugins` are those of the process. */
export function configuredSchedulers(settings: ClusterSettings, plugins: PluginRegistry): SchedulersVerdict {
  const { [MAIN_SCHEDULER]: given, ...others } = settings.schedulers ?? {};
  const main = withMasterConfig(given, settings);
  const errors: ConfigurationError[] = [];
  const schedulers: ConfiguredScheduler[] = [];
  const named = [[MAIN_SCHEDULER, main] as const, ...Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))];
  for (const [name, document] of named) {
    const verdict = readScheduler(document, settings, plugins);
    if (verdict.errors) errors.push(...verdict.errors.map((error) => within(name, error)));
    else schedulers.push({ name, settings: verdict.ok, document });
  }
  errors.push(...servedTwice(schedulers));
  return errors.length > 0 ? { errors } : { ok: schedulers };
}

/** Sections with readers of their own, which report more than the schema does. */
const OWN_READERS: readonly string[] = ['admissionConfig', 'projectConfig', 'kubernetesMasterConfig'];

/** Returns the errors of a cluster's settings; nothing if they can be used. */
export function settingsErrors(settings: ClusterSettings, plugins: PluginRegistry): readonly ConfigurationError[] {
  const inexact = findInexact(settings);
  if (inexact) return [{ field: inexact.path.join('.'), reason: inexactText(inexact.value) }];
  const { findings } = readDocument(settings, CLUSTER_SETTINGS);
  const found = findings.filter(({ name = '', parent }) => parent !== CLUSTER_SETTINGS || !OWN_READERS.includes(name));
  const errors = found.map(settingError);
  const ofBundle = errors.filter(({ field }) => field === 'bundle');
  if (ofBundle.length > 0) return ofBundle;
  const [unstorable] = unstorableTexts(settings);
  if (unstorable) return [{ field: unstorable.field, reason: `Invalid value: ${unstorable.detail}` }];
  // What a section means is evaluated where its structure is right.
  const broken = new Set(errors.map(sectionOf));
  const meaning = [
    ...nodeSettingsErrors(settings),
    ...deschedulerErrors(settings['descheduler']),
    ...masterConfigErrors(settings),
  ];
  const schedulers = broken.has('schedulers') ? [] : (configuredSchedulers(settings, plugins).errors ?? []);
  return [...errors, ...meaning.filter((error) => !broken.has(sectionOf(error))), ...schedulers];
}

function sectionOf({ field }: ConfigurationError): string {
  return field.split(/[.[]/, 1)[0]!;
}

function settingError(finding: Finding): ConfigurationError {
  const { kind, field, name = '', supported = [] } = finding;
  const isUnknown = kind === FindingKind.Unknown;
  return { field, reason: isUnknown ? unknownName('setting', name, supported) : briefReasonOf(finding) };
}

/** Returns the errors of the sections that a master configuration file gives a cluster. */
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
 * Returns the main scheduler as in the master configuration file, without other settings for it. Without a
 * configuration of any kind `disablePreemption` is read where the defaults are made.
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

/** Returns the default scheduler of a cluster's generation, which has no document. */
function defaultScheduler(settings: ClusterSettings, registry: PluginRegistry): SchedulerSettings {
  const bundle = bundleOf(settings);
  const { disablePreemption } = readKubernetesMasterConfig(settings.kubernetesMasterConfig);
  const plugins = { postFilter: { disabled: [{ name: 'DefaultPreemption' }] } };
  const profiles = [{ schedulerName: 'default-scheduler', plugins }];
  const options = disablePreemption === true ? { bundle, registry, profiles } : { bundle, registry };
  return { options, extenders: [], dialect: undefined, warnings: [] };
}

function readScheduler(
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
