import type { KubeObject } from '../objects';
import type { KindInfo } from './kind-info';

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
