import { formatDuration } from '@orrery/time';
import { pathOf, textAnswer, type HttpAnswer, type HttpQuestion } from '../servers/http-answer';
import type { KnownServer, ServerPlace } from '../servers/server-place';

/** The values of its flags. */
export interface GrpcHealthFlags {
  readonly port: number;
  readonly httpPort: number;
  /** After how many seconds it is unhealthy; a negative number is never. */
  readonly delayUnhealthySeconds: number;
  readonly service: string;
}

/** The value that the server keeps: true if a client made it unhealthy. */
const FORCED = 'forced to be unhealthy';

/** The servers of `grpc-health-checking` (`test/images/agnhost/grpc-health-checking` upstream): that of gRPC, and the one that sets its answer. */
export function grpcHealthChecking({
  port,
  httpPort,
  delayUnhealthySeconds,
  service: known,
}: GrpcHealthFlags): KnownServer[] {
  const unhealthyMs = delayUnhealthySeconds < 0 ? Number.POSITIVE_INFINITY : 1000 * delayUnhealthySeconds;
  const health = (service: string, { nowMs, startedAtMs, memory }: ServerPlace): string | undefined => {
    if (service !== known) return undefined;
    const isUnhealthy = memory.get(FORCED) === true || nowMs - startedAtMs >= unhealthyMs;
    return isUnhealthy ? 'NOT_SERVING' : 'SERVING';
  };
  const changesAtMs = Number.isFinite(unhealthyMs) && unhealthyMs > 0 ? [unhealthyMs] : [];
  return [
    { port, health, changesAtMs },
    { port: httpPort, answer: setHealth, changesHealth: true },
  ];
}

function setHealth({ target }: HttpQuestion, { nowMs, startedAtMs, memory, log }: ServerPlace): HttpAnswer {
  const path = pathOf(target);
  if (path !== '/make-not-serving' && path !== '/make-serving') return textAnswer('404 page not found\n', 404);
  const isUnhealthy = path === '/make-not-serving';
  memory.set(FORCED, isUnhealthy);
  log(`Mark as ${isUnhealthy ? 'un' : ''}healthy`);
  return textAnswer(formatDuration(nowMs - startedAtMs));
}
