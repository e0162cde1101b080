import type { KubeObject } from '@orrery/api-types';

/** How a stored text begins: the revision is not known when it is written, so it is left out in a known place. */
const HEAD = '{"metadata":{"resourceVersion":"';

/** The texts of objects that are being written, so that watchers need not make them a second time. */
const fresh = new WeakMap<KubeObject, string>();

/** The JSON text of an object as it is stored: without its revision, which is a column. */
export function storedText(object: KubeObject): string {
  const { metadata, ...rest } = object;
  const { resourceVersion: _revision, ...others } = metadata;
  const stored = JSON.stringify({ metadata: { resourceVersion: '', ...others }, ...rest });
  fresh.set(object, stored);
  return stored;
}

/** The JSON text of an object; cheap for one that was written just now. */
export function textOf(object: KubeObject): string {
  const stored = fresh.get(object);
  if (stored === undefined) return JSON.stringify(object);
  return HEAD + object.metadata.resourceVersion + stored.slice(HEAD.length);
}

/** The object has been shown to everybody who waited for it. */
export function forgetText(object: KubeObject): void {
  fresh.delete(object);
}
