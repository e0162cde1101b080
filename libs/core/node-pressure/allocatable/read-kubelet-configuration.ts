import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { parseEvictionPairs } from '../thresholds/eviction-flags';
import { parseThresholds } from '../thresholds/parse-thresholds';
import { IMAGE_HIGH_PERCENT, IMAGE_LOW_PERCENT, type KubeletConfiguration } from './kubelet-configuration';

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
const SWITCHES = ['serializeImagePulls', 'registerNode', 'registerSchedulable', 'failSwapOn', 'cgroupsPerQOS'] as const;
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
const KNOWN = new Set<string>([
  ...MAPS,
  ...NUMBERS,
  ...ANY_NUMBERS,
  ...SWITCHES,
  ...TEXTS,
  ...DURATIONS,
  'apiVersion',
  'kind',
  'enforceNodeAllocatable',
  'registerWithTaints',
]);
const ENFORCEABLE = ['pods', 'system-reserved', 'kube-reserved', 'none'];

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a KubeletConfiguration, or an OpenShift 3 node configuration with `kubeletArguments`; says everything that keeps
 * a kubelet from starting with it. Fields that mean nothing here are warned about (node specification D4).
 */
export function readKubeletConfiguration(document: unknown): KubeletConfigurationVerdict {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return { ok: false, errors: ['a KubeletConfiguration must be an object'] };
  }
  const legacy = (document as Fields)['kubeletArguments'];
  const fields = legacy === undefined ? { value: document as Fields } : fromArguments(legacy);
  if ('errors' in fields) return { ok: false, errors: fields.errors };
  const errors: string[] = [];
  const configuration = readFields(fields.value, errors);
  if (errors.length === 0) errors.push(...contradictions(configuration));
  if (errors.length > 0) return { ok: false, errors };
  const warnings = Object.keys(fields.value)
    .filter((name) => !KNOWN.has(name))
    .map((name) => `unknown field "${name}"`);
  return { ok: true, configuration, warnings };
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
  }
  readScalars(fields, read, errors);
  const taints = fields['registerWithTaints'];
  if (Array.isArray(taints) && taints.every(isTaint)) read['registerWithTaints'] = taints;
  else if (taints != null) errors.push('registerWithTaints: must be a list of taints with key and effect');
  const enforced = fields['enforceNodeAllocatable'];
  if (Array.isArray(enforced) && enforced.every((each) => typeof each === 'string')) {
    read['enforceNodeAllocatable'] = enforced;
  } else if (enforced != null) errors.push('enforceNodeAllocatable: must be a list of strings');
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

/** As `ValidateKubeletConfiguration` of v1.20.2 says it, with the thresholds judged as at start. */
function contradictions(configuration: KubeletConfiguration): string[] {
  const { enforceNodeAllocatable: enforced = [], systemReservedCgroup, kubeReservedCgroup } = configuration;
  const errors: string[] = [];
  for (const each of enforced) {
    if (!ENFORCEABLE.includes(each)) {
      errors.push(
        `invalid configuration: option "${each}" specified for EnforceNodeAllocatable (--enforce-node-allocatable). Valid options are "pods", "system-reserved", "kube-reserved", or "none"`,
      );
    }
  }
  if (enforced.includes('none') && enforced.length > 1) {
    errors.push(
      'invalid configuration: EnforceNodeAllocatable (--enforce-node-allocatable) may not contain additional enforcements when "none" is specified',
    );
  }
  if (enforced.includes('system-reserved') && !systemReservedCgroup) {
    errors.push(
      'invalid configuration: SystemReservedCgroup (--system-reserved-cgroup) must be specified when system-reserved contained in EnforceNodeAllocatable (--enforce-node-allocatable)',
    );
  }
  if (enforced.includes('kube-reserved') && !kubeReservedCgroup) {
    errors.push(
      'invalid configuration: KubeReservedCgroup (--kube-reserved-cgroup) must be specified when kube-reserved contained in EnforceNodeAllocatable (--enforce-node-allocatable)',
    );
  }
  const { cgroupsPerQOS } = configuration as { cgroupsPerQOS?: boolean };
  if (cgroupsPerQOS === false && enforced.some((each) => each !== 'none')) {
    errors.push(
      'invalid configuration: EnforceNodeAllocatable (--enforce-node-allocatable) is not supported unless CgroupsPerQOS (--cgroups-per-qos) feature is turned on',
    );
  }
  errors.push(...aboutOwnWork(configuration), ...aboutImages(configuration));
  const thresholds = parseThresholds(configuration);
  return thresholds.ok ? errors : [...errors, ...thresholds.errors];
}

