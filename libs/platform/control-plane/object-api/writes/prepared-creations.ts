import { jsonText, Kinds, type KubeObject, type Namespace } from '@orrery/api-types';
import { resourceName } from '@orrery/store';
import { formatTime } from '@orrery/time';
import type { ClusterSettings } from '../../settings/cluster-settings';
import type { WriteReview } from '../dynamic-admission/write-review';
import type { CreateRequest, WriteOptions } from './requests';
import type { WriteContext } from './write-context';

/** Values that differ between objects made from the same request. */
export interface Novelty {
  readonly uid: string;
  readonly nowMs: number;
}

/** Maximum number of kept creations: a cluster of each release has about a hundred; more come from clusters of many settings. */
const MAX_KEPT = 2000;
const kept = new Map<string, Kept>();

/** An object that was prepared at some time. */
interface Kept {
  readonly object: KubeObject;
  readonly time: string;
  /** Fields that contain the time, such as a status with conditions. */
  readonly timed: readonly string[];
  /** Time fields of the object, as of the last request for it: clusters that are made together share this, too. */
  stamped: Stamped;
}

/** Parts of an object that contain the time of its creation. */
interface Stamped {
  readonly time: string;
  readonly managedFields: KubeObject['metadata']['managedFields'];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The texts of settings in use. Settings are never changed in place. */
const settingsTexts = new WeakMap<ClusterSettings, string>();

/**
 * Returns the key under which the outcome of a creation is kept that all clusters with these settings request alike;
 * undefined for one whose outcome may differ: by the rights of a client, or by users' configurations.
 */
export function placeOf(
  { kind, namespace, input, isAlike }: CreateRequest,
  context: WriteContext,
  { review, options }: { readonly review: WriteReview | undefined; readonly options: WriteOptions },
): string | undefined {
  if (!isAlike || context.actor || context.account || review) return undefined;
  if (kind.namespaced && !isOpen(context.cache().get(Kinds.Namespace, '', namespace))) return undefined;
  return [
    resourceName(kind),
    namespace,
    options.fieldManager,
    textOfSettings(context.settings()),
    jsonText(input),
  ].join('\n');
}

/** Returns whether objects can be created in a namespace: it is there, and is not being deleted. */
function isOpen(namespace: Namespace | undefined): boolean {
  return namespace !== undefined && !namespace.metadata.deletionTimestamp && namespace.status?.phase !== 'Terminating';
}

/** The object as it was prepared for another cluster, with a uid and times of its own. */
export function preparedBefore(place: string, { uid, nowMs }: Novelty): KubeObject | undefined {
  const known = kept.get(place);
  if (!known) return undefined;
  const time = formatTime(nowMs);
  if (known.stamped.time !== time) known.stamped = stamp(known, time);
  const { object, stamped } = known;
  // In the order of the fields that they have in the text.
  const metadata = { ...object.metadata, uid, creationTimestamp: time } as unknown as KubeObject['metadata'];
  if (stamped.managedFields) metadata.managedFields = stamped.managedFields;
  return { ...object, ...stamped.fields, metadata };
}

function stamp({ object, time: before, timed }: Kept, time: string): Stamped {
  // kubernetes-types has dates where objects hold text.
  const managedFields = object.metadata.managedFields?.map((entry) => ({ ...entry, time: time as never }));
  // Fields of an object of any kind are read by their names.
  const fields = object as unknown as Readonly<Record<string, unknown>>;
  return {
    time,
    managedFields,
    fields: Object.fromEntries(timed.map((field) => [field, withTime(fields[field], before, time)])),
  };
}

/** Keeps an object for other clusters: all parts without uid and time are shared with them. */
export function keepPrepared(place: string, object: KubeObject, nowMs: number): void {
  if (kept.size >= MAX_KEPT) kept.clear();
  const time = formatTime(nowMs);
  const timed = Object.entries(object)
    .filter(([field, value]) => field !== 'metadata' && jsonText(value).includes(time))
    .map(([field]) => field);
  const prepared = { object: { ...object, metadata: { ...object.metadata } }, time, timed };
  const { managedFields } = object.metadata;
  kept.set(place, { ...prepared, stamped: { time, managedFields, fields: {} } });
}

/** Returns a value with another time in each place of this one. */
function withTime(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((each) => withTime(each, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTime(each, from, to)]));
}

function textOfSettings(settings: ClusterSettings): string {
  let text = settingsTexts.get(settings);
  if (text === undefined) settingsTexts.set(settings, (text = jsonText(settings)));
  return text;
}
