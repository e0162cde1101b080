import { jsonText, type KubeObject } from '@orrery/api-types';
import { fieldText, isRecord, textOfList, textOfParts } from './shared-parts';

/** Beginning of a stored text: the revision is not known when it is written, so its place is left open. */
const HEAD = '{"metadata":{"resourceVersion":"';

/** Texts of objects, one after the other. */
export interface Bodies {
  /** Length of each text, in bytes. */
  readonly lengths: readonly number[];
  readonly bytes: Buffer;
}

/** Position of the text of an object that is being written. */
interface FreshText {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;
}

/**
 * The texts of objects that are being written, so that watchers need not make them a second time. They stay in the
 * buffer that is sent to the database: as strings they would outlive the write, and be carried along by the collector.
 */
const fresh = new Map<KubeObject, FreshText>();

/** The texts of objects to be written, remembered for {@link textOf} until {@link forgetText}. */
export function storedBodies(objects: readonly KubeObject[]): Bodies {
  const texts = objects.map(storedText);
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
  let from = 0;
  texts.forEach((text, i) => {
    const to = from + bytes.write(text, from);
    fresh.set(objects[i]!, { bytes, from, to });
    from = to;
  });
  return { lengths, bytes };
}

/** The JSON text of an object as it is stored: without its revision, which is a column. */
export function storedText(object: KubeObject): string {
  return isPlain(object) ? jsonText(object) : textByParts(object);
}

/** Returns whether an object has no parts to share, and its revision is where the head has it: so are events, the most written. */
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
    const value = (object as Record<string, unknown>)[key];
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
  if (stored === undefined) return jsonText(object);
  const { bytes, from, to } = stored;
  return HEAD + object.metadata.resourceVersion + bytes.toString('utf8', from + HEAD.length, to);
}

/** Drops the text of an object that was delivered to all readers that waited for it. */
export function forgetText(object: KubeObject): void {
  fresh.delete(object);
}
