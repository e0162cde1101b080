import { jsonText, type PodTemplateSpec } from '@orrery/api-types';
import { POD_TEMPLATE_HASH } from './deployment-constants';

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** Templates are compared at every step of a rollout; stored objects never change, so their text need not be made again. */
const texts = new WeakMap<PodTemplateSpec, string>();

/** Returns whether two templates make the same pods: equal in all but the hash label. */
export function isSameTemplate(a: PodTemplateSpec | undefined, b: PodTemplateSpec | undefined): boolean {
  return a === b || canonicalText(a) === canonicalText(b);
}

/**
 * The hash by which the ReplicaSet of a template is named (spec api B2): 32-bit FNV-1a of the canonical JSON, and
 * of how often such a name was found taken, spelled in letters that make no words.
 */
export function podTemplateHash(template: PodTemplateSpec, collisionCount: number | undefined): string {
  const text = canonicalText(template) + (collisionCount === undefined ? '' : `#${collisionCount}`);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  let name = '';
  for (const digit of String(hash >>> 0)) name += LETTERS[digit.charCodeAt(0) % LETTERS.length]!;
  return name;
}

function canonicalText(template: PodTemplateSpec = {}): string {
  let text = texts.get(template);
  if (text === undefined) {
    const { labels: all = {}, annotations = {}, ...metadata } = template.metadata ?? {};
    const { [POD_TEMPLATE_HASH]: _hash, ...labels } = all;
    text = canonical([labels, annotations, metadata, template.spec]);
    texts.set(template, text);
  }
  return text;
}

/** JSON with sorted keys; fields without a value and empty lists count as absent. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return jsonText(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += text === '' ? canonical(item) : `,${canonical(item)}`;
    return `[${text}]`;
  }
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record).sort()) {
    if (isEmpty(record[key])) continue;
    if (text !== '') text += ',';
    text += `${JSON.stringify(key)}:${canonical(record[key])}`;
  }
  return `{${text}}`;
}

/** An empty map can mean something in a pod (`emptyDir: {}`), an empty list never does. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
