import type { Taint } from '@orrery/api-types';
import { parseDurationMs } from '@orrery/time';
import type { DocumentError } from './settings-document';

/** A cluster of an external cloud: its kubelets register uninitialized, a cloud controller does the rest. */
export interface CloudSettings {
  /** How long after its registration a node is initialized. */
  readonly initializeAfterMs: number;
}

const DEFAULT_INITIALIZE_AFTER_MS = 5_000;
/** The fields of a cluster's `cloud` setting. */
export const CLOUD_FIELDS: readonly string[] = ['provider', 'initializeAfter'];

/** What a kubelet of an external cloud registers with (spec nodes A12). */
export const UNINITIALIZED_TAINT: Taint = Object.freeze({
  key: 'node.cloudprovider.kubernetes.io/uninitialized',
  value: 'true',
  effect: 'NoSchedule',
});

/** Reads a cluster's `cloud` setting: `{ provider: "external", initializeAfter: "30s" }`. Undefined: there is no cloud. */
export function readCloudSettings(
  document: unknown,
):
  | { readonly ok: CloudSettings | undefined; readonly errors?: never }
  | { readonly ok?: never; readonly errors: readonly DocumentError[] } {
  if (document === undefined || document === null) return { ok: undefined };
  if (typeof document !== 'object' || Array.isArray(document)) {
    return { errors: [{ field: '', reason: 'Invalid value: must be an object' }] };
  }
  const data = document as Record<string, unknown>;
  const errors = Object.keys(data)
    .filter((field) => !CLOUD_FIELDS.includes(field))
    .map((field) => ({ field, reason: 'unknown field' }));
  const { provider, initializeAfter } = data;
  if (provider !== 'external') {
    const reason = `Unsupported value: ${JSON.stringify(provider ?? null)}: supported values: "external"`;
    errors.push({ field: 'provider', reason });
  }
  const given = typeof initializeAfter === 'string' ? parseDurationMs(initializeAfter) : undefined;
  const initializeAfterMs = initializeAfter === undefined ? DEFAULT_INITIALIZE_AFTER_MS : given;
  if (initializeAfterMs === undefined || initializeAfterMs < 0) {
    const reason = `Invalid value: ${JSON.stringify(initializeAfter)}: must be a duration that is not negative`;
    errors.push({ field: 'initializeAfter', reason });
  }
  return errors.length > 0 ? { errors } : { ok: { initializeAfterMs: initializeAfterMs! } };
}
