import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DATABASE_CHECK, type ControlPlane } from '@orrery/control-plane';
import { allowTo, RouteAccess } from '@orrery/access-control';
import { readCluster } from '@orrery/store';
import { DEFAULT_CLUSTER } from '@orrery/api-protocol';

/** A database that takes longer to answer than this is not healthy, in ms. */
const ANSWER_WITHIN_MS = 5000;

const PATHS = ['healthz', 'livez', 'readyz'] as const;
type HealthPath = (typeof PATHS)[number];

/** One thing that must hold for the server to be healthy. */
interface Check {
  readonly name: string;
  readonly holds: (plane: ControlPlane) => Promise<boolean> | boolean;
  /** The paths that ask for it; all if left out. */
  readonly paths?: readonly HealthPath[];
}

/**
 * Start-up hooks of upstream's servers for the objects that they follow. Here one log of each cluster is followed, from
 * which everything else is made on demand: kinds, APIServices, OpenAPI, admission and trusted authorities.
 */
const FOLLOWING = {
  beforeBootstrap: [
    'start-kube-apiserver-admission-initializer',
    'generic-apiserver-start-informers',
    'start-apiextensions-informers',
    'start-apiextensions-controllers',
    'crd-informer-synced',
  ],
  afterBootstrap: [
    'start-cluster-authentication-info-controller',
    'start-kube-aggregator-informers',
    'apiservice-registration-controller',
    'apiservice-status-available-controller',
    'kube-apiserver-autoregistration',
  ],
} as const;

/** Start-up hooks that write the initial objects of every cluster. */
const BEGINNING = ['bootstrap-controller', 'rbac/bootstrap-roles', 'scheduling/bootstrap-system-priority-classes'];

/** With upstream's names and in its order, as far as there is something here that they can mean. */
const CHECKS: readonly Check[] = [
  { name: 'ping', holds: () => true },
  // The log goes to the standard output of the process that answers.
  { name: 'log', holds: () => process.stdout.writable },
  { name: 'etcd', holds: isReachable },
  { name: 'database', holds: isReachable },
  { name: 'informer-sync', holds: isFollowing, paths: ['readyz'] },
  ...FOLLOWING.beforeBootstrap.map((name) => ({ name: `poststarthook/${name}`, holds: isFollowing })),
  // The default cluster has what every cluster has from the start.
  ...BEGINNING.map((name) => ({ name: `poststarthook/${name}`, holds: hasBegun() })),
  ...FOLLOWING.afterBootstrap.map((name) => ({ name: `poststarthook/${name}`, holds: isFollowing })),
  { name: 'autoregister-completion', holds: isFollowing },
  { name: 'poststarthook/apiservice-openapi-controller', holds: isFollowing },
];

function isFollowing(plane: ControlPlane): boolean {
  return plane.unready().length === 0;
}

/**
 * Returns whether the default cluster was once made whole; a server without that cluster lacks nothing. Hooks that have run stay so,
 * as upstream: the objects of a cluster are its users' to delete, and say nothing of the health of the server.
 */
function hasBegun(): Check['holds'] {
  const begun = new WeakSet<ControlPlane>();
  return async (plane) => {
    if (begun.has(plane) || !plane.knownClusters().includes(DEFAULT_CLUSTER)) return true;
    const cluster = await plane.cluster(DEFAULT_CLUSTER);
    // Its first nodes are made last, and recorded as still to be made until then.
    const isWhole = cluster === undefined || (await readCluster(plane.database, cluster.id))?.firstNodes === undefined;
    if (isWhole) begun.add(plane);
    return isWhole;
  };
}

/**
 * Serves `/healthz`, `/livez` and `/readyz`, and each check under its name (`/readyz/etcd`); with `?verbose` every check
 * is listed, and `?exclude=NAME` leaves one out, as upstream does.
 */
export function registerHealth(fastify: FastifyInstance, plane: ControlPlane): void {
  for (const path of PATHS) {
    const checks = CHECKS.filter(({ paths }) => paths?.includes(path) ?? true);
    fastify.get(`/${path}`, allowTo(RouteAccess.Public), (request, reply) =>
      answer(request, reply, { plane, path, checks: path === 'readyz' ? [...checks, ...problems(plane)] : checks }),
    );
    for (const check of checks) {
      fastify.get(`/${path}/${check.name}`, allowTo(RouteAccess.Public), async (_request, reply) => {
        const holds = await check.holds(plane);
        plain(reply, holds);
        return holds ? 'ok' : 'internal server error: reason withheld\n';
      });
    }
  }
}

/** Returns the failing checks of the process, apart from the database, which has a check of its own. */
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
  } catch {
    // The watch over the database has put the reason into the log, once.
    return false;
  } finally {
    clearTimeout(timer);
  }
}

interface Asked {
  readonly plane: ControlPlane;
  readonly path: HealthPath;
  readonly checks: readonly Check[];
}

async function answer(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<string> {
  const { plane, path, checks } = asked;
  const parameters = new URLSearchParams(request.url.split('?')[1] ?? '');
  const excluded = new Set(parameters.getAll('exclude'));
  const lines = await Promise.all(
    checks.map(async ({ name, holds }) => {
      if (excluded.has(name)) return `[+]${name} excluded: ok`;
      return (await holds(plane)) ? `[+]${name} ok` : `[-]${name} failed: reason withheld`;
    }),
  );
  const isHealthy = lines.every((line) => line.startsWith('[+]'));
  const unmatched = [...excluded].filter((name) => !checks.some((check) => check.name === name));
  if (unmatched.length > 0) {
    const names = unmatched.map((name) => JSON.stringify(name)).join(',');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  }
  plain(reply, isHealthy);
  if (isHealthy && !parameters.has('verbose')) return 'ok';
  return [...lines, `${path} check ${isHealthy ? 'passed' : 'failed'}`, ''].join('\n');
}

function plain(reply: FastifyReply, isHealthy: boolean): void {
  void reply
    .code(isHealthy ? 200 : 500)
    .type('text/plain; charset=utf-8')
    .header('Cache-Control', 'no-cache, private');
}
