import type { SwitchablePlugin } from '@orrery/admission';
import { readNodeHealthSettings } from '@orrery/node-health';

/** Something about a section: where, and what is wrong with it or why it does nothing. */
export interface SectionWarning {
  readonly field: string;
  readonly reason: string;
}

/** What the section `kubernetesMasterConfig` of a master configuration file asks of a cluster. */
export interface KubernetesMasterConfig {
  /** A Policy or KubeSchedulerConfiguration: what was in `schedulerConfigFile`. */
  readonly schedulerConfiguration?: unknown;
  readonly disablePreemption?: boolean;
  /** As `setNodeHealth` takes it. */
  readonly nodeHealth: Readonly<Record<string, unknown>>;
  readonly notReadySeconds?: number;
  readonly unreachableSeconds?: number;
  readonly switchedOff: readonly SwitchablePlugin[];
  /** What cannot be used. */
  readonly errors: readonly SectionWarning[];
  /** What has no effect. */
  readonly warnings: readonly SectionWarning[];
}

const SECTION = 'kubernetesMasterConfig';
const NO_EFFECT = 'has no effect here';

interface Reading {
  readonly result: { -readonly [K in keyof KubernetesMasterConfig]: KubernetesMasterConfig[K] };
  readonly nodeHealth: Record<string, unknown>;
  /** The flag that a field of `nodeHealth` comes from. */
  readonly origins: Map<string, string>;
  readonly switchedOff: SwitchablePlugin[];
  readonly errors: SectionWarning[];
  readonly warnings: SectionWarning[];
}

/** Reads the last value of a flag; @param field its place in the file */
type FlagReader = (text: string, field: string, reading: Reading) => void;

const CONTROLLER_FLAGS: Readonly<Record<string, FlagReader>> = {
  'node-monitor-period': nodeHealthFlag('nodeMonitorPeriod', String),
  'node-monitor-grace-period': nodeHealthFlag('nodeMonitorGracePeriod', String),
  'node-startup-grace-period': nodeHealthFlag('nodeStartupGracePeriod', String),
  'pod-eviction-timeout': nodeHealthFlag('podEvictionTimeout', String),
  'node-eviction-rate': nodeHealthFlag('nodeEvictionRate', numberOf),
  'secondary-node-eviction-rate': nodeHealthFlag('secondaryNodeEvictionRate', numberOf),
  'large-cluster-size-threshold': nodeHealthFlag('largeClusterSizeThreshold', numberOf),
  'unhealthy-zone-threshold': nodeHealthFlag('unhealthyZoneThreshold', numberOf),
  'enable-taint-manager': nodeHealthFlag('enableTaintManager', booleanOf),
};

const API_SERVER_FLAGS: Readonly<Record<string, FlagReader>> = {
  'default-not-ready-toleration-seconds': tolerationFlag('notReadySeconds'),
  'default-unreachable-toleration-seconds': tolerationFlag('unreachableSeconds'),
  'disable-admission-plugins': disabledPlugins,
};

const SCHEDULER_FLAGS: Readonly<Record<string, FlagReader>> = {
  disablePreemption,
  'disable-preemption': disablePreemption,
};

/** Sections of flags; the guide calls the scheduler's `schedulerArgs`, OpenShift `schedulerArguments`. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, FlagReader>>>> = {
  apiServerArguments: API_SERVER_FLAGS,
  controllerArguments: CONTROLLER_FLAGS,
  schedulerArguments: SCHEDULER_FLAGS,
  schedulerArgs: SCHEDULER_FLAGS,
};

/** Feature gates whose feature is always here. */
const ALWAYS_ON = ['PodPriority', 'TaintBasedEvictions', 'TaintNodesByCondition'];
const SWITCHABLE: readonly SwitchablePlugin[] = [
  'DefaultTolerationSeconds',
  'LimitRanger',
  'PodTolerationRestriction',
  'ResourceQuota',
  'ServiceAccount',
];

/**
 * Reads the section `kubernetesMasterConfig` as OpenShift 3.11 has it. Everything in it acts, is wrong, or is named in a
 * warning.
 */
export function readKubernetesMasterConfig(section: unknown): KubernetesMasterConfig {
  const lists = { nodeHealth: {}, switchedOff: [], errors: [], warnings: [] };
  if (section === undefined || section === null) return lists;
  const reading: Reading = { ...lists, result: lists, origins: new Map() };
  if (!isObject(section)) reading.errors.push({ field: SECTION, reason: 'Invalid value: must be an object' });
  else for (const [name, value] of Object.entries(section)) readField(name, value, reading);
  for (const { field, reason } of readNodeHealthSettings(reading.nodeHealth).errors ?? []) {
    reading.errors.push({ field: reading.origins.get(field) ?? SECTION, reason });
  }
  return reading.result;
}

