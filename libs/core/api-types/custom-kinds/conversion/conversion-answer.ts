import { renderFieldError } from '../../errors/field-error';
import { isInt64, isNumeric } from '../../numbers/exact-numbers';
import { jsonText } from '../../numbers/json-text';
import type { KubeObject } from '../../objects';
import { isRecord } from '../../structure/is-record';
import { validateAnnotations, validateLabels } from '../../validation/metadata';

/** Request to a conversion webhook. */
export interface ConversionQuestion {
  readonly uid: string;
  /** Of the review: `v1` or `v1beta1`. */
  readonly version: string;
  /** The kind of the objects. */
  readonly kind: string;
  readonly desiredAPIVersion: string;
  /** At least one, all of one version. */
  readonly objects: readonly KubeObject[];
}

const GROUP = 'apiextensions.k8s.io';

/**
 * The objects that a webhook converted, with the metadata that they had, but for labels and annotations; or what it did wrong, in the words
 * of upstream (`apiserver/conversion/webhook_converter.go`). `answer` is anything.
 */
export function convertedObjects(question: ConversionQuestion, answer: unknown): KubeObject[] | string {
  const { kind, objects } = question;
  const webhook = `conversion webhook for ${objects[0]!.apiVersion}, Kind=${kind}`;
  const found = objectsIn(question, answer);
  if (typeof found === 'string') return `${webhook} failed: ${found}`;
  if (found.length !== objects.length) {
    return `${webhook} returned ${found.length} objects, expected ${objects.length}`;
  }
  const made: KubeObject[] = [];
  for (const [i, object] of found.entries()) {
    const verdict = restored(question, object, objects[i]!);
    if ('object' in verdict) made.push(verdict.object);
    else return `${webhook} returned invalid ${placed(verdict, i, objects.length > 1)}: ${verdict.text}`;
  }
  return made;
}

/** Error of one object: in its type, its identity or the rest of its metadata. */
interface Fault {
  readonly of: 'type' | 'identity' | 'metadata';
  readonly text: string;
}

function placed({ of }: Fault, index: number, isList: boolean): string {
  if (isList) return of === 'metadata' ? `metadata in object at index ${index}` : `converted object at index ${index}`;
  return { type: 'object at index 0', identity: 'object', metadata: 'metadata' }[of];
}

function objectsIn({ uid, version }: ConversionQuestion, answer: unknown): readonly unknown[] | string {
  const { apiVersion = '', kind = '', response } = isRecord(answer) ? answer : {};
  const isStrict = version === 'v1';
  if (isStrict && (apiVersion !== `${GROUP}/v1` || kind !== 'ConversionReview')) {
    const got = `${textOf(apiVersion)}, Kind=${textOf(kind)}`;
    return `expected webhook response of ${GROUP}/v1, Kind=ConversionReview, got ${got}`;
  }
  if (!isRecord(response)) return 'no response provided';
  if (isStrict && response['uid'] !== uid) {
    return `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(textOf(response['uid'] ?? ''))}`;
  }
  const { status = '', message = '' } = isRecord(response['result']) ? response['result'] : {};
  if (status !== 'Success') {
    return message === '' ? `response.result.status was '${textOf(status)}', not 'Success'` : textOf(message);
  }
  const { convertedObjects: objects } = response;
  return Array.isArray(objects) ? objects : [];
}

function restored(
  { desiredAPIVersion, kind }: ConversionQuestion,
  object: unknown,
  original: KubeObject,
): { readonly object: KubeObject } | Fault {
  const given = isRecord(object) ? object : {};
  const { apiVersion = '', kind: ofKind = '', metadata } = given;
  if (apiVersion !== desiredAPIVersion) {
    return { of: 'type', text: `invalid groupVersion (expected ${desiredAPIVersion}, received ${textOf(apiVersion)})` };
  }
  if (ofKind !== kind) return { of: 'type', text: `invalid kind (expected ${kind}, received ${textOf(ofKind)})` };
  const meta = isRecord(metadata) ? metadata : {};
  for (const [field, name] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const [was, is] = [original.metadata[field] ?? '', textOf(meta[field] ?? '')];
    if (was !== is) return { of: 'identity', text: `must have the same ${name}: ${was} != ${is}` };
  }
  const fault = metadataFault(metadata);
  if (fault !== undefined) return { of: 'metadata', text: fault };
  // It has the apiVersion, kind and metadata of an object; decoding looks at the rest.
  return { object: withOwnMetadata(given as unknown as KubeObject, original) };
}

function metadataFault(metadata: unknown): string | undefined {
  if (metadata === undefined) return 'missing metadata in converted object';
  if (!isRecord(metadata)) return `invalid metadata of type ${goType(metadata)} in converted object`;
  for (const field of ['labels', 'annotations'] as const) {
    const given = metadata[field] ?? undefined;
    if (given === undefined) continue;
    if (!isRecord(given)) return `invalid metadata.${field} of type ${goType(given)} in converted object`;
    for (const [key, value] of Object.entries(given)) {
      if (typeof value === 'string') continue;
      return `metadata.${field}[${key}] must be a string, but is ${goType(value)} in converted object`;
    }
    const texts = given as Readonly<Record<string, string>>;
    const errors =
      field === 'labels' ? validateLabels(texts, 'metadata.labels') : validateAnnotations(texts, 'metadata.annotation');
    if (errors.length > 0) return errors.map(renderFieldError).join(', ');
  }
  return undefined;
}

/** A webhook may change labels and annotations, and nothing else of the metadata. */
function withOwnMetadata(object: KubeObject, { metadata: own }: KubeObject): KubeObject {
  const { labels, annotations } = object.metadata;
  const { labels: _labels, annotations: _annotations, ...metadata } = own;
  return {
    ...object,
    metadata: { ...metadata, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (jsonText(value) ?? '');
}

function goType(value: unknown): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (isNumeric(value)) return isInt64(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : 'string';
}
