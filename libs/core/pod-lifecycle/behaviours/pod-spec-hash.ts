import type { Pod } from '@orrery/api-types';

/** Annotation of a pod from a trace, with the hash by which the trace identifies its spec. */
const HASH_ANNOTATION = 'static.simkube.io/pod-spec-stable-hash';
/** Prefix of the volumes that an API server itself adds. */
const OWN_VOLUMES = 'kube-api-access-';
const MASK = 0xffff_ffff_ffff_ffffn;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the hash by which a trace of SimKube identifies a pod's spec: the pod's annotation, or else the hash as its tracer
 * computes it.
 */
export function podSpecHashOf({ metadata, spec }: Pod): string {
  // The spec is hashed as plain fields.
  return metadata.annotations?.[HASH_ANNOTATION] ?? stableHash(stableSpec(spec as unknown as Fields));
}

/** Returns the spec without the fields that differ between a cluster and its simulation. */
function stableSpec(spec: Fields): Fields {
  const { nodeName: _node, serviceAccount: _account, serviceAccountName: _name, ...rest } = spec;
  const mounts = (container: Fields): Fields => ({ ...container, volumeMounts: withoutOwn(container['volumeMounts']) });
  const containers = (spec['containers'] ?? []) as Fields[];
  const inits = spec['initContainers'] as Fields[] | undefined;
  return {
    ...rest,
    volumes: withoutOwn(spec['volumes']),
    containers: containers.map((container) => {
      const { ports: _ports, ...kept } = mounts(container);
      return kept;
    }),
    ...(inits ? { initContainers: inits.map(mounts) } : {}),
  };
}

function withoutOwn(list: unknown): unknown[] {
  const named = (Array.isArray(list) ? list : []) as { readonly name?: string }[];
  return named.filter(({ name }) => !name?.startsWith(OWN_VOLUMES));
}

/** The hash of a JSON value, as Rust's default hasher (SipHash-1-3 with a key of zeros) comes to it. */
function stableHash(value: unknown): string {
  const bytes: number[] = [];
  feed(value, bytes);
  return sipHash13(bytes).toString();
}

/** Fields in the order of their names; texts end with a byte that no text has. */
function feed(value: unknown, bytes: number[]): void {
  if (value === null || value === undefined) feedWord(0n, bytes);
  else if (typeof value === 'boolean') bytes.push(value ? 1 : 0);
  else if (typeof value === 'string') feedText(value, bytes);
  else if (typeof value === 'number')
    feedWord(Number.isInteger(value) ? BigInt(value) & MASK : floatBits(value), bytes);
  else if (Array.isArray(value)) for (const each of value) feed(each, bytes);
  else {
    const fields = Object.entries(value as Fields).filter(([, each]) => each !== undefined);
    for (const [name, each] of fields.sort(([a], [b]) => (a < b ? -1 : 1))) {
      feedText(name, bytes);
      feed(each, bytes);
    }
  }
}

function feedText(text: string, bytes: number[]): void {
  for (const byte of new TextEncoder().encode(text)) bytes.push(byte);
  bytes.push(0xff);
}

function feedWord(word: bigint, bytes: number[]): void {
  for (let i = 0n; i < 8n; i++) bytes.push(Number((word >> (8n * i)) & 0xffn));
}

function floatBits(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

/** SipHash with one round a word and three at the end, both halves of the key zero. */
function sipHash13(bytes: readonly number[]): bigint {
  const state: SipState = [
    0x736f_6d65_7073_6575n,
    0x646f_7261_6e64_6f6dn,
    0x6c79_6765_6e65_7261n,
    0x7465_6462_7974_6573n,
  ];
  const wholeBytes = bytes.length - (bytes.length % 8);
  for (let at = 0; at < wholeBytes; at += 8) compress(state, wordAt(bytes, at, 8));
  compress(state, wordAt(bytes, wholeBytes, bytes.length - wholeBytes) | (BigInt(bytes.length & 0xff) << 56n));
  state[2] ^= 0xffn;
  for (let i = 0; i < 3; i++) round(state);
  return state[0] ^ state[1] ^ state[2] ^ state[3];
}

type SipState = [bigint, bigint, bigint, bigint];

function wordAt(bytes: readonly number[], at: number, length: number): bigint {
  let word = 0n;
  for (let i = 0; i < length; i++) word |= BigInt(bytes[at + i]!) << BigInt(8 * i);
  return word;
}

function compress(state: SipState, word: bigint): void {
  state[3] ^= word;
  round(state);
  state[0] ^= word;
}

function rotated(word: bigint, by: bigint): bigint {
  return ((word << by) | (word >> (64n - by))) & MASK;
}

function round(state: SipState): void {
  let [a, b, c, d] = state;
  a = (a + b) & MASK;
  b = rotated(b, 13n) ^ a;
  a = rotated(a, 32n);
  c = (c + d) & MASK;
  d = rotated(d, 16n) ^ c;
  a = (a + d) & MASK;
  d = rotated(d, 21n) ^ a;
  c = (c + b) & MASK;
  b = rotated(b, 17n) ^ c;
  c = rotated(c, 32n);
  state.splice(0, 4, a, b, c, d);
}
