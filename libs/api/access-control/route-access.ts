import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

/** Clients that may use a route, declared with it. */
export const RouteAccess = {
  /** Without authentication: health of the server, for probes; files of the console, which hold nothing of a cluster. */
  Public: 'public',
  /** Clients that have a right on the server to the path and method of the route. */
  Server: 'server',
  /** The handler asks the roles of the cluster, for the resource that the path names. */
  Cluster: 'cluster',
  /** The API asks for each field. */
  Fields: 'fields',
} as const;
export type RouteAccess = (typeof RouteAccess)[keyof typeof RouteAccess];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
}

/** One route of the server, as it was registered. */
export interface DeclaredRoute {
  readonly method: string;
  /** The pattern, such as `/admin/queues/api/queues/:queueName/pause`. */
  readonly path: string;
  readonly access: RouteAccess;
}

/** The config of a route that declares its access. */
export function allowTo(access: RouteAccess): { readonly config: { readonly access: RouteAccess } } {
  return { config: { access } };
}

/**
 * Collects every route that is registered from here on; the list is complete once the server is ready. Ends the start
 * of the server for a route that declares no access. Call it before the first route.
 */
export function declareRoutes(fastify: FastifyInstance): readonly DeclaredRoute[] {
  const registered: RouteOptions[] = [];
  const declared: DeclaredRoute[] = [];
  fastify.addHook('onRoute', (route: RouteOptions) => void registered.push(route));
  // Hooks of inner scopes have run by then.
  fastify.addHook('onReady', async () => {
    for (const { method, url, config } of registered) {
      const access = config?.access;
      if (access === undefined) throw new TypeError(`the route ${String(method)} ${url} declares no access`);
      for (const each of [method].flat()) declared.push({ method: each, path: url, access });
    }
  });
  return declared;
}

/** Sets the access of all routes of a scope that declare none, for routes that a plugin registers. */
export function allowScopeTo(scope: FastifyInstance, access: RouteAccess): void {
  scope.addHook('onRoute', (route: RouteOptions) => {
    route.config = { access, ...route.config };
  });
}

/** Returns the access rule of the route that the router chose for a request; the text of the path never decides. */
export function accessOfRoute({ routeOptions }: FastifyRequest): RouteAccess | undefined {
  return routeOptions.config.access;
}

/** Returns whether the client is a browser that shows a page, and can ask its user for a name and a password. */
export function isPageRequest({ headers, method }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

/** Asks the user of a browser for a token: any name will do, the token is the password. */
export function askForToken(reply: FastifyReply): FastifyReply {
  return reply
    .code(401)
    .header('WWW-Authenticate', 'Basic realm="Orrery: any name, your token as password", charset="UTF-8"')
    .type('text/plain; charset=utf-8')
    .send('This page needs a token: give any name, and your token as password.\n');
}
