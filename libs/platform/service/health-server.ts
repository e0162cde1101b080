import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics';

export interface HealthServerOptions {
  readonly port: number;
  readonly host: string;
  /** Names what is not ready yet; empty when the process can do its work. */
  readonly unready: () => readonly string[];
  readonly metrics: Metrics;
}

/** Liveness, readiness and metrics of a worker process. */
export async function startHealthServer(
  options: HealthServerOptions,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0];
    if (path === '/healthz' || path === '/livez') {
      response.end('ok');
    } else if (path === '/readyz') {
      const missing = options.unready();
      response.statusCode = missing.length === 0 ? 200 : 503;
      if (missing.length > 0) response.setHeader('Retry-After', '1');
      response.end(missing.length === 0 ? 'ok' : `not ready: ${missing.join(', ')}`);
    } else if (path === '/metrics') {
      options.metrics.scrape().then(
        ({ text, contentType }) => response.setHeader('Content-Type', contentType).end(text),
        () => response.writeHead(500).end(),
      );
    } else {
      response.writeHead(404).end('404 page not found\n');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // A scraper that keeps its connection open must not hold up the end of the process.
        server.closeAllConnections();
      }),
  };
}
