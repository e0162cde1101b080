import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { parseEvictionPairs } from '../thresholds/eviction-flags';
import { parseThresholds } from '../thresholds/parse-thresholds';
import type { Threshold } from '../thresholds/threshold';

/** The fields of a KubeletConfiguration that bear on resources; as given, not defaulted. */
export interface KubeletConfiguration {
  readonly maxPods?: number;
  readonly podsPerCore?: number;
  readonly systemReserved?: Readonly<Record<string, string>>;
  readonly kubeReserved?: Readonly<Record<string, string>>;
  readonly systemReservedCgroup?: string;
  readonly kubeReservedCgroup?: string;
  readonly enforceNodeAllocatable?: readonly string[];
  readonly evictionHard?: Readonly<Record<string, string>>;
  readonly evictionSoft?: Readonly<Record<string, string>>;
  readonly evictionSoftGracePeriod?: Readonly<Record<string, string>>;
  readonly evictionMinimumReclaim?: Readonly<Record<string, string>>;
  readonly evictionPressureTransitionPeriod?: string;
  readonly evictionMaxPodGracePeriod?: number;
  readonly imageMinimumGCAge?: string;
  readonly serializeImagePulls?: boolean;
  readonly maxParallelImagePulls?: number;
  readonly shutdownGracePeriod?: string;
  readonly shutdownGracePeriodCriticalPods?: string;
  readonly nodeStatusUpdateFrequency?: string;
  readonly nodeStatusReportFrequency?: string;
  readonly nodeLeaseDurationSeconds?: number;
}

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
] as const;
const NUMBERS = [
  'maxPods',
  'podsPerCore',
  'evictionMaxPodGracePeriod',
  'maxParallelImagePulls',
  'nodeLeaseDurationSeconds',
] as const;
const TEXTS = ['systemReservedCgroup', 'kubeReservedCgroup'] as const;
const DURATIONS = [
  'evictionPressureTransitionPeriod',
  'imageMinimumGCAge',
  'nodeStatusUpdateFrequency',
  'nodeStatusReportFrequency',
  'shutdownGracePeriod',
  'shutdownGracePeriodCriticalPods',
] as const;
const KNOWN = new Set<string>([
  ...MAPS,
  ...NUMBERS,
  ...TEXTS,
  ...DURATIONS,
  'apiVersion',
  'kind',
  'enforceNodeAllocatable',
  'serializeImagePulls',
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
  const serialized = fields['serializeImagePulls'];
  if (typeof serialized === 'boolean') read['serializeImagePulls'] = serialized;
  else if (serialized != null) errors.push(`serializeImagePulls: ${JSON.stringify(serialized)} must be true or false`);
  const enforced = fields['enforceNodeAllocatable'];
  if (Array.isArray(enforced) && enforced.every((each) => typeof each === 'string')) {
    read['enforceNodeAllocatable'] = enforced;
  } else if (enforced != null) errors.push('enforceNodeAllocatable: must be a list of strings');
  return read as KubeletConfiguration;
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
  errors.push(...aboutOwnWork(configuration));
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

/** Flags of the kubelet by their names, each with a list of texts, as OpenShift 3 writes them. */
function fromArguments(given: unknown): { value: Fields } | { errors: string[] } {
  const fields: Record<string, unknown> = {};
  const errors: string[] = [];
  for (const [flag, texts] of Object.entries((given ?? {}) as Fields)) {
    const text = Array.isArray(texts) ? texts.join(',') : String(texts);
    const name = flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const isEviction = name === 'evictionHard' || name === 'evictionSoft' || name === 'evictionMinimumReclaim';
    if ((MAPS as readonly string[]).includes(name)) {
      const separator = isEviction && name !== 'evictionMinimumReclaim' ? '<' : '=';
      const pairs = parseEvictionPairs(text, separator);
      if (pairs.ok) fields[name] = pairs.pairs;
      else errors.push(`${flag}: ${pairs.error}`);
    } else if (name === 'enforceNodeAllocatable') fields[name] = text.split(',').filter((each) => each !== '');
    else fields[name] = (NUMBERS as readonly string[]).includes(name) ? Number(text) : text;
  }
  return errors.length > 0 ? { errors } : { value: fields };
}

/** Later configurations override earlier ones field by field. */
export function overlay(configurations: readonly KubeletConfiguration[]): KubeletConfiguration {
  return Object.assign({}, ...configurations) as KubeletConfiguration;
}

/** A kubelet's settings with every default filled in. */
export interface ResourceConfiguration {
  readonly kubeReserved: Readonly<Record<string, string>>;
  readonly systemReserved: Readonly<Record<string, string>>;
  readonly thresholds: readonly Threshold[];
  readonly pressureTransitionMs: number;
  readonly maxPodGraceSeconds: number;
  readonly imageMinimumAgeMs: number;
  readonly enforcesPods: boolean;
  readonly maxPods: number | undefined;
  readonly podsPerCore: number;
  /** How many images are pulled at once; undefined leaves it as it is. */
  readonly parallelImagePulls: number | undefined;
  /** How often it gives signs of life, where that is said. */
  readonly heartbeats: HeartbeatConfiguration;
  /** How long an orderly shutdown takes, and the part of it for critical pods; undefined leaves them as they are. */
  readonly shutdown: { readonly periodMs: number; readonly criticalMs: number } | undefined;
}

/** Periods of heartbeats (node specification A2); undefined leaves them as they are. */
export interface HeartbeatConfiguration {
  readonly statusUpdateMs?: number;
  readonly statusReportMs?: number;
  readonly leaseDurationSeconds?: number;
  readonly leaseRenewMs?: number;
}

/** Fills in the defaults; the configuration has been judged by {@link readKubeletConfiguration}. */
export function resourceConfiguration(
  configuration: KubeletConfiguration,
  defaultEvictionHard: Readonly<Record<string, string>>,
): ResourceConfiguration {
  const enforced = configuration.enforceNodeAllocatable ?? ['pods'];
  const evictionHard = configuration.evictionHard ?? defaultEvictionHard;
  const verdict = parseThresholds({ ...configuration, evictionHard, enforceNodeAllocatable: enforced });
  return {
    kubeReserved: configuration.kubeReserved ?? {},
    systemReserved: configuration.systemReserved ?? {},
    thresholds: verdict.ok ? verdict.thresholds : [],
    pressureTransitionMs: parseDurationMs(configuration.evictionPressureTransitionPeriod ?? '5m')!,
    maxPodGraceSeconds: configuration.evictionMaxPodGracePeriod ?? 0,
    imageMinimumAgeMs: parseDurationMs(configuration.imageMinimumGCAge ?? '2m')!,
    enforcesPods: enforced.includes('pods'),
    maxPods: configuration.maxPods,
    podsPerCore: configuration.podsPerCore ?? 0,
    parallelImagePulls: parallelPulls(configuration),
    shutdown: shutdownPeriods(configuration),
    heartbeats: heartbeatsOf(configuration),
  };
}

/** A report frequency that is not said equals an update frequency that is; a Lease is renewed four times in its duration. */
function heartbeatsOf(configuration: KubeletConfiguration): HeartbeatConfiguration {
  const { nodeStatusUpdateFrequency: update, nodeLeaseDurationSeconds: lease } = configuration;
  const report = configuration.nodeStatusReportFrequency ?? update;
  return {
    ...(update === undefined ? {} : { statusUpdateMs: parseDurationMs(update)! }),
    ...(report === undefined ? {} : { statusReportMs: parseDurationMs(report)! }),
    ...(lease === undefined ? {} : { leaseDurationSeconds: lease, leaseRenewMs: lease * 250 }),
  };
}

function parallelPulls({ serializeImagePulls, maxParallelImagePulls }: KubeletConfiguration): number | undefined {
  if (serializeImagePulls === false) return maxParallelImagePulls ?? Number.POSITIVE_INFINITY;
  return serializeImagePulls === true ? 1 : maxParallelImagePulls;
}

function shutdownPeriods(configuration: KubeletConfiguration): ResourceConfiguration['shutdown'] {
  const { shutdownGracePeriod, shutdownGracePeriodCriticalPods = '0s' } = configuration;
  if (shutdownGracePeriod === undefined) return undefined;
  return {
    periodMs: parseDurationMs(shutdownGracePeriod)!,
    criticalMs: parseDurationMs(shutdownGracePeriodCriticalPods)!,
  };
}
