import type { Toleration } from '@orrery/api-types';
import type { AdmissionSettings, SwitchablePlugin } from '../chain';
import { readNodeSelector } from '../pod-node-selector/node-selector-text';

/** One thing that is wrong with a configuration. */
export interface AdmissionConfigurationError {
  /** Where, as a path into the document. */
  readonly field: string;
  readonly reason: string;
}

/** The settings of a document, or everything that is wrong with it. */
export type AdmissionConfigurationVerdict =
  | { readonly ok: AdmissionSettings; readonly errors?: never }
  | { readonly ok?: never; readonly errors: readonly AdmissionConfigurationError[] };

type Json = Readonly<Record<string, unknown>>;

interface Reading {
  settings: AdmissionSettings;
  readonly errors: AdmissionConfigurationError[];
}

/** Reads the configuration of one plugin into the settings. */
type PluginReader = (configuration: Json, field: string, reading: Reading) => void;

const PLUGINS: Readonly<Record<string, PluginReader>> = {
  PodNodeConstraints: readPodNodeConstraints,
  PodNodeSelector: readPodNodeSelector,
  DefaultTolerationSeconds: switchOnly('DefaultTolerationSeconds'),
  PodTolerationRestriction: readPodTolerationRestriction,
  LimitRanger: switchOnly('LimitRanger'),
  ResourceQuota: switchOnly('ResourceQuota'),
  ServiceAccount: switchOnly('ServiceAccount'),
};

/**
 * Reads the parts of a master configuration file that are about admission, as the guide's sections 16.5 and 16.11 write
 * them: `admissionConfig.pluginConfig` and `projectConfig.defaultNodeSelector`. What the document does not mention
 * stays as `base` has it; other sections of such a file are not looked at.
 */
export function readAdmissionConfiguration(document: unknown, base: AdmissionSettings): AdmissionConfigurationVerdict {
  const reading: Reading = { settings: base, errors: [] };
  if (!isJson(document)) return { errors: [{ field: '', reason: 'Invalid value: must be an object' }] };
  const { admissionConfig, projectConfig } = document;
  const project = section(projectConfig, 'projectConfig', reading);
  if (project?.['defaultNodeSelector'] !== undefined) {
    const text = selectorText(project['defaultNodeSelector'], 'projectConfig.defaultNodeSelector', reading);
    reading.settings = { ...reading.settings, projectNodeSelector: { defaultNodeSelector: text } };
  }
  const plugins = section(
    section(admissionConfig, 'admissionConfig', reading)?.['pluginConfig'],
    'admissionConfig.pluginConfig',
    reading,
  );
  for (const [name, plugin] of Object.entries(plugins ?? {})) readPlugin(name, plugin, reading);
  return reading.errors.length > 0 ? { errors: reading.errors } : { ok: reading.settings };
}

function readPlugin(name: string, plugin: unknown, reading: Reading): void {
  const field = `admissionConfig.pluginConfig.${name}`;
  const read = Object.hasOwn(PLUGINS, name) ? PLUGINS[name] : undefined;
  if (!read) {
    const supported = Object.keys(PLUGINS)
      .map((each) => JSON.stringify(each))
      .join(', ');
    return wrong(reading, field, `Unsupported value: ${JSON.stringify(name)}: supported values: ${supported}`);
  }
  const given = section(plugin, field, reading);
  if (!given) return;
  if (given['location'] !== undefined) {
    return wrong(
      reading,
      `${field}.location`,
      'Forbidden: files are read at start only; give the configuration itself',
    );
  }
  const configuration = section(given['configuration'], `${field}.configuration`, reading);
  if (configuration) read(configuration, `${field}.configuration`, reading);
}

