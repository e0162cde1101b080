/** Packs what a trace is made of as MessagePack: lists, texts, whole numbers, and maps as `Map` or plain objects. */
export function pack(value: unknown): Uint8Array {
  const bytes: number[] = [];
  put(value, bytes);
  return Uint8Array.from(bytes);
}

function put(value: unknown, bytes: number[]): void {
  if (value === null) bytes.push(0xc0);
  else if (typeof value === 'string') {
    const text = new TextEncoder().encode(value);
    bytes.push(0xd9, text.length, ...text);
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    bytes.push(0xcf);
    for (let shift = 56n; shift >= 0n; shift -= 8n) bytes.push(Number((BigInt(value) >> shift) & 0xffn));
  } else if (Array.isArray(value)) {
    bytes.push(0xdc, value.length >> 8, value.length & 0xff);
    for (const each of value) put(each, bytes);
  } else {
    const pairs: [unknown, unknown][] =
      value instanceof Map ? [...(value as Map<unknown, unknown>)] : Object.entries(value as object);
    bytes.push(0xde, pairs.length >> 8, pairs.length & 0xff);
    for (const [key, each] of pairs) {
      put(key, bytes);
      put(each, bytes);
    }
  }
}
