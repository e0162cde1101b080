import type { FastifyInstance } from 'fastify';

/** Headers of every page: no other page may frame it, and links do not disclose its address. */
const OF_PAGES: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Adds the headers that protect pages from other sites; a page with stricter headers of its own keeps those. */
export function protectPages(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (_request, reply) => {
    if (!String(reply.getHeader('content-type') ?? '').startsWith('text/html')) return;
    for (const [name, value] of Object.entries(OF_PAGES)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
}