/** What contradicts itself about pulls, heartbeats and shutdowns; texts as in `ValidateKubeletConfiguration`. */
function aboutOwnWork(configuration: KubeletConfiguration): string[] {
  const { maxParallelImagePulls: parallel, serializeImagePulls = true } = configuration;
  const errors: string[] = [];
  if (parallel !== undefined && parallel < 1) {
    errors.push(`invalid configuration: maxParallelImagePulls ${parallel} must be a positive number`);
  }
  if (serializeImagePulls && parallel !== undefined && parallel > 1) {
    errors.push(
      'invalid configuration: maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) set to false',
    );
  }
  if (configuration.nodeLeaseDurationSeconds === 0) {
    errors.push('invalid configuration: NodeLeaseDurationSeconds must be greater than 0');
  }
  for (const name of ['nodeStatusUpdateFrequency', 'nodeStatusReportFrequency'] as const) {
    if (parseDurationMs(configuration[name] ?? '1s') === 0) errors.push(`${name}: must be longer than nothing`);
  }
  const { shutdownGracePeriod: all = '0s', shutdownGracePeriodCriticalPods: critical = '0s' } = configuration;
  const [allMs, criticalMs] = [parseDurationMs(all) ?? 0, parseDurationMs(critical) ?? 0];
  if (criticalMs > allMs) {
    errors.push(
      `invalid configuration: ShutdownGracePeriodCriticalPods ${critical} must be <= ShutdownGracePeriod ${all}`,
    );
  }
  const periods = [
    ['ShutdownGracePeriod', all, allMs],
    ['ShutdownGracePeriodCriticalPods', critical, criticalMs],
  ] as const;
  for (const [name, text, ms] of periods) {
    if (ms > 0 && ms < 1000) {
      errors.push(`invalid configuration: ${name} ${text} must be either zero or otherwise >= 1 sec`);
    }
  }
  return errors;
}

function aboutImages(configuration: KubeletConfiguration): string[] {
  const { imageGCHighThresholdPercent: high = IMAGE_HIGH_PERCENT } = configuration;
  const { imageGCLowThresholdPercent: low = IMAGE_LOW_PERCENT, containerLogMaxSize: size = '10Mi' } = configuration;
  const errors: string[] = [];
  const percentages = [
    ['ImageGCHighThresholdPercent (--image-gc-high-threshold)', high],
    ['ImageGCLowThresholdPercent (--image-gc-low-threshold)', low],
  ] as const;
  for (const [name, value] of percentages) {
    if (value > 100) errors.push(`invalid configuration: ${name} ${value} must be between 0 and 100, inclusive`);
  }
  if (low >= high) {
    errors.push(
      `invalid configuration: ImageGCLowThresholdPercent (--image-gc-low-threshold) ${low} must be less than ImageGCHighThresholdPercent (--image-gc-high-threshold) ${high}`,
    );
  }
  if (!tryParseQuantity(size).ok) errors.push(`containerLogMaxSize: ${JSON.stringify(size)} is no quantity`);
  return errors;
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
    } else if (name === 'enforceNodeAllocatable') fields[name] = text.split(',').filter((each) => each !== '');
    else if (name === 'registerWithTaints') fields[name] = text.split(',').map(taintOf);
    else if ((SWITCHES as readonly string[]).includes(name))
      fields[name] = text === 'true' || (text !== 'false' && text);
    else fields[name] = [...NUMBERS, ...ANY_NUMBERS].some((each) => each === name) ? Number(text) : text;
  }
  return errors.length > 0 ? { errors } : { value: fields };
}
