import type { SwitchablePlugin } from '@orrery/admission';
import {
  briefReasonOf,
  FindingKind,
  isPlainObject,
  nearestName,
  readDocument,
  valueOfText,
  type DocumentError,
  type Fields,
  type Finding,
  type ValueOf,
} from '@orrery/documents';
import { readNodeHealthSettings } from '@orrery/node-health';
import { KUBERNETES_MASTER_CONFIG, MASTER_CONFIG_FILE, SECTION, SETTING_OF_FLAG } from './master-config-schema';

/** Warning about a section: its path, with the error or the reason for having no effect. */
export type SectionWarning = DocumentError;

/** Settings that the section `kubernetesMasterConfig` of a master configuration file requests for a cluster. */
export interface KubernetesMasterConfig {
  /** A Policy or KubeSchedulerConfiguration: what was in `schedulerConfigFile`. */
  readonly schedulerConfiguration?: unknown;
  readonly disablePreemption?: boolean;
  /** Settings in the form of `setNodeHealth`. */
  readonly nodeHealth: Readonly<Record<string, unknown>>;
  readonly notReadySeconds?: number;
  readonly unreachableSeconds?: number;
  readonly switchedOff: readonly SwitchablePlugin[];
  /** Settings that cannot be used. */
  readonly errors: readonly SectionWarning[];
  /** Settings without effect. */
  readonly warnings: readonly SectionWarning[];
}

type Json = Readonly<Record<string, unknown>>;

const SECTIONS: Fields = KUBERNETES_MASTER_CONFIG.fields;
const NO_EFFECT = 'has no effect here';
const NOT_READ = 'files are read at start only; setSchedulerConfig takes the configuration itself';
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
  if (section === undefined || section === null) return { nodeHealth: {}, switchedOff: [], errors: [], warnings: [] };
  const given = withValues(section);
  const { value = {}, findings } = readDocument(given, KUBERNETES_MASTER_CONFIG, { field: SECTION });
  const errors = findings
    .filter(({ kind }) => kind !== FindingKind.Unknown)
    .map((finding) => ({ field: finding.field, reason: briefReasonOf(finding) }));
  const warnings = findings.filter(({ kind }) => kind === FindingKind.Unknown).map(withoutEffect);
  const health = nodeHealthOf(given);
  const refused = new Set(errors.map(({ field }) => field));
  for (const { field: setting, reason } of readNodeHealthSettings(health.settings).errors ?? []) {
    const field = health.origins.get(setting) ?? SECTION;
    if (!refused.has(field)) errors.push({ field, reason });
  }
  const { apiServerArguments = {} } = value;
  const notReadySeconds = apiServerArguments['default-not-ready-toleration-seconds'];
  const unreachableSeconds = apiServerArguments['default-unreachable-toleration-seconds'];
  const disablePreemption = disablesPreemption(value);
  const scheduler = schedulerOf(given);
  const plugins = pluginsOf(apiServerArguments['disable-admission-plugins'] ?? []);
  return {
    ...scheduler.found,
    ...(disablePreemption === undefined ? {} : { disablePreemption }),
    ...(notReadySeconds === undefined ? {} : { notReadySeconds }),
    ...(unreachableSeconds === undefined ? {} : { unreachableSeconds }),
    nodeHealth: health.settings,
    switchedOff: plugins.switchedOff,
    errors,
    warnings: [...warnings, ...gateWarnings(given), ...plugins.warnings, ...scheduler.warnings],
  };
}

/** Returns the section with its texts parsed to values; a flag is given as a list of texts, of which the last counts. */
function withValues(section: unknown): unknown {
  if (!isPlainObject(section)) return section;
  const given = Object.entries(section).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(given.map(([name, value]) => [name, flagsOf(name, value)]));
}

function flagsOf(name: string, value: unknown): unknown {
  const known = Object.hasOwn(SECTIONS, name) ? SECTIONS[name]!.fields : undefined;
  if (!known) return name === 'podEvictionTimeout' ? textOf(value) : value;
  if (!isPlainObject(value)) return value;
  const flags = Object.entries(value).flatMap(([flag, texts]) => {
    const list = (Array.isArray(texts) ? texts : [texts]).map(textOf);
    if (list.length === 0) return [];
    const schema = Object.hasOwn(known, flag) ? known[flag] : undefined;
    return [[flag, valueOfText(schema?.type === 'list' ? list.join(',') : list.at(-1)!, schema)] as const];
  });
  return Object.fromEntries(flags);
}

