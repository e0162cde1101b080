import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { QUEUE_NAMES } from '@orrery/bus';
import type { ControlPlane } from '@orrery/control-plane';
import type { FastifyInstance } from 'fastify';
import { allowScopeTo, RouteAccess } from '@orrery/access-control';

const PATH = '/admin/queues';

/** Shows administrators the queues and their jobs at `/admin/queues`. */
export function registerQueueBoard(fastify: FastifyInstance, plane: ControlPlane): void {
  const serverAdapter = new FastifyAdapter().setBasePath(PATH);
  const queues = QUEUE_NAMES.flatMap((name) => plane.bus.inspect(name, plane.shards[name]));
  // Bull Board's types are of another release of Fastify than ours.
  createBullBoard({ queues: queues.map((queue) => new BullMQAdapter(queue)), serverAdapter: serverAdapter as never });
  void fastify.register(async (scope) => {
    allowScopeTo(scope, RouteAccess.Server);
    // Bull Board's types are of another release of Fastify than ours.
    await scope.register(serverAdapter.registerPlugin() as never, { prefix: PATH });
  });
}
