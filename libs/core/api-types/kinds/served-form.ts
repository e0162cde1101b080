import type { KubeObject } from '../objects';
import type { KindInfo } from './kind-info';
import { kindByGvk } from './registry';
import type { ReleaseName } from './releases';

/** A stored object as this version of its kind serves it. */
export function servedForm({ form }: KindInfo, object: KubeObject): KubeObject {
  return form ? form.served(object) : object;
}

/** Asks the webhook of a kind, where it has one, for the served form of these objects; throws what it did wrong. */
export async function prepareForms({ form }: KindInfo, objects: readonly KubeObject[]): Promise<void> {
  await form?.prepare?.(objects);
}

/** An object of this version of its kind as it is stored. */
export function storedForm({ form }: KindInfo, object: KubeObject): KubeObject {
  return form ? form.stored(object) : object;
}

/**
 * A stored object under a version that the release serves: references to the object and events about it name that one, since clients
 * of the release cannot ask for the stored one. The fields stay as they are stored.
 */
export function inServedVersion<T extends Pick<KubeObject, 'apiVersion' | 'kind'>>(object: T, release: ReleaseName): T {
  const versions = kindByGvk(object.apiVersion, object.kind)?.versionsOf[release] ?? [];
  const [preferred] = versions;
  if (preferred === undefined || versions.includes(object.apiVersion)) return object;
  return { ...object, apiVersion: preferred };
}
