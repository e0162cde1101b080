import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { parseEvictionPairs } from '../thresholds/eviction-flags';
import { contradictions } from './contradictions';
import type { KubeletConfiguration } from './kubelet-configuration';

export type KubeletConfigurationVerdict =
  | { readonly ok: true; readonly configuration: KubeletConfiguration; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly errors: readonly string[] };

const MAPS = [
  'systemReserved',
  'kubeReserved',
  'evictionHard',
  'evictionSoft',
  'evictionSoftGracePeriod',
  'evictionMinimumReclaim',
  'nodeLabels',
] as const;
const NUMBERS = [
  'maxPods',
  'podsPerCore',
  'evictionMaxPodGracePeriod',
  'maxParallelImagePulls',
  'nodeLeaseDurationSeconds',
  'imageGCHighThresholdPercent',
  'imageGCLowThresholdPercent',
  'registryPullQPS',
  'registryBurst',
  'containerLogMaxFiles',
  'eventRecordQPS',
  'eventBurst',
] as const;
/** Numbers that may be negative. */
const ANY_NUMBERS = ['podPidsLimit', 'oomScoreAdj'] as const;
const TEXTS = ['systemReservedCgroup', 'kubeReservedCgroup', 'staticPodPath', 'containerLogMaxSize'] as const;
/** The guide's name, which is a flag of the kubelet and has no field upstream. */
const IGNORE_EVICTION = 'experimental-allocatable-ignore-eviction';
const SWITCHES = [
  'serializeImagePulls',
  'registerNode',
  'registerSchedulable',
  'failSwapOn',
  'cgroupsPerQOS',
  'experimentalAllocatableIgnoreEviction',
] as const;
const DURATIONS = [
  'evictionPressureTransitionPeriod',
  'imageMinimumGCAge',
  'fileCheckFrequency',
  'syncFrequency',
  'nodeStatusUpdateFrequency',
  'nodeStatusReportFrequency',
  'shutdownGracePeriod',
  'shutdownGracePeriodCriticalPods',
] as const;
/** Lists of texts, which flags give with commas between. */
const LISTS = ['enforceNodeAllocatable', 'allowedUnsafeSysctls'] as const;
const KNOWN = new Set<string>([
  ...MAPS,
  ...NUMBERS,
  ...ANY_NUMBERS,
  ...SWITCHES,
  ...TEXTS,
  ...DURATIONS,
  'apiVersion',
  'kind',
  ...LISTS,
  'registerWithTaints',
]);
/** Periods of which upstream takes nothing for left out. */
const DEFAULTED: readonly string[] = [
  'imageMinimumGCAge',
  'fileCheckFrequency',
  'syncFrequency',
  'nodeStatusUpdateFrequency',
  'nodeStatusReportFrequency',
];
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  syncFrequency: 'a simulated kubelet does everything at the instant at which it is due',
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a KubeletConfiguration, or an OpenShift 3 node configuration with `kubeletArguments`; says everything that keeps
 * a kubelet from starting with it. Fields that mean nothing here are warned about (spec nodes D4).
 */
export function readKubeletConfiguration(document: unknown): KubeletConfigurationVerdict {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return { ok: false, errors: ['a KubeletConfiguration must be an object'] };
  }
  const legacy = (document as Fields)['kubeletArguments'];
  const fields = legacy === undefined ? { value: withFieldNames(document as Fields) } : fromArguments(legacy);
  if ('errors' in fields) return { ok: false, errors: fields.errors };
  const errors: string[] = [];
  const configuration = readFields(fields.value, errors);
  if (errors.length === 0) errors.push(...contradictions(configuration));
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, configuration, warnings: Object.keys(fields.value).flatMap(warningAbout) };
}

function withFieldNames({ [IGNORE_EVICTION]: ignoresEviction, ...fields }: Fields): Fields {
  return ignoresEviction === undefined ? fields : { ...fields, experimentalAllocatableIgnoreEviction: ignoresEviction };
}

function warningAbout(name: string): string[] {
  const reason = WITHOUT_EFFECT[name];
  if (reason !== undefined) return [`field "${name}" has no effect: ${reason}`];
  return KNOWN.has(name) ? [] : [`unknown field "${name}"`];
}

