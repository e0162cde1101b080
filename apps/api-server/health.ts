import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DATABASE_CHECK, type ControlPlane } from '@orrery/control-plane';

/** A database that takes longer to answer than this is not healthy, in ms. */
const ANSWER_WITHIN_MS = 5000;

/** One thing that must hold for the server to be healthy. */
interface Check {
  readonly name: string;
  readonly holds: () => Promise<boolean> | boolean;
}

/** Serves `/healthz`, `/livez` and `/readyz`; with `?verbose` every check is listed, as upstream does. */
export function registerHealth(fastify: FastifyInstance, plane: ControlPlane): void {
  const ping: Check = { name: 'ping', holds: () => true };
  const database: Check = { name: DATABASE_CHECK, holds: () => isReachable(plane) };
  fastify.get('/livez', (request, reply) => answer(request, reply, [ping]));
  fastify.get('/healthz', (request, reply) => answer(request, reply, [ping, database]));
  fastify.get('/readyz', (request, reply) => answer(request, reply, [ping, database, ...problems(plane)]));
}

/** What the process has found to be wrong, apart from the database, which is asked anew. */
function problems({ health }: ControlPlane): Check[] {
  return health
    .failing()
    .filter((name) => name !== DATABASE_CHECK)
    .map((name) => ({ name, holds: () => false }));
}

async function isReachable(plane: ControlPlane): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS)));
  try {
    return await Promise.race([plane.clusters().then(() => true), silence]);
  } catch (error) {
    plane.logger.warn({ err: error }, 'the database cannot be reached');
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply, checks: readonly Check[]): Promise<string> {
  const results = await Promise.all(checks.map(async ({ name, holds }) => ({ name, isGood: await holds() })));
  const isHealthy = results.every(({ isGood }) => isGood);
  const path = request.url.split('?')[0]!.slice(1);
  const lines = results.map(({ name, isGood }) => (isGood ? `[+]${name} ok` : `[-]${name} failed: reason withheld`));
  const isVerbose = Object.hasOwn(request.query as object, 'verbose');
  void reply
    .code(isHealthy ? 200 : 500)
    .type('text/plain; charset=utf-8')
    .header('Cache-Control', 'no-cache, private');
  if (isHealthy && !isVerbose) return 'ok';
  return [...lines, `${path} check ${isHealthy ? 'passed' : 'failed'}`, ''].join('\n');
}
