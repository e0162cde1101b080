import { createHash } from 'node:crypto';
import type { KindInfo } from '@orrery/api-types';
import { parseAccept } from '../negotiation';
import type { ServedKinds } from '../served-kinds';
import { documentV2, documentV2Protobuf } from './document-v2';
import { documentV3 } from './document-v3';

/** A document as it is sent. */
export interface OpenApiAnswer {
  /** 200, or 304 for a client that has it already. */
  readonly code: number;
  readonly body: Buffer | string;
  readonly contentType: string;
  readonly etag: string;
}

interface Document {
  readonly body: Buffer | string;
  readonly etag: string;
}

const JSON_TYPE = 'application/json';
/** Newer clients spell the type in a way that is a valid media type. */
const PROTOBUF_TYPES = new Set([
  'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
  'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
]);
/** Real servers answer with this too: the name of the format is no valid media type. */
const BYTES = 'application/octet-stream';
const V3 = '/openapi/v3';

/** Serves `/openapi/v2`, `/openapi/v3` and the documents that the latter lists; undefined for other paths. */
export function openApi(
  kinds: ServedKinds,
  path: string,
  accept: string | undefined,
  ifNoneMatch: string | undefined,
): OpenApiAnswer | undefined {
  if (path === '/openapi/v2') {
    return wantsProtobuf(accept)
      ? answer(
          built(kinds, 'v2 protobuf', () => documentV2Protobuf(kinds)),
          BYTES,
          ifNoneMatch,
        )
      : answer(
          built(kinds, 'v2', () => JSON.stringify(documentV2(kinds))),
          JSON_TYPE,
          ifNoneMatch,
        );
  }
  if (path === V3) {
    const listed = built(kinds, 'v3', () => JSON.stringify(index(kinds)));
    return answer(listed, JSON_TYPE, ifNoneMatch);
  }
  const apiVersion = kinds.groupVersions.find((version) => path === `${V3}/${placeOf(version)}`);
  return apiVersion === undefined ? undefined : answer(documentOf(kinds, apiVersion), JSON_TYPE, ifNoneMatch);
}

const ofAllKinds = new WeakMap<ServedKinds, Map<string, Document>>();

/** Documents of all kinds are built once, when they are first asked for after a change of the kinds. */
function built(kinds: ServedKinds, name: string, build: () => Buffer | string): Document {
  let documents = ofAllKinds.get(kinds);
  if (!documents) ofAllKinds.set(kinds, (documents = new Map()));
  let document = documents.get(name);
  if (!document) documents.set(name, (document = withTag(build())));
  return document;
}

/** A document with the kinds that it describes. */
interface VersionDocument {
  readonly kinds: readonly KindInfo[];
  readonly document: Document;
}

/** By the first kind of the version, and release and version. */
const ofVersions = new WeakMap<KindInfo, Map<string, VersionDocument>>();

/** The document of one group version, which changes with its own kinds only. */
function documentOf(all: ServedKinds, apiVersion: string): Document {
  const kinds = all.kindsIn(apiVersion);
  let known = ofVersions.get(kinds[0]!);
  if (!known) ofVersions.set(kinds[0]!, (known = new Map()));
  const place = `${all.release} ${apiVersion}`;
  const before = known.get(place);
  const isSame = before?.kinds.length === kinds.length && kinds.every((kind, i) => kind === before.kinds[i]);
  if (isSame) return before.document;
  const document = withTag(JSON.stringify(documentV3(all, apiVersion)));
  known.set(place, { kinds, document });
  return document;
}

function withTag(body: Buffer | string): Document {
  return { body, etag: createHash('sha256').update(body).digest('hex').toUpperCase() };
}

function answer({ body, etag }: Document, contentType: string, ifNoneMatch: string | undefined): OpenApiAnswer {
  const quoted = `"${etag}"`;
  const isKnown = (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === quoted);
  return isKnown ? { code: 304, body: '', contentType, etag: quoted } : { code: 200, body, contentType, etag: quoted };
}

function wantsProtobuf(accept: string | undefined): boolean {
  for (const { type } of parseAccept(accept)) {
    if (PROTOBUF_TYPES.has(type)) return true;
    if (type === JSON_TYPE || type === '*/*' || type === 'application/*') return false;
  }
  return false;
}

function index(kinds: ServedKinds): object {
  const paths = kinds.groupVersions.map((version) => [
    placeOf(version),
    { serverRelativeURL: `${V3}/${placeOf(version)}?hash=${documentOf(kinds, version).etag}` },
  ]);
  return { paths: Object.fromEntries(paths) as unknown };
}

function placeOf(apiVersion: string): string {
  return apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
}
