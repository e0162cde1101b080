import type { KubeObject } from '../../objects';
import { setOwn } from '../../structure/own-field';

/** Fills what a client may leave out of a Secret. Changes the object in place. */
export function defaultSecret(object: KubeObject): void {
  object['type'] ??= 'Opaque';
  const stringData = object['stringData'] as Record<string, string> | undefined;
  if (!stringData) return;
  const data = { ...(object['data'] as Record<string, string> | undefined) };
  for (const [key, value] of Object.entries(stringData)) setOwn(data, key, toBase64(value));
  object['data'] = data;
  delete object['stringData'];
}

function toBase64(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