/** Returns the section's settings of node health, with the origin of each; later ones count. */
function nodeHealthOf(section: unknown): { readonly settings: Json; readonly origins: ReadonlyMap<string, string> } {
  const settings: Record<string, unknown> = {};
  const origins = new Map<string, string>();
  const take = (setting: string, value: unknown, field: string): void => {
    settings[setting] = value;
    origins.set(setting, `${SECTION}.${field}`);
  };
  for (const [name, value] of Object.entries(isPlainObject(section) ? section : {})) {
    if (name === 'podEvictionTimeout') take(name, value, name);
    if (name !== 'controllerArguments' || !isPlainObject(value)) continue;
    for (const [flag, given] of Object.entries(value)) {
      const setting = SETTING_OF_FLAG.get(flag);
      if (setting !== undefined) take(setting, given, `${name}.${flag}`);
      for (const gate of flag === 'feature-gates' ? (given as readonly string[]) : []) {
        const [feature = '', text = ''] = gate.split('=');
        if (feature !== TAINT_BASED) continue;
        // Without it the controller deletes pods directly.
        take('enableTaintManager', valueOfText(text, { type: 'boolean', expected: '' }), `${name}.${flag}[${feature}]`);
      }
    }
  }
  return { settings, origins };
}

const TAINT_BASED = 'TaintBasedEvictions';

/** Gates that cannot be turned. */
function gateWarnings(section: unknown): SectionWarning[] {
  return Object.entries(isPlainObject(section) ? section : {}).flatMap(([name, flags]) => {
    const hasFlags = isPlainObject(flags) && Object.hasOwn(SECTIONS, name) && SECTIONS[name]!.fields;
    const gates = hasFlags ? flags['feature-gates'] : undefined;
    if (!Array.isArray(gates)) return [];
    const idle = (gates as readonly string[]).filter((gate) => {
      const [feature = '', text] = gate.split('=');
      const isRead = name === 'controllerArguments' && feature === TAINT_BASED;
      return !isRead && !(ALWAYS_ON.includes(feature) && text === 'true');
    });
    return idle.map((gate) => ({ field: `${SECTION}.${name}.feature-gates[${gate}]`, reason: NO_EFFECT }));
  });
}

/** The flag of the scheduler, which has two spellings in two sections; the last counts. */
function disablesPreemption(section: ValueOf<typeof KUBERNETES_MASTER_CONFIG>): boolean | undefined {
  const given = Object.entries(section).flatMap(([name, flags]) =>
    name === 'schedulerArguments' || name === 'schedulerArgs' ? Object.entries(flags as Json) : [],
  );
  return given.findLast(([flag]) => flag !== 'feature-gates')?.[1] as boolean | undefined;
}

function pluginsOf(names: readonly string[]): Pick<KubernetesMasterConfig, 'switchedOff' | 'warnings'> {
  const switchedOff = SWITCHABLE.filter((plugin) => names.includes(plugin));
  const others = names.filter((name) => !(SWITCHABLE as readonly string[]).includes(name));
  const place = `${SECTION}.apiServerArguments.disable-admission-plugins`;
  return { switchedOff, warnings: others.map((name) => ({ field: `${place}[${name}]`, reason: NO_EFFECT })) };
}

function schedulerOf(section: unknown): { readonly found: object; readonly warnings: readonly SectionWarning[] } {
  const file = isPlainObject(section) ? section['schedulerConfigFile'] : undefined;
  if (file === undefined) return { found: {}, warnings: [] };
  const configuration = isPlainObject(file) ? file['configuration'] : undefined;
  if (configuration !== undefined) return { found: { schedulerConfiguration: configuration }, warnings: [] };
  return { found: {}, warnings: [{ field: `${SECTION}.schedulerConfigFile`, reason: NOT_READ }] };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

/**
 * Returns the warning of a field without effect. Only a typo of one letter is reported as such: a real master has more
 * fields and flags than have effect here.
 */
function withoutEffect({ field, name = '', supported = [] }: Finding): SectionWarning {
  const meant = nearestName(name, supported, 1);
  return { field, reason: meant === undefined ? NO_EFFECT : `${NO_EFFECT}; did you mean ${meant}?` };
}

/** Returns a warning for each section of a whole master configuration file that has no effect. */
export function masterConfigWarnings(document: Readonly<Record<string, unknown>>): readonly SectionWarning[] {
  const { findings } = readDocument(document, MASTER_CONFIG_FILE, { structureOnly: true });
  const idle = findings.filter(({ kind, name = '' }) => kind === FindingKind.Unknown && !TYPE_NAMES.includes(name));
  return [...idle.map(withoutEffect), ...readKubernetesMasterConfig(document[SECTION]).warnings];
}

/** Every configuration of a plugin may name its type. */
const TYPE_NAMES = ['apiVersion', 'kind'];