function readFields(fields: Fields, errors: string[]): KubeletConfiguration {
  const read: Record<string, unknown> = {};
  for (const name of MAPS) if (fields[name] != null) read[name] = textMap(name, fields[name], errors);
  for (const name of NUMBERS) {
    const value = fields[name];
    if (value == null) continue;
    if (Number.isInteger(value) && (value as number) >= 0) read[name] = value;
    else errors.push(`${name}: ${JSON.stringify(value)} must be a whole number that is not negative`);
  }
  for (const name of [...TEXTS, ...DURATIONS]) {
    const value = fields[name];
    if (value == null) continue;
    if (typeof value === 'string') read[name] = value;
    else errors.push(`${name}: ${JSON.stringify(value)} must be a string`);
  }
  for (const name of DURATIONS) {
    const ms = parseDurationMs((read[name] as string | undefined) ?? '1s');
    if (ms === undefined || ms < 0) errors.push(`${name}: ${JSON.stringify(read[name])} is no duration`);
    if (ms === 0 && DEFAULTED.includes(name)) delete read[name];
  }
  readScalars(fields, read, errors);
  const taints = fields['registerWithTaints'];
  if (Array.isArray(taints) && taints.every(isTaint)) read['registerWithTaints'] = taints;
  else if (taints != null) errors.push('registerWithTaints: must be a list of taints with key and effect');
  for (const name of LISTS) {
    const list = fields[name];
    if (Array.isArray(list) && list.every((each) => typeof each === 'string')) read[name] = list;
    else if (list != null) errors.push(`${name}: must be a list of strings`);
  }
  return read as KubeletConfiguration;
}

function readScalars(fields: Fields, read: Record<string, unknown>, errors: string[]): void {
  for (const name of ANY_NUMBERS) {
    const value = fields[name];
    if (Number.isInteger(value)) read[name] = value;
    else if (value != null) errors.push(`${name}: ${JSON.stringify(value)} must be a whole number`);
  }
  for (const name of SWITCHES) {
    const value = fields[name];
    if (typeof value === 'boolean') read[name] = value;
    else if (value != null) errors.push(`${name}: ${JSON.stringify(value)} must be true or false`);
  }
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function isTaint(value: unknown): boolean {
  const { key, effect } = (value ?? {}) as { key?: unknown; effect?: unknown };
  return typeof key === 'string' && key !== '' && EFFECTS.includes(effect as string);
}

function textMap(name: string, value: unknown, errors: string[]): Readonly<Record<string, string>> | undefined {
  const entries = typeof value === 'object' && !Array.isArray(value) ? Object.entries(value as object) : undefined;
  if (!entries?.every(([, text]) => typeof text === 'string' || typeof text === 'number')) {
    errors.push(`${name}: must map names to strings`);
    return undefined;
  }
  const map = entries.map(([key, text]) => [key, String(text)] as const);
  if (!name.endsWith('Reserved')) return Object.fromEntries(map);
  for (const [resource, text] of map) {
    const verdict = tryParseQuantity(text);
    if (!verdict.ok) errors.push(`${name}[${resource}]: ${verdict.error}`);
    else if (verdict.quantity.nanos < 0n) errors.push(`${name}[${resource}]: ${text} must not be negative`);
  }
  return Object.fromEntries(map);
}

/** Flags whose field has another name. */
const FLAGS: Readonly<Record<string, string>> = {
  'image-gc-high-threshold': 'imageGCHighThresholdPercent',
  'image-gc-low-threshold': 'imageGCLowThresholdPercent',
  'minimum-image-ttl-duration': 'imageMinimumGCAge',
  'registry-qps': 'registryPullQPS',
  'event-qps': 'eventRecordQPS',
  'pod-manifest-path': 'staticPodPath',
  'pod-max-pids': 'podPidsLimit',
};

/** `key=value:effect`. */
function taintOf(text: string): object {
  const [, key = text, value, effect = ''] = /^([^=:]+)(?:=([^:]*))?:(.+)$/.exec(text.trim()) ?? [];
  return { key, ...(value === undefined ? {} : { value }), effect };
}

/** Flags of the kubelet by their names, each with a list of texts, as OpenShift 3 writes them. */
function fromArguments(given: unknown): { value: Fields } | { errors: string[] } {
  const fields: Record<string, unknown> = {};
  const errors: string[] = [];
  for (const [flag, texts] of Object.entries((given ?? {}) as Fields)) {
    const text = Array.isArray(texts) ? texts.join(',') : String(texts);
    const name = FLAGS[flag] ?? flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const isEviction = name === 'evictionHard' || name === 'evictionSoft' || name === 'evictionMinimumReclaim';
    if ((MAPS as readonly string[]).includes(name)) {
      const separator = isEviction && name !== 'evictionMinimumReclaim' ? '<' : '=';
      const pairs = parseEvictionPairs(text, separator);
      if (pairs.ok) fields[name] = pairs.pairs;
      else errors.push(`${flag}: ${pairs.error}`);
    } else if ((LISTS as readonly string[]).includes(name))
      fields[name] = text.split(',').filter((each) => each !== '');
    else if (name === 'registerWithTaints') fields[name] = text.split(',').map(taintOf);
    else if ((SWITCHES as readonly string[]).includes(name))
      fields[name] = text === 'true' || (text !== 'false' && text);
    else fields[name] = [...NUMBERS, ...ANY_NUMBERS].some((each) => each === name) ? Number(text) : text;
  }
  return errors.length > 0 ? { errors } : { value: fields };
}
