import { bytesField, numberField, textField } from './wire-writer';

type Json = Readonly<Record<string, unknown>>;

/** A field of a message by its name in JSON: a text or a flag, or a message of its own; a list where JSON has one. */
type Field = readonly [number: number, message?: Message];
interface Message {
  readonly [name: string]: Field;
}

// The numbers of `apimachinery/pkg/apis/meta/v1/generated.proto` and `api/apidiscovery/v2/generated.proto` upstream.
const GROUP_VERSION: Message = { groupVersion: [1], version: [2] };
const SERVER_ADDRESS: Message = { clientCIDR: [1], serverAddress: [2] };
const GROUP_VERSION_KIND: Message = { group: [1], version: [2], kind: [3] };
const GROUP: Message = {
  name: [1],
  versions: [2, GROUP_VERSION],
  preferredVersion: [3, GROUP_VERSION],
  serverAddressByClientCIDRs: [4, SERVER_ADDRESS],
};
const RESOURCE: Message = {
  name: [1],
  namespaced: [2],
  kind: [3],
  shortNames: [5],
  singularName: [6],
  categories: [7],
  group: [8],
  version: [9],
  storageVersionHash: [10],
};
/** Verbs are a message of their own, with one list. */
const VERBS = 4;
const SUBRESOURCE: Message = { subresource: [1], responseKind: [2, GROUP_VERSION_KIND], verbs: [4] };
const RESOURCE_DISCOVERY: Message = {
  resource: [1],
  responseKind: [2, GROUP_VERSION_KIND],
  scope: [3],
  singularResource: [4],
  verbs: [5],
  shortNames: [6],
  categories: [7],
  subresources: [8, SUBRESOURCE],
};
const VERSION_DISCOVERY: Message = { version: [1], resources: [2, RESOURCE_DISCOVERY], freshness: [3] };
const GROUP_DISCOVERY: Message = { metadata: [1, { name: [1] }], versions: [2, VERSION_DISCOVERY] };

const MESSAGES: Readonly<Record<string, Message>> = {
  APIVersions: { versions: [1], serverAddressByClientCIDRs: [2, SERVER_ADDRESS] },
  APIGroupList: { groups: [1, GROUP] },
  APIGroup: GROUP,
  APIResourceList: { groupVersion: [1], resources: [2, RESOURCE] },
  APIGroupDiscoveryList: { metadata: [1, {}], items: [2, GROUP_DISCOVERY] },
};

/** Returns the message of a discovery answer; undefined for other kinds. */
export function discoveryMessage(kind: string, body: Json): Buffer | undefined {
  const message = Object.hasOwn(MESSAGES, kind) ? MESSAGES[kind] : undefined;
  return message && encode(body, message);
}

function encode(body: Json, message: Message): Buffer {
  const parts: Buffer[] = [];
  for (const [name, field] of Object.entries(message)) {
    const value = body[name];
    const values: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
    for (const each of values) parts.push(encodeField(field, each));
  }
  if (message === RESOURCE) parts.push(bytesField(VERBS, verbsMessage(body)));
  return Buffer.concat(parts);
}

function encodeField([number, message]: Field, value: unknown): Buffer {
  if (message) return bytesField(number, encode(value as Json, message));
  return typeof value === 'boolean' ? numberField(number, value) : textField(number, String(value));
}

function verbsMessage({ verbs = [] }: { readonly verbs?: readonly string[] }): Buffer {
  return Buffer.concat(verbs.map((verb) => textField(1, verb)));
}
