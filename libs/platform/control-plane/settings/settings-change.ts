import { isDeepStrictEqual } from 'node:util';
import { findInexact, inexactText } from '@orrery/api-types';
import { changeDocument, changedImmutableFields, isPlainObject, type DocumentError } from '@orrery/documents';
import type { PluginRegistry } from '@orrery/scheduling';
import { settingsErrors } from './cluster-settings';
import { CLUSTER_SETTINGS } from './settings-schema';
import type { ClusterSettings } from './settings-shape';

/** Reason of the error for a setting that a change of a cluster cannot change. */
export const CHOSEN_AT_CREATION = 'Forbidden: can be chosen only when the cluster is created';

/** Context of a change of settings. */
export interface SettingsChangeOptions {
  /** The scheduler plugins of the process. */
  readonly plugins: PluginRegistry;
  /** Cluster time, from which the intervals of a changed descheduler schedule are counted. */
  readonly nowMs: number;
}

/** The settings after a change, or everything that is wrong with it; fields are paths in the settings. */
export type SettingsChangeVerdict =
  | { readonly ok: ClusterSettings; readonly errors?: never }
  | { readonly ok?: never; readonly errors: readonly DocumentError[] };

/**
 * Changes the settings of a cluster: what `change` leaves out stays, null restores the default of the cluster's
 * generation, objects change field by field, lists and documents as a whole. The result is checked as the settings of a
 * new cluster are.
 */
export function changedSettings(
  settings: ClusterSettings,
  change: Readonly<Record<string, unknown>>,
  { plugins, nowMs }: SettingsChangeOptions,
): SettingsChangeVerdict {
  const inexact = findInexact(change);
  if (inexact) return { errors: [{ field: inexact.path.join('.'), reason: inexactText(inexact.value) }] };
  const before = givenSettings(settings);
  const next = changeDocument(before, change, CLUSTER_SETTINGS) as ClusterSettings;
  const fixed = changedImmutableFields(before, next, CLUSTER_SETTINGS);
  if (fixed.length > 0) return { errors: fixed.map((field) => ({ field, reason: CHOSEN_AT_CREATION })) };
  const errors = settingsErrors(next, plugins);
  if (errors.length > 0) return { errors };
  const { descheduler } = next;
  if (!isPlainObject(descheduler)) return { ok: next };
  if (isSameJson(descheduler, before['descheduler'])) {
    return { ok: { ...next, descheduler: settings['descheduler'] } };
  }
  return { ok: { ...next, descheduler: { ...descheduler, sinceMs: nowMs } } };
}

/** The settings as clients give them: without the time at which a schedule was set, which is kept with them. */
export function givenSettings(settings: ClusterSettings): ClusterSettings {
  if (!isPlainObject(settings['descheduler'])) return settings;
  const { sinceMs: _since, ...descheduler } = settings['descheduler'];
  return { ...settings, descheduler };
}

/** Returns true if two values are the same JSON, in any order of the names of their objects. */
export function isSameJson(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value) => JSON.parse(JSON.stringify(value ?? null)) as unknown);
  return isDeepStrictEqual(a, b);
}
