import { Turns } from '../answers/in-slices';
import { discoveryMessage } from './discovery-messages';
import { encodeMessage, NotEncodable } from './encode-message';
import { PREFIX } from './decode-protobuf';
import { bytesField, numberField, textField } from './wire-writer';
import { messageOfBody } from './wire-structs';

type Json = Readonly<Record<string, unknown>>;

/** The media type of Kubernetes messages. */
export const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';
const LIST = 'List';
const METADATA_ONLY = 'PartialObjectMetadata';

/** An answer as a Kubernetes message; undefined where its kind has none, as custom resources and tables. */
export function encodeProtobuf(body: unknown): Buffer | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  // What lists versions has none itself.
  const { apiVersion = 'v1', kind } = body as Json;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const raw = encodable(() => messageOf(apiVersion, kind, body as Json));
  return raw && enveloped(apiVersion, kind, raw);
}

/** Returns the encoded value; undefined where a value cannot be encoded in its message. */
function encodable<T>(encode: () => T | undefined): T | undefined {
  try {
    return encode();
  } catch (error) {
    if (error instanceof NotEncodable) return undefined;
    throw error;
  }
}

/** Encodes as {@link encodeProtobuf}; the items of a list of objects are encoded one by one, and between them other requests get their turn. */
export async function encodeLongProtobuf(body: unknown): Promise<Buffer | undefined> {
  const { apiVersion = 'v1', kind, items, metadata } = (body ?? {}) as Json;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !Array.isArray(items)) return encodeProtobuf(body);
  const itemKind = kind.slice(0, -LIST.length);
  if (itemKind !== METADATA_ONLY && !hasMessage(apiVersion, itemKind)) return encodeProtobuf(body);
  const parts: Buffer[] = [];
  let open = [bytesField(1, listMetaMessage((metadata ?? {}) as Json))];
  const turns = new Turns();
  for (const item of items as readonly Json[]) {
    const message = encodable(() => itemMessage(apiVersion, itemKind, item));
    if (!message) return undefined;
    open.push(bytesField(2, message));
    const turn = turns.after(message.length);
    if (!turn) continue;
    // Small buffers keep the memory of those that were made before and after them.
    parts.push(Buffer.concat(open));
    open = [];
    await turn;
  }
  return enveloped(apiVersion, kind, Buffer.concat([...parts, ...open]));
}

/** Returns whether objects of a kind can be sent as messages. */
export function hasMessage(apiVersion: string, kind: string): boolean {
  return messageOfBody(apiVersion, kind) !== undefined;
}

/** A frame of a watch: the length, and an event whose object is a message with an envelope of its own. */
export function encodeWatchEvent(type: string, object: unknown): Buffer {
  const raw = encodeProtobuf(object) ?? Buffer.alloc(0);
  const event = Buffer.concat([textField(1, type), bytesField(2, bytesField(1, raw))]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(event.length);
  return Buffer.concat([length, event]);
}

function enveloped(apiVersion: string, kind: string, raw: Buffer): Buffer {
  const typeMeta = Buffer.concat([textField(1, apiVersion), textField(2, kind)]);
  const envelope = [bytesField(1, typeMeta), bytesField(2, raw), textField(3, ''), textField(4, '')];
  return Buffer.concat([PREFIX, ...envelope]);
}

function messageOf(apiVersion: string, kind: string, body: Json): Buffer | undefined {
  if (kind === 'Status' && apiVersion === 'v1') return statusMessage(body);
  const discovery = discoveryMessage(kind, body);
  if (discovery) return discovery;
  if (kind === METADATA_ONLY) return objectMessage('v1', 'ConfigMap', { metadata: body['metadata'] });
  if (kind.endsWith(LIST) && Array.isArray(body['items'])) {
    const items = itemMessages(apiVersion, kind, body['items'] as Json[]);
    const metadata = bytesField(1, listMetaMessage((body['metadata'] ?? {}) as Json));
    return items && Buffer.concat([metadata, ...items]);
  }
  return objectMessage(apiVersion, kind, body);
}

/** Returns the items of a list as its fields; undefined where their kind has no message. */
function itemMessages(apiVersion: string, kind: string, items: readonly Json[]): Buffer[] | undefined {
  const itemKind = kind.slice(0, -LIST.length);
  const messages = items.map((item) => itemMessage(apiVersion, itemKind, item));
  return messages.includes(undefined) ? undefined : messages.map((message) => bytesField(2, message!));
}

function itemMessage(apiVersion: string, kind: string, item: Json): Buffer | undefined {
  return kind === METADATA_ONLY ? messageOf(apiVersion, kind, item) : objectMessage(apiVersion, kind, item);
}

function objectMessage(apiVersion: string, kind: string, body: Json): Buffer | undefined {
  const message = messageOfBody(apiVersion, kind);
  return message && encodeMessage(body, message);
}

/** Texts are written where they are empty too, as Go writes fields without a pointer. */
function texts(body: Json, fields: Readonly<Record<string, number>>): Buffer[] {
  return Object.entries(fields).map(([name, number]) => {
    const value = body[name];
    return textField(number, typeof value === 'string' ? value : '');
  });
}

function listMetaMessage(metadata: Json): Buffer {
  const { remainingItemCount: remaining } = metadata;
  return Buffer.concat([
    ...texts(metadata, { selfLink: 1, resourceVersion: 2, continue: 3 }),
    ...(typeof remaining === 'number' ? [numberField(4, remaining)] : []),
  ]);
}

function statusMessage(status: Json): Buffer {
  const { metadata, details, code } = status;
  return Buffer.concat([
    bytesField(1, listMetaMessage((metadata ?? {}) as Json)),
    ...texts(status, { status: 2, message: 3, reason: 4 }),
    ...(details ? [bytesField(5, detailsMessage(details as Json))] : []),
    numberField(6, (code as number | undefined) ?? 0),
  ]);
}

function detailsMessage(details: Json): Buffer {
  const { causes = [], retryAfterSeconds = 0 } = details as { causes?: readonly Json[]; retryAfterSeconds?: number };
  return Buffer.concat([
    ...texts(details, { name: 1, group: 2, kind: 3 }),
    ...causes.map((cause) => bytesField(4, Buffer.concat(texts(cause, { reason: 1, message: 2, field: 3 })))),
    numberField(5, retryAfterSeconds),
    ...texts(details, { uid: 6 }),
  ]);
}
