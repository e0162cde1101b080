import { PassThrough } from 'node:stream';
import { ApiError, alreadyExists, jsonText, notFound, toStatus } from '@orrery/api-types';
import { allowTo, RouteAccess } from '@orrery/access-control';
import { clusterNameOf, parseQuery } from '@orrery/api-protocol';
import { recordingOf, type ControlPlane } from '@orrery/control-plane';
import { readRecordingFile, recordingText, replaysOf } from '@orrery/recordings';
import { INPUT_PERFORMERS, replayReport, requireClusterName } from '@orrery/actions';
import { compressed } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const CLUSTERS = { group: 'orrery.dev', resource: 'clusters' };
const LINES = 'application/x-ndjson';

/**
 * `GET /recording` gives the file of the recording of the cluster of its path. `POST /replay` takes such a file and repeats it: it answers lines
 * of JSON, one for each step (`{"progress": …}`), and the report as the last (`{"report": …}`, or `{"error": …}` with a Status).
 * `?keep=NAME` keeps the cluster of the repetition, `?seed=TEXT` repeats with another seed.
 */
export function registerRecordings(fastify: FastifyInstance, plane: ControlPlane): void {
  void fastify.register((scope, _options, done) => {
    // Files are read as they come.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, next) => next(null));
    scope.get('/recording', allowTo(RouteAccess.Server), (request, reply) =>
      answered(plane, reply, () => giveFile(plane, request, reply)),
    );
    scope.post('/replay', allowTo(RouteAccess.Server), (request, reply) =>
      answered(plane, reply, () => replayFile(plane, request, reply)).finally(() => request.raw.resume()),
    );
    done();
  });
}

async function answered(
  plane: ControlPlane,
  reply: FastifyReply,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (thrown) {
    const status = statusOf(plane, thrown);
    // What is left of a file that is refused is not worth reading for the next request.
    reply.header('Connection', 'close');
    return reply.code(status.code).send(status);
  }
}

function statusOf(plane: ControlPlane, thrown: unknown): ReturnType<typeof toStatus> {
  const error = plane.asApiError(thrown);
  if (!(error instanceof ApiError)) plane.logger.error({ err: error }, 'request failed');
  return toStatus(error);
}

async function giveFile(plane: ControlPlane, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const name = clusterNameOf(request);
  const runtime = await plane.cluster(name);
  if (!runtime) throw notFound(CLUSTERS, name);
  const recording = await recordingOf(plane.database, runtime);
  if (!recording) throw notFound({ group: 'orrery.dev', resource: 'recordings' }, name);
  const file = compressed(recordingText(plane.database, recording));
  return reply.type('application/gzip').send(file);
}

async function replayFile(plane: ControlPlane, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { keep, seed } = parseQuery(request.raw.url ?? '');
  if (keep !== undefined) requireClusterName(keep);
  // A file that is wrong is refused before anything is done.
  const recording = await readRecordingFile(request.raw);
  const lines = new PassThrough();
  const say = (line: object): void => void lines.write(`${jsonText(line)}\n`);
  void replaysOf(plane)
    .run(recording, { keep, seed }, INPUT_PERFORMERS, ({ atMs, revision, ...progress }) =>
      say({ progress: { ...progress, now: formatMicroTime(atMs), resourceVersion: String(revision) } }),
    )
    .then((report) => {
      if (!report) throw alreadyExists(CLUSTERS, keep ?? '');
      say({ report: replayReport(report) });
    })
    .catch((error: unknown) => say({ error: statusOf(plane, error) }))
    .finally(() => lines.end());
  return reply.type(LINES).send(lines);
}