function readField(name: string, value: unknown, reading: Reading): void {
  const field = `${SECTION}.${name}`;
  const flags = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name] : undefined;
  if (value === null || value === '') return;
  if (flags) return readArguments(value, field, { flags, reading });
  if (name === 'podEvictionTimeout') return CONTROLLER_FLAGS['pod-eviction-timeout']!(textOf(value), field, reading);
  if (name !== 'schedulerConfigFile') return ignore(field, reading);
  const { configuration } = isObject(value) ? value : {};
  if (configuration !== undefined) reading.result.schedulerConfiguration = configuration;
  else ignore(field, reading, 'files are read at start only; setSchedulerConfig takes the configuration itself');
}

function readArguments(
  value: unknown,
  field: string,
  { flags, reading }: { readonly flags: Readonly<Record<string, FlagReader>>; readonly reading: Reading },
): void {
  if (!isObject(value)) {
    reading.errors.push({ field, reason: 'Invalid value: must map flags to lists of values' });
    return;
  }
  for (const [flag, given] of Object.entries(value)) {
    const place = `${field}.${flag}`;
    const texts = (Array.isArray(given) ? given : [given]).map(textOf);
    const read = Object.hasOwn(flags, flag) ? flags[flag] : undefined;
    if (flag === 'feature-gates') readGates(texts, place, { isController: flags === CONTROLLER_FLAGS, reading });
    else if (!read) ignore(place, reading);
    else if (flag === 'disable-admission-plugins') read(texts.join(','), place, reading);
    else if (texts.length > 0) read(texts.at(-1)!, place, reading);
  }
}

/** `TaintBasedEvictions=false` lets the controller delete pods by itself; other gates cannot be turned. */
function readGates(
  texts: readonly string[],
  field: string,
  { isController, reading }: { readonly isController: boolean; readonly reading: Reading },
): void {
  for (const gate of texts.flatMap((text) => text.split(',')).map((text) => text.trim())) {
    const [name = '', value = ''] = gate.split('=');
    if (isController && name === 'TaintBasedEvictions') {
      nodeHealthFlag('enableTaintManager', booleanOf)(value, `${field}[${name}]`, reading);
    } else if (!ALWAYS_ON.includes(name) || value !== 'true') ignore(`${field}[${gate}]`, reading);
  }
}

function nodeHealthFlag(name: string, parse: (text: string) => unknown): FlagReader {
  return (text, field, reading) => {
    reading.nodeHealth[name] = parse(text);
    reading.origins.set(name, field);
  };
}

function tolerationFlag(name: 'notReadySeconds' | 'unreachableSeconds'): FlagReader {
  return (text, field, { result, errors }) => {
    if (/^-?\d{1,15}$/.test(text)) result[name] = Number(text);
    else errors.push({ field, reason: `Invalid value: ${JSON.stringify(text)}: must be a whole number of seconds` });
  };
}

function disablePreemption(text: string, field: string, { result, errors }: Reading): void {
  const value = booleanOf(text);
  if (typeof value === 'boolean') result.disablePreemption = value;
  else errors.push({ field, reason: `Invalid value: ${JSON.stringify(text)}: must be true or false` });
}

function disabledPlugins(text: string, field: string, reading: Reading): void {
  for (const name of text.split(',').map((each) => each.trim())) {
    const plugin = SWITCHABLE.find((each) => each === name);
    if (plugin) reading.switchedOff.push(plugin);
    else ignore(`${field}[${name}]`, reading);
  }
}

function ignore(field: string, { warnings }: Reading, reason: string = NO_EFFECT): void {
  warnings.push({ field, reason });
}

/** What the text says; the text itself where it is no number, which is then refused. */
function numberOf(text: string): number | string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function booleanOf(text: string): boolean | string {
  return text === 'true' ? true : text === 'false' ? false : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const TOP_LEVEL = ['apiVersion', 'kind', 'admissionConfig', 'projectConfig', SECTION];

/** What a whole master configuration file has besides sections that act; each is named. */
export function masterConfigWarnings(document: Readonly<Record<string, unknown>>): readonly SectionWarning[] {
  const others = Object.keys(document).filter((name) => !TOP_LEVEL.includes(name));
  const within = (section: string, known: string): string[] => {
    const value = document[section];
    return isObject(value) ? Object.keys(value).flatMap((name) => (name === known ? [] : [`${section}.${name}`])) : [];
  };
  const fields = [
    ...others,
    ...within('admissionConfig', 'pluginConfig'),
    ...within('projectConfig', 'defaultNodeSelector'),
  ];
  const { warnings } = readKubernetesMasterConfig(document[SECTION]);
  return [...fields.map((field) => ({ field, reason: NO_EFFECT })), ...warnings];
}
