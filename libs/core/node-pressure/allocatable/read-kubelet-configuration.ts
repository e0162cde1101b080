import { invalidField, type FieldError } from '@orrery/api-types';
import {
  anyObject,
  anyValue,
  boolean,
  fields,
  FindingKind,
  integer,
  isPlainObject,
  listOf,
  mapOf,
  nearestName,
  oneOf,
  readDocument,
  string,
  textOf,
  valueOfText,
  type Finding,
  type Schema,
} from '@orrery/documents';
import { tryParseQuantity } from '@orrery/quantity';
import { parseDurationMs } from '@orrery/time';
import { parseEvictionPairs } from '../thresholds/eviction-flags';
import { contradictions } from './contradictions';
import type { KubeletConfiguration } from './kubelet-configuration';

/** A configuration that a kubelet starts with, or what keeps it from starting. */
export type KubeletConfigurationVerdict =
  | { readonly ok: true; readonly configuration: KubeletConfiguration; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly errors: readonly string[] };

type TextMap = Readonly<Record<string, string>>;

const NOT_NEGATIVE = 'must be a whole number that is not negative';
const count = integer({ expected: NOT_NEGATIVE, range: { min: 0, text: NOT_NEGATIVE } });
const wholeNumber = integer({ expected: 'must be a whole number' });
const texts = listOf(string(), { isWhole: true, expected: 'must be a list of strings' });
const duration = string({ check: (text) => ((parseDurationMs(text) ?? -1) >= 0 ? undefined : 'is not a duration') });

/** A number counts as what is written. */
const numberAsText: Schema<string, false> = { type: 'number', expected: 'must be a number', convert: String };
const textMap = mapOf(oneOf<string>('must be a string', string(), numberAsText), {
  isWhole: true,
  expected: 'must map names to strings',
});
/** Amounts of resources that are kept for daemons. */
const reserved: Schema<TextMap, false> = {
  ...textMap,
  check: (amounts: TextMap): FieldError[] =>
    Object.entries(amounts).flatMap(([resource, text]) => {
      const verdict = tryParseQuantity(text);
      if (!verdict.ok) return [invalidField(`[${resource}]`, text, verdict.error)];
      return verdict.quantity.nanos < 0n ? [invalidField(`[${resource}]`, text, `${text} must not be negative`)] : [];
    }),
};

const EFFECTS: readonly unknown[] = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const taints = listOf(
  anyObject({
    check: ({ key, effect }) =>
      typeof key === 'string' && key !== '' && EFFECTS.includes(effect) ? undefined : 'no taint',
  }),
  { isWhole: true, expected: 'must be a list of taints with key and effect' },
);

/** The fields of a KubeletConfiguration that bear on something here. */
const KUBELET_CONFIGURATION = fields({
  apiVersion: anyValue(),
  kind: anyValue(),
  systemReserved: reserved,
  kubeReserved: reserved,
  evictionHard: textMap,
  evictionSoft: textMap,
  evictionSoftGracePeriod: textMap,
  evictionMinimumReclaim: textMap,
  nodeLabels: textMap,
  maxPods: count,
  podsPerCore: count,
  evictionMaxPodGracePeriod: count,
  maxParallelImagePulls: count,
  nodeLeaseDurationSeconds: count,
  imageGCHighThresholdPercent: count,
  imageGCLowThresholdPercent: count,
  registryPullQPS: count,
  registryBurst: count,
  containerLogMaxFiles: count,
  eventRecordQPS: count,
  eventBurst: count,
  systemReservedCgroup: string(),
  kubeReservedCgroup: string(),
  staticPodPath: string(),
  containerLogMaxSize: string(),
  evictionPressureTransitionPeriod: duration,
  imageMinimumGCAge: duration,
  fileCheckFrequency: duration,
  syncFrequency: duration,
  nodeStatusUpdateFrequency: duration,
  nodeStatusReportFrequency: duration,
  shutdownGracePeriod: duration,
  shutdownGracePeriodCriticalPods: duration,
  podPidsLimit: wholeNumber,
  oomScoreAdj: wholeNumber,
  serializeImagePulls: boolean(),
  registerNode: boolean(),
  registerSchedulable: boolean(),
  failSwapOn: boolean(),
  cgroupsPerQOS: boolean(),
  experimentalAllocatableIgnoreEviction: boolean(),
  registerWithTaints: taints,
  enforceNodeAllocatable: texts,
  allowedUnsafeSysctls: texts,
});
const KNOWN: Readonly<Record<string, Schema>> = KUBELET_CONFIGURATION.fields;

