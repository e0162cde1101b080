import { createHash } from 'node:crypto';
import { servedGroupVersions } from '../discovery';
import { parseAccept } from '../negotiation';
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

const documents = new Map<string, Document>();

/** Serves `/openapi/v2`, `/openapi/v3` and the documents that the latter lists; undefined for other paths. */
export function openApi(
  path: string,
  accept: string | undefined,
  ifNoneMatch: string | undefined,
): OpenApiAnswer | undefined {
  if (path === '/openapi/v2') {
    return wantsProtobuf(accept)
      ? answer(built('v2 protobuf', documentV2Protobuf), BYTES, ifNoneMatch)
      : answer(
          built('v2', () => JSON.stringify(documentV2())),
          JSON_TYPE,
          ifNoneMatch,
        );
  }
  if (path === V3)
    return answer(
      built('v3', () => JSON.stringify(index())),
      JSON_TYPE,
      ifNoneMatch,
    );
  const apiVersion = servedGroupVersions().find((version) => path === `${V3}/${placeOf(version)}`);
  return apiVersion === undefined ? undefined : answer(documentOf(apiVersion), JSON_TYPE, ifNoneMatch);
}

function documentOf(apiVersion: string): Document {
  return built(`v3 ${apiVersion}`, () => JSON.stringify(documentV3(apiVersion)));
}

/** Documents never change while the server runs, so each is built once, when it is first asked for. */
function built(name: string, build: () => Buffer | string): Document {
  let document = documents.get(name);
  if (!document) {
    const body = build();
    document = { body, etag: createHash('sha256').update(body).digest('hex').toUpperCase() };
    documents.set(name, document);
  }
  return document;
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

function index(): object {
  const paths = servedGroupVersions().map((version) => [
    placeOf(version),
    { serverRelativeURL: `${V3}/${placeOf(version)}?hash=${documentOf(version).etag}` },
  ]);
  return { paths: Object.fromEntries(paths) as unknown };
}

function placeOf(apiVersion: string): string {
  return apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`;
}