function readPodNodeConstraints(configuration: Json, field: string, reading: Reading): void {
  checkKind(configuration, 'PodNodeConstraintsConfig', field, reading);
  const list = configuration['nodeSelectorLabelBlacklist'];
  if (list !== undefined && !(Array.isArray(list) && list.every((label) => typeof label === 'string'))) {
    return wrong(reading, `${field}.nodeSelectorLabelBlacklist`, 'Invalid value: must be a list of labels');
  }
  const nodeSelectorLabelBlacklist = (list as string[] | undefined) ?? ['kubernetes.io/hostname'];
  reading.settings = { ...reading.settings, podNodeConstraints: { nodeSelectorLabelBlacklist } };
}

function readPodNodeSelector(configuration: Json, field: string, reading: Reading): void {
  const path = `${field}.podNodeSelectorPluginConfig`;
  const given = section(configuration['podNodeSelectorPluginConfig'], path, reading);
  if (!given) return;
  const { clusterDefaultNodeSelector = '', ...namespaces } = given;
  const whitelists = Object.entries(namespaces).map(([namespace, text]) => [
    namespace,
    selectorText(text, `${path}.${namespace}`, reading),
  ]);
  reading.settings = {
    ...reading.settings,
    podNodeSelector: {
      clusterDefaultNodeSelector: selectorText(
        clusterDefaultNodeSelector,
        `${path}.clusterDefaultNodeSelector`,
        reading,
      ),
      whitelists: Object.fromEntries(whitelists) as Record<string, string>,
    },
  };
}

/** The plugin's own configuration, or a `DefaultAdmissionConfig`, with which a cluster does without it. */
function readPodTolerationRestriction(configuration: Json, field: string, reading: Reading): void {
  if (configuration['kind'] === 'DefaultAdmissionConfig') {
    return switchOnly('PodTolerationRestriction')(configuration, field, reading);
  }
  const list = (name: 'default' | 'whitelist'): readonly Toleration[] => {
    const value = configuration[name] ?? [];
    if (Array.isArray(value) && value.every(isJson)) return value as Toleration[];
    wrong(reading, `${field}.${name}`, 'Invalid value: must be a list of tolerations');
    return [];
  };
  const podTolerationRestriction = { default: list('default'), whitelist: list('whitelist') };
  reading.settings = { ...reading.settings, podTolerationRestriction };
}

/** A plugin that a `DefaultAdmissionConfig` only switches on and off. */
function switchOnly(name: SwitchablePlugin): PluginReader {
  return (configuration, field, reading) => {
    const others = reading.settings.switchedOff.filter((each) => each !== name);
    const isOff = disabled(configuration, field, reading);
    reading.settings = { ...reading.settings, switchedOff: isOff ? [...others, name] : others };
  };
}

function disabled(configuration: Json, field: string, reading: Reading): boolean {
  checkKind(configuration, 'DefaultAdmissionConfig', field, reading);
  const { disable = false } = configuration;
  if (typeof disable !== 'boolean') wrong(reading, `${field}.disable`, 'Invalid value: must be true or false');
  return disable === true;
}

function checkKind({ kind }: Json, expected: string, field: string, reading: Reading): void {
  if (kind === undefined || kind === expected) return;
  wrong(reading, `${field}.kind`, `Unsupported value: ${JSON.stringify(kind)}: supported values: "${expected}"`);
}

function selectorText(text: unknown, field: string, reading: Reading): string {
  if (typeof text !== 'string') {
    wrong(reading, field, 'Invalid value: must be a text of the form "key=value,key=value"');
    return '';
  }
  const verdict = readNodeSelector(text);
  if (verdict.wrong !== undefined) wrong(reading, field, `Invalid value: invalid selector: [${verdict.wrong}]`);
  return text;
}

/** A section of the document; undefined if it is not there, or not a section, which is an error. */
function section(value: unknown, field: string, reading: Reading): Json | undefined {
  if (value === undefined || value === null) return undefined;
  if (isJson(value)) return value;
  wrong(reading, field, 'Invalid value: must be an object');
  return undefined;
}

function wrong(reading: Reading, field: string, reason: string): void {
  reading.errors.push({ field, reason });
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
