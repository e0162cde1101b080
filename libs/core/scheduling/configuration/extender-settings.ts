import { qualifiedNameErrors } from '@orrery/api-types';
import { anyObject, boolean, fields, integer, listOf, oneOf, string, type ValueOf } from '@orrery/documents';
import { parseDurationMs } from '@orrery/time';
import type { ConfigurationError } from './configuration-error';

const DEFAULT_TIMEOUT_MS = 5000;

/** An HTTP extender as configured (spec scheduler 5.12); absent verbs are not called. */
export interface ExtenderSettings {
  readonly urlPrefix: string;
  readonly filterVerb: string | undefined;
  readonly prioritizeVerb: string | undefined;
  readonly preemptVerb: string | undefined;
  readonly bindVerb: string | undefined;
  /** Factor of its scores of 0..10. */
  readonly weight: number;
  readonly enableHttps: boolean;
  readonly tlsConfig: Readonly<Record<string, unknown>> | undefined;
  readonly httpTimeoutMs: number;
  /** True for an extender that keeps nodes itself: requests carry names only. */
  readonly nodeCacheCapable: boolean;
  /** The extender is called only for pods that request one of them; empty: for every pod. */
  readonly managedResources: readonly { readonly name: string; readonly ignoredByScheduler: boolean }[];
  /** Its failures are passed over. */
  readonly ignorable: boolean;
}

/** The format of an extender; `httpTimeout` is a duration in Go's syntax, or nanoseconds. */
export const EXTENDER = fields({
  urlPrefix: string(),
  filterVerb: string(),
  prioritizeVerb: string(),
  preemptVerb: string(),
  bindVerb: string(),
  weight: integer(),
  enableHTTPS: boolean(),
  enableHttps: boolean(),
  tlsConfig: anyObject(),
  httpTimeout: oneOf<string | number>('must be a duration', string(), integer()),
  nodeCacheCapable: boolean(),
  managedResources: listOf(fields({ name: string(), ignoredByScheduler: boolean() })),
  ignorable: boolean(),
});

/** An extender as documents have it. */
export type RawExtender = ValueOf<typeof EXTENDER>;

/** Weights have 32 bits, as those of plugins. */
const MAX_INT32 = 2 ** 31 - 1;

/** Reads the extenders of either format; problems are added to `errors`. */
export function readExtenders(raw: readonly RawExtender[], errors: ConfigurationError[]): readonly ExtenderSettings[] {
  const refuse = (field: string, reason: string): unknown => errors.push({ field, reason });
  const managed = new Set<string>();
  let binders = 0;
  raw.forEach((extender, i) => {
    const path = `extenders[${i}]`;
    const weight = extender.weight ?? 0;
    if (extender.prioritizeVerb && weight <= 0) {
      refuse(`${path}.weight`, `Invalid value: ${weight}: must have a positive weight applied to it`);
    } else if (weight > MAX_INT32) {
      refuse(`${path}.weight`, `Invalid value: ${weight}: not in valid range [1, ${MAX_INT32}]`);
    }
    if (extender.bindVerb) binders++;
    if (extender.urlPrefix && !isHttpUrl(extender.urlPrefix)) {
      const given = JSON.stringify(extender.urlPrefix);
      refuse(`${path}.urlPrefix`, `Invalid value: ${given}: must be a URL that begins with http:// or https://`);
    }
    if (timeoutMs(extender) === undefined) {
      refuse(`${path}.httpTimeout`, `Invalid value: ${JSON.stringify(extender.httpTimeout)}: must be a duration`);
    }
    extender.managedResources?.forEach(({ name = '' }, j) => {
      const field = `${path}.managedResources[${j}].name`;
      for (const error of qualifiedNameErrors(name)) refuse(field, `Invalid value: ${JSON.stringify(name)}: ${error}`);
      if (managed.has(name))
        refuse(field, `Invalid value: ${JSON.stringify(name)}: duplicate extender managed resource name`);
      managed.add(name);
    });
  });
  if (binders > 1) {
    const found = `found ${binders} extenders implementing bind`;
    refuse('extenders', `Invalid value: "${found}": only one extender can implement bind`);
  }
  return raw.map(extenderOf);
}

/** An address without scheme is not a URL: without this check the error would appear with the first pod only. */
function isHttpUrl(urlPrefix: string): boolean {
  return /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/.test(urlPrefix);
}

function extenderOf(raw: RawExtender): ExtenderSettings {
  return {
    urlPrefix: raw.urlPrefix ?? '',
    filterVerb: raw.filterVerb || undefined,
    prioritizeVerb: raw.prioritizeVerb || undefined,
    preemptVerb: raw.preemptVerb || undefined,
    bindVerb: raw.bindVerb || undefined,
    weight: Number(raw.weight ?? 0),
    enableHttps: raw.enableHTTPS ?? raw.enableHttps ?? false,
    tlsConfig: raw.tlsConfig,
    httpTimeoutMs: timeoutMs(raw) || DEFAULT_TIMEOUT_MS,
    nodeCacheCapable: raw.nodeCacheCapable ?? false,
    managedResources: (raw.managedResources ?? []).map(({ name = '', ignoredByScheduler = false }) => ({
      name,
      ignoredByScheduler,
    })),
    ignorable: raw.ignorable ?? false,
  };
}

function timeoutMs({ httpTimeout = 0 }: RawExtender): number | undefined {
  return typeof httpTimeout === 'string' ? parseDurationMs(httpTimeout) : Math.round(Number(httpTimeout) / 1e6);
}

/** Returns the resources that extenders manage and NodeResourcesFit must ignore. */
export function resourcesLeftToExtenders(extenders: readonly ExtenderSettings[]): readonly string[] {
  const names = extenders.flatMap(({ managedResources }) =>
    managedResources.flatMap(({ name, ignoredByScheduler }) => (ignoredByScheduler ? [name] : [])),
  );
  return [...new Set(names)].sort();
}
