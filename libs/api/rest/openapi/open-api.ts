import { createHash } from 'node:crypto';
import { jsonText, type KindInfo } from '@orrery/api-types';
import { parseAccept } from '../answers/negotiation';
import type { ServedKinds } from '../served-kinds';
import { documentV2 } from './document-v2';
import { documentV3, documentV3OfPage } from './document-v3';
import { pages } from './endpoints/endpoints';
import { documentV2Protobuf } from './protobuf-v2';
import type { RemoteSwagger } from './remote-swagger';

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
/** Real servers answer with this too: the name of the format is not a valid media type. */
const BYTES = 'application/octet-stream';
const V3 = '/openapi/v3';

/** OpenAPI of other servers for their group versions. */
export interface RemoteOpenApi {
  /** Documents of v2; the same array as long as its content is the same. */
  readonly swaggers: readonly RemoteSwagger[];
  /** URLs of their documents of v3, with their hashes, by paths such as `apis/GROUP/VERSION`. */
  readonly places: ReadonlyMap<string, string>;
}

/** No other servers. */
export const NO_REMOTE_OPENAPI: RemoteOpenApi = { swaggers: [], places: new Map() };

/** Request for an OpenAPI document. */
export interface OpenApiQuestion {
  readonly path: string;
  readonly accept?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/**
 * Serves `/openapi/v2`, `/openapi/v3` and the documents of this server that the latter lists; undefined for other paths.
 */
export function openApi(
  kinds: ServedKinds,
  { path, accept, ifNoneMatch }: OpenApiQuestion,
  { swaggers, places } = NO_REMOTE_OPENAPI,
): OpenApiAnswer | undefined {
  if (path === '/openapi/v2') {
    const document = (name: string, build: () => Buffer | string): Document => built(kinds, swaggers, name, build);
    return wantsProtobuf(accept)
      ? answer(
          document('protobuf', () => documentV2Protobuf(kinds, swaggers)),
          BYTES,
          ifNoneMatch,
        )
      : answer(
          document('json', () => jsonText(documentV2(kinds, swaggers))),
          JSON_TYPE,
          ifNoneMatch,
        );
  }
  if (path === V3) {
    const build = (): string => jsonText(index(kinds, places));
    const listed = places.size === 0 ? built(kinds, NO_REMOTE_OPENAPI.swaggers, 'v3', build) : withTag(build());
    return answer(listed, JSON_TYPE, ifNoneMatch);
  }
  const document = documentAt(kinds, path.slice(V3.length + 1));
  return document && answer(document, JSON_TYPE, ifNoneMatch);
}

/** The document of a group version or of a page, by its place. */
function documentAt(kinds: ServedKinds, place: string): Document | undefined {
  const apiVersion = kinds.groupVersions.find((version) => place === placeOf(version));
  if (apiVersion !== undefined) return documentOf(kinds, apiVersion);
  return pages(kinds).has(place) ? pageDocument(kinds, place) : undefined;
}

/** A page is described once for all clusters of a release: it does not change with kinds. */
function pageDocument(kinds: ServedKinds, place: string): Document {
  const key = `${kinds.release} ${place}`;
  let document = ofPages.get(key);
  if (!document) {
    document = withTag(jsonText(documentV3OfPage(kinds.release, pages(kinds).get(place)!)));
    // Groups of custom kinds come and go.
    if (ofPages.size >= MAX_PAGES) ofPages.clear();
    ofPages.set(key, document);
  }
  return document;
}

const MAX_PAGES = 1000;
const ofPages = new Map<string, Document>();

type Documents = Map<string, Document>;
const ofAllKinds = new WeakMap<ServedKinds, WeakMap<readonly RemoteSwagger[], Documents>>();

/** Returns the documents of all kinds, built once, on first use after a change of the kinds. */
function built(
  kinds: ServedKinds,
  swaggers: readonly RemoteSwagger[],
  name: string,
  build: () => Buffer | string,
): Document {
  let byRemotes = ofAllKinds.get(kinds);
  if (!byRemotes) ofAllKinds.set(kinds, (byRemotes = new WeakMap()));
  let documents = byRemotes.get(swaggers);
  if (!documents) byRemotes.set(swaggers, (documents = new Map()));
  let document = documents.get(name);
  if (!document) documents.set(name, (document = withTag(build())));
  return document;
}

/** A document with the kinds that it describes. */
interface VersionDocument {
  readonly kinds: readonly KindInfo[];
  readonly document: Document;
}

/** Documents by the first kind of the version, and release and version. */
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
  const document = withTag(jsonText(documentV3(all, apiVersion)));
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

function index(kinds: ServedKinds, places: RemoteOpenApi['places']): object {
  const documents = [
    ...[...pages(kinds).keys()].map((place) => [place, pageDocument(kinds, place)] as const),
    ...kinds.groupVersions.map((version) => [placeOf(version), documentOf(kinds, version)] as const),
  ];
  const own = documents.map(([place, { etag }]) => [place, `${V3}/${place}?hash=${etag}`] as const);
  const paths = [...places, ...own].map(([place, serverRelativeURL]) => [place, { serverRelativeURL }]);
  return { paths: Object.fromEntries(paths) as unknown };
}

function placeOf(apiVersion: string): string {
  return apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
}