/** The guide's name, which is a flag of the kubelet and has no field upstream. */
const IGNORE_EVICTION = 'experimental-allocatable-ignore-eviction';
/** Periods of which upstream takes zero for left out. */
const ZERO_IS_DEFAULT = [
  'imageMinimumGCAge',
  'fileCheckFrequency',
  'syncFrequency',
  'nodeStatusUpdateFrequency',
  'nodeStatusReportFrequency',
] as const;
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  syncFrequency: 'a simulated kubelet does everything at the instant at which it is due',
};

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads a KubeletConfiguration, or an OpenShift 3 node configuration with `kubeletArguments`; reports everything that
 * prevents a kubelet from starting with it. Fields without effect here give warnings (spec nodes D4).
 */
export function readKubeletConfiguration(document: unknown): KubeletConfigurationVerdict {
  if (!isPlainObject(document)) return { ok: false, errors: ['a KubeletConfiguration must be an object'] };
  const legacy = document['kubeletArguments'];
  const given = legacy === undefined ? { value: withFieldNames(document) } : fromArguments(legacy);
  if ('errors' in given) return { ok: false, errors: given.errors };
  const { value, findings } = readDocument(given.value, KUBELET_CONFIGURATION);
  const errors = findings.filter(({ kind }) => kind !== FindingKind.Unknown).map(errorText);
  if (errors.length > 0) return { ok: false, errors };
  const { apiVersion: _version, kind: _kind, ...read } = value!;
  for (const name of ZERO_IS_DEFAULT) {
    if (read[name] !== undefined && parseDurationMs(read[name]) === 0) Reflect.deleteProperty(read, name);
  }
  const configuration = read as KubeletConfiguration;
  const contradicting = contradictions(configuration);
  if (contradicting.length > 0) return { ok: false, errors: contradicting };
  return { ok: true, configuration, warnings: Object.keys(given.value).flatMap(warningAbout) };
}

/** Scalars are shown with what they must be; lists and maps, which may be long, are not. */
function errorText({ field, value, detail, schema, error }: Finding): string {
  const isShown = !error && schema?.type !== 'list' && schema?.type !== 'map';
  return isShown ? `${field}: ${textOf(value)} ${detail}` : `${field}: ${detail}`;
}

function withFieldNames({ [IGNORE_EVICTION]: ignoresEviction, ...given }: Json): Json {
  return ignoresEviction === undefined ? given : { ...given, experimentalAllocatableIgnoreEviction: ignoresEviction };
}

function warningAbout(name: string): string[] {
  const reason = WITHOUT_EFFECT[name];
  if (reason !== undefined) return [`field "${name}" has no effect: ${reason}`];
  if (Object.hasOwn(KNOWN, name)) return [];
  // The kubelet has more fields than these, such as `httpCheckFrequency`: only a slip of one letter is certain to be one.
  const meant = nearestName(name, Object.keys(KNOWN), 1);
  return [`unknown field "${name}"${meant === undefined ? '' : `; did you mean ${meant}?`}`];
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
function fromArguments(given: unknown): { value: Json } | { errors: string[] } {
  const read: Record<string, unknown> = {};
  const errors: string[] = [];
  for (const [flag, values] of Object.entries((given ?? {}) as Json)) {
    const text = Array.isArray(values) ? values.join(',') : String(values);
    const name = FLAGS[flag] ?? flag.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const value = valueOfFlag(name, text);
    if (value instanceof FlagError) errors.push(`${flag}: ${value.reason}`);
    else read[name] = value;
  }
  return errors.length > 0 ? { errors } : { value: read };
}

class FlagError {
  constructor(readonly reason: string) {}
}

/** The value of a field that the text of its flag means. */
function valueOfFlag(name: string, text: string): unknown {
  if (name === 'registerWithTaints') return text.split(',').map(taintOf);
  const schema = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  switch (schema?.type) {
    case 'map': {
      const pairs = parseEvictionPairs(text, name === 'evictionHard' || name === 'evictionSoft' ? '<' : '=');
      return pairs.ok ? pairs.pairs : new FlagError(pairs.error);
    }
    default:
      return valueOfText(text, schema);
  }
}
