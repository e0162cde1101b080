import { formatDuration, parseDurationMs } from '@orrery/time';
import {
  RequeueMode,
  TimerRecompute,
  nodeHealthSettings,
  validateNodeHealthSettings,
  type NodeHealthBundle,
  type NodeHealthSettings,
} from './settings';

/** What is wrong with a document: the path of a field, and why. */
export interface DocumentError {
  readonly field: string;
  readonly reason: string;
}

/** The settings that a document asks for, or everything that is wrong with it. */
export type DocumentVerdict =
  | { readonly ok: Partial<NodeHealthSettings>; readonly errors?: never }
  | { readonly ok?: never; readonly errors: readonly DocumentError[] };

/** How a value is written: durations as Go writes them, everything else as JSON has it. */
type Notation = 'duration' | 'number' | 'integer' | 'boolean' | readonly string[];

/** Fields as the controller manager's flags name them (spec nodes A1), then the knobs of bundles. */
const FIELDS: Readonly<Record<string, readonly [keyof NodeHealthSettings, Notation]>> = {
  nodeMonitorPeriod: ['nodeMonitorPeriodMs', 'duration'],
  nodeMonitorGracePeriod: ['nodeMonitorGracePeriodMs', 'duration'],
  nodeStartupGracePeriod: ['nodeStartupGracePeriodMs', 'duration'],
  podEvictionTimeout: ['podEvictionTimeoutMs', 'duration'],
  nodeEvictionRate: ['nodeEvictionRate', 'number'],
  secondaryNodeEvictionRate: ['secondaryNodeEvictionRate', 'number'],
  largeClusterSizeThreshold: ['largeClusterSizeThreshold', 'integer'],
  unhealthyZoneThreshold: ['unhealthyZoneThreshold', 'number'],
  enableTaintManager: ['enableTaintManager', 'boolean'],
  requeue: ['requeue', Object.values(RequeueMode)],
  timerRecompute: ['timerRecompute', Object.values(TimerRecompute)],
  excludeMasterByName: ['excludeMasterByName', 'boolean'],
  disruptionTargetCondition: ['disruptionTargetCondition', 'boolean'],
};

/** The fields of a cluster's `nodeHealth` setting. */
export const NODE_HEALTH_FIELDS: readonly string[] = Object.keys(FIELDS);

/** Reads what a cluster's settings say about node health; a field that is null or missing is as in the bundle. */
export function readNodeHealthSettings(document: unknown, bundle?: NodeHealthBundle): DocumentVerdict {
  if (document === undefined || document === null) return { ok: {} };
  if (typeof document !== 'object' || Array.isArray(document)) {
    return { errors: [{ field: '', reason: 'Invalid value: must be an object' }] };
  }
  const errors: DocumentError[] = [];
  const settings: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(document)) {
    const known = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    if (!known) errors.push({ field, reason: 'unknown field' });
    if (!known || value === null) continue;
    const read = readValue(value, known[1]);
    if (read.reason === undefined) settings[known[0]] = read.value;
    else errors.push({ field, reason: read.reason });
  }
  if (errors.length > 0) return { errors };
  for (const { field, severity, message } of validateNodeHealthSettings(nodeHealthSettings(bundle, settings))) {
    if (severity !== 'error') continue;
    const name = Object.keys(FIELDS).find((key) => FIELDS[key]![0] === field) ?? field;
    const given = JSON.stringify((document as Record<string, unknown>)[name]);
    errors.push({ field: name, reason: `Invalid value: ${given}: ${message}` });
  }
  return errors.length > 0 ? { errors } : { ok: settings };
}

/** The settings in the notation of documents, every field of spec nodes A1 and every knob. */
export function writeNodeHealthSettings(settings: NodeHealthSettings): Record<string, unknown> {
  const document: Record<string, unknown> = {};
  for (const [field, [key, notation]] of Object.entries(FIELDS)) {
    document[field] = notation === 'duration' ? formatDuration(settings[key] as number) : settings[key];
  }
  return document;
}

function readValue(
  value: unknown,
  notation: Notation,
): { readonly value?: unknown; readonly reason?: string | undefined } {
  const refused = (what: string): { reason: string } => ({
    reason: `Invalid value: ${JSON.stringify(value)}: must be ${what}`,
  });
  if (notation === 'duration') {
    const ms = typeof value === 'string' ? parseDurationMs(value) : undefined;
    return ms === undefined ? refused('a duration such as "40s"') : { value: ms };
  }
  if (notation === 'boolean') return typeof value === 'boolean' ? { value } : refused('true or false');
  if (notation === 'number') return typeof value === 'number' ? { value } : refused('a number');
  if (notation === 'integer') return Number.isInteger(value) ? { value } : refused('a whole number');
  if (notation.includes(value as string)) return { value };
  const supported = notation.map((name) => JSON.stringify(name)).join(', ');
  return { reason: `Unsupported value: ${JSON.stringify(value)}: supported values: ${supported}` };
}
