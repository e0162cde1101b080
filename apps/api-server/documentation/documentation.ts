import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { allowScopeTo, RouteAccess } from '@orrery/access-control';
import type { FastifyInstance } from 'fastify';
import { builtFolder } from '../built-folder';

/** Path of the documentation. */
const DOCUMENTATION_PATH = '/docs';

/** Content security policy of its pages: scripts, styles, pictures and the index of the search come from this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NOT_BUILT = 'The documentation is not built: run `npm run build`.\n';

type Headers = Readonly<Record<string, string>>;

const OF_ALL: Headers = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };
const OF_PAGES: Headers = { ...OF_ALL, 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' };
/** Names of files below `assets` contain a hash of the content. */
const OF_ASSETS: Headers = { ...OF_ALL, 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Serves the built documentation at `/docs`: `guides/clock` is `guides/clock.html` of the build. Its files contain no data
 * of a cluster, so they are read without authentication.
 */
export function registerDocumentation(fastify: FastifyInstance): void {
  const folder = builtFolder('docs', 'index.html');
  const missing = folder === undefined ? undefined : readFileSync(join(folder, '404.html'));
  void fastify.register(
    async (scope) => {
      allowScopeTo(scope, RouteAccess.Public);
      scope.setNotFoundHandler((_request, reply) =>
        missing === undefined
          ? reply.code(404).type('text/plain; charset=utf-8').send(NOT_BUILT)
          : reply.code(404).type('text/html; charset=utf-8').headers(OF_PAGES).send(missing),
      );
      // Links are relative to the folder of a page.
      scope.get('', (_request, reply) => reply.redirect(`${DOCUMENTATION_PATH}/`));
      if (folder !== undefined) await scope.register(fastifyStatic, pagesIn(folder));
      else scope.get('/*', (_request, reply) => reply.callNotFound());
    },
    { prefix: DOCUMENTATION_PATH },
  );
}

/** Options of the files; the build has compressed those below `assets`. */
function pagesIn(folder: string): FastifyStaticOptions {
  const assets = join(folder, 'assets');
  return {
    root: folder,
    prefix: '/',
    extensions: ['html'],
    redirect: true,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      const headers = path.startsWith(assets) ? OF_ASSETS : OF_PAGES;
      for (const [name, value] of Object.entries(headers)) reply.header(name, value);
    },
  };
}
