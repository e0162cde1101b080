import type { ServerResponse } from 'node:http';
import type { HttpAnswer } from '@orrery/container-shell';
import { TimerPhase, type Clock } from '@orrery/time';

/** Headers that belong to the connection, and not to the answering server. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/** Sends the answer of a container, when it is due on the cluster's clock; nothing to a client that has left by then. */
export async function sendAnswer(
  clock: Pick<Clock, 'now' | 'setTimer'>,
  response: ServerResponse,
  { status, headers, body, afterMs }: HttpAnswer,
): Promise<void> {
  if (afterMs > 0) await passed(clock, response, afterMs);
  if (response.destroyed) return;
  for (const [name, value] of Object.entries(headers)) {
    if (!OF_CONNECTION.has(name.toLowerCase())) response.setHeader(name, value);
  }
  const bytes = Buffer.from(body);
  const hasBody = status >= 200 && status !== 204 && status !== 304;
  if (hasBody) response.setHeader('Content-Length', bytes.length);
  response.writeHead(status);
  // Node leaves the body out for HEAD.
  response.end(hasBody ? bytes : undefined);
}

function passed(clock: Pick<Clock, 'now' | 'setTimer'>, response: ServerResponse, afterMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(clock.now() + afterMs, TimerPhase.Kubelet, 'answer of a container', resolve);
    response.on('close', () => {
      timer.cancel();
      resolve();
    });
  });
}
