import type { KubeObject } from '@orrery/api-types';
import { fieldText, isRecord, textOfList, textOfParts } from './shared-parts';

/** How a stored text begins: the revision is not known when it is written, so it is left out in a known place. */
const HEAD = '{"metadata":{"resourceVersion":"';

/** The texts of objects that are being written, so that watchers need not make them a second time. */
const fresh = new Map<KubeObject, string>();

/** The JSON text of an object as it is stored: without its revision, which is a column. */
export function storedText(object: KubeObject): string {
  const text = isPlain(object) ? JSON.stringify(object) : textByParts(object);
  fresh.set(object, text);
  return text;
}

/** Whether an object has no parts to share, and its revision is where the head has it: so are events, the most written. */
function isPlain(object: KubeObject): boolean {
  const { metadata, spec } = object;
  if (spec !== undefined || metadata.managedFields !== undefined || metadata.resourceVersion !== '') return false;
  for (const first in object) {
    if (first !== 'metadata') return false;
    break;
  }
  for (const first in metadata) return first === 'resourceVersion';
  return false;
}

function textByParts(object: KubeObject): string {
  let text = `${HEAD}"${metadataText(object.metadata, 'resourceVersion')}}`;
  for (const key of Object.keys(object)) {
    if (key === 'metadata') continue;
    const value = (object as unknown as Record<string, unknown>)[key];
    const field = key === 'spec' && isRecord(value) ? `"spec":${textOfParts(value)}` : fieldText(key, value);
    if (field !== '') text += `,${field}`;
  }
  return `${text}}`;
}

/** The fields of metadata but one, each after a comma. */
function metadataText(metadata: KubeObject['metadata'], leftOut?: string): string {
  let text = '';
  for (const key of Object.keys(metadata)) {
    if (key === leftOut) continue;
    const value = metadata[key as keyof typeof metadata] as unknown;
    const isList = key === 'managedFields' && Array.isArray(value);
    const field = isList ? `"managedFields":${textOfList(value as object[])}` : fieldText(key, value);
    if (field !== '') text += `,${field}`;
  }
  return text;
}

/** The JSON text of the metadata of a stored object. */
export function textOfMetadata(metadata: KubeObject['metadata']): string {
  return `{${metadataText(metadata).slice(1)}}`;
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
