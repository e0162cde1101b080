import { snapshotsOf } from '@orrery/cluster-snapshots';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError, badRequest, requestEntityTooLarge, toStatus, tooManyRequests } from '@orrery/api-types';
import { allowTo, RouteAccess } from '@orrery/access-control';
import type { ControlPlane } from '@orrery/control-plane';
import { snapshotView } from '@orrery/actions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Bytes of an uploaded file. */
const MAX_BYTES = 4 * 1024 ** 3;
/** Files that are uploaded at once; each holds a connection to the database. */
const MAX_UPLOADS = 4;
/** Time limit of an upload, in ms. */
const MAX_UPLOAD_MS = 10 * 60_000;
const GZIP = 'application/gzip';

type SnapshotRequest = FastifyRequest<{ Params: { readonly name: string } }>;

/**
 * The files of snapshots: `GET /snapshots/NAME` answers with the file, `PUT /snapshots/NAME` keeps one. Everything else about them is
 * in GraphQL.
 */
export function registerSnapshots(fastify: FastifyInstance, plane: ControlPlane): void {
  let uploads = 0;
  void fastify.register((scope, _options, done) => {
    // The body is read as it comes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, next) => next(null));
    scope.get('/snapshots/:name', allowTo(RouteAccess.Server), (request: SnapshotRequest, reply) =>
      answered(plane, { request, reply }, async () => {
        const { name } = request.params;
        const file = await snapshotsOf(plane).file(name);
        reply.type(GZIP).header('Content-Disposition', `attachment; filename="${name}.orrery.gz"`);
        return Readable.from(file);
      }),
    );
    scope.put('/snapshots/:name', allowTo(RouteAccess.Server), (request: SnapshotRequest, reply) =>
      answered(plane, { request, reply }, async () => {
        const { name } = request.params;
        if (uploads >= MAX_UPLOADS) throw tooManyRequests(`${MAX_UPLOADS} snapshots are being uploaded already`);
        uploads++;
        try {
          return snapshotView(await snapshotsOf(plane).add(name, bodyOf(request.raw)));
        } finally {
          uploads--;
        }
      }),
    );
    done();
  });
}

async function answered(
  plane: ControlPlane,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  answer: () => Promise<unknown>,
): Promise<unknown> {
  try {
    return await reply.send(await answer());
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
}

/** The body piece by piece. Throws 413 if it is too large, and 400 if it does not come to its end. */
async function* bodyOf(request: IncomingMessage): AsyncIterable<Buffer> {
  const until = Date.now() + MAX_UPLOAD_MS;
  let bytes = 0;
  const timer = setTimeout(() => request.destroy(new Error('it took too long')), MAX_UPLOAD_MS);
  try {
    // The request is there for its answer still when something goes wrong.
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > MAX_BYTES) throw requestEntityTooLarge('the snapshot is too large');
      if (Date.now() > until) throw badRequest('the upload took too long');
      yield piece;
    }
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest(`the body cannot be read: ${(error as Error).message}`);
  } finally {
    clearTimeout(timer);
  }
}
