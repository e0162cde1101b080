import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  ApiError,
  badRequest,
  notFound,
  parseJson,
  requestEntityTooLarge,
  toStatus,
  unsupportedMediaType,
} from '@orrery/api-types';
import { allowTo, RouteAccess, type AccessControl } from '@orrery/access-control';
import { clusterNameOf, parseQuery } from '@orrery/api-protocol';
import { importReport, type ImportReport } from '@orrery/cluster-state';
import { importState, type ControlPlane } from '@orrery/control-plane';
import { parseTimeMs } from '@orrery/time';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Characters of all objects of an import: some hundred thousand objects. */
const MAX_CHARACTERS = 1024 ** 3;
const [COMMA, BRACE, BRACKET] = [0x2c, 0x7b, 0x5b];
/** Characters of one object: more than a real server takes. */
const MAX_LINE = 16 * 1024 ** 2;
/** Values of all objects of an import, at three characters or more each: those of 250,000 pods. An empty object needs 60 bytes of memory. */
const MAX_VALUES = 40_000_000;
const LINES = 'application/x-ndjson';

/**
 * `POST /import` imports objects of another cluster into the cluster of its path (JSON Lines, compressed by gzip if
 * `Content-Encoding` names it). `?asOf=TIME` and `?dryRun=true` have the same meaning as in `importState` of GraphQL,
 * which is limited by the size of a GraphQL request.
 */
export function registerImport(
  fastify: FastifyInstance,
  { plane, access }: { readonly plane: ControlPlane; readonly access: AccessControl },
): void {
  void fastify.register((scope, _options, done) => {
    // The body is read as it comes, line by line.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, next) => next(null));
    scope.post('/import', allowTo(RouteAccess.Server), async (request, reply) => {
      try {
        return await reply.send(await imported(plane, access, request));
      } catch (thrown) {
        const error = plane.asApiError(thrown);
        if (!(error instanceof ApiError)) plane.logger.error({ err: error, url: request.url }, 'request failed');
        const status = toStatus(error);
        // What is left of a body that is too large is not worth reading for the next request.
        if (status.code === 413) reply.header('Connection', 'close');
        return reply.code(status.code).send(status);
      } finally {
        // What is still on its way is read and dropped, so that the client gets to read the answer.
        request.raw.resume();
      }
    });
    done();
  });
}

async function imported(plane: ControlPlane, access: AccessControl, request: FastifyRequest): Promise<ImportReport> {
  const name = clusterNameOf(request);
  const runtime = await plane.cluster(name);
  if (!runtime) throw notFound({ group: 'orrery.dev', resource: 'clusters' }, name);
  const { asOf, dryRun } = parseQuery(request.raw.url ?? '');
  const asOfMs = parseTimeMs(asOf);
  if (asOf !== undefined && asOfMs === undefined)
    throw badRequest(`asOf: ${JSON.stringify(asOf)} is not a time such as 2025-01-01T00:00:00Z`);
  const { user } = await access.serverActorOf(request.raw, runtime);
  const objects = await readLines(request.raw).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw badRequest(`the body cannot be read: ${(error as Error).message}`);
  });
  return importReport(
    await importState(plane, runtime, { objects, asOfMs, dryRun: dryRun === 'true', writer: user.name }),
  );
}

async function readLines(request: IncomingMessage): Promise<unknown[]> {
  const objects: unknown[] = [];
  /** Pieces of an incomplete line, joined once it is complete. */
  let pieces: string[] = [];
  let length = 0;
  let characters = 0;
  let values = 0;
  const tooLarge = (): ApiError => requestEntityTooLarge(`object ${objects.length + 1}: too large`);
  const take = (piece: string): void => {
    const line = [...pieces, piece].join('');
    [pieces, length] = [[], 0];
    if (line.trim() === '') return;
    values += valuesIn(line);
    if (values > MAX_VALUES) throw tooLarge();
    try {
      objects.push(parseJson(line));
    } catch (error) {
      throw badRequest(`object ${objects.length + 1}: ${(error as Error).message}`);
    }
  };
  // Iteration throws on bad input, such as text that is not gzip; the request stays open for the response.
  const text = textOf(request).setEncoding('utf8');
  for await (const chunk of text.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    characters += chunk.length;
    const lines = chunk.split('\n');
    const rest = lines.pop()!;
    lines.forEach(take);
    pieces.push(rest);
    length += rest.length;
    if (length > MAX_LINE || characters > MAX_CHARACTERS) throw tooLarge();
  }
  take('');
  return objects;
}

/** Returns at least how many values a JSON text has, before it is parsed: commas and brackets in its texts count, too. */
function valuesIn(text: string): number {
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === BRACE || code === BRACKET) count++;
  }
  return count;
}

function textOf(request: IncomingMessage): Readable {
  const { 'content-type': type = LINES, 'content-encoding': encoding } = request.headers;
  if (type.split(';')[0]!.trim() !== LINES) throw unsupportedMediaType(`the body of an import is ${LINES}`);
  if (encoding === undefined || encoding === 'identity') return request;
  if (encoding !== 'gzip') throw unsupportedMediaType(`the encoding of an import is gzip, not ${encoding}`);
  const unpacked = createGunzip();
  request.on('error', (error) => unpacked.destroy(error));
  return request.pipe(unpacked);
}
