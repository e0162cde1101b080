import type { KubeObject } from '@orrery/api-types';
import type { Database } from '../server/database';
import { CompactedError, parseBody } from './change-log';
import { ClusterCache } from './cluster-cache';

/** Maximum number of changes that one statement reads. */
const PORTION_CHANGES = 10_000;

/** The state of a cluster at a revision. */
export interface LoadedMoment {
  readonly cache: ClusterCache;
  /** Bytes of the objects that the present does not have any more; the others are shared with it. */
  readonly ownBytes: number;
}

/** Cluster time of the last change up to a revision in ms since the Unix epoch; undefined if the log has none. */
export async function timeOfRevision(
  database: Database,
  cluster: string,
  revision: number,
): Promise<number | undefined> {
  const [row] = await database.prisma.$queryRaw<{ at: bigint }[]>`
    SELECT x.at FROM log_part p CROSS JOIN LATERAL (
      SELECT c.at FROM change c
      WHERE c.log = p.log AND c.revision > p.after AND c.revision <= least(p.up_to, ${revision})
      ORDER BY c.revision DESC LIMIT 1
    ) x WHERE p.cluster = ${cluster} ORDER BY p.after DESC LIMIT 1`;
  // Changes of before the log kept times have none.
  return row && row.at > 0n ? Number(row.at) : undefined;
}

/**
 * Returns the state at a revision that the present has seen: unchanged objects are taken from the present, and for
 * changed ones the replaced versions are read from the log. They are parsed when their resource is requested. Throws
 * {@link CompactedError} if they are gone.
 */
export async function loadMoment(
  database: Database,
  cluster: string,
  { present, revision }: { readonly present: ClusterCache; readonly revision: number },
): Promise<LoadedMoment> {
  const head = present.revision;
  const states = new Map<string, ResourceState>();
  for (const resource of present.resourcesInUse()) {
    const unchanged = present.list(resource).filter(({ metadata }) => Number(metadata.resourceVersion) <= revision);
    states.set(resource, { unchanged, replaced: [] });
  }
  let ownBytes = 0;
  for (let after = revision; after < head; after += PORTION_CHANGES) {
    const upTo = Math.min(head, after + PORTION_CHANGES);
    for (const version of await replacedVersions(database, cluster, { revision, after, upTo })) {
      ownBytes += version.body.length;
      const state = states.get(version.resource);
      if (state) state.replaced.push(version);
      else states.set(version.resource, { unchanged: [], replaced: [version] });
    }
  }
  await requireKept(database, cluster, revision);
  const unasked = [...states].map(([resource, state]) => [resource, () => objectsOf(state)] as const);
  return { cache: new ClusterCache(revision, [], unasked), ownBytes };
}

/** Parts from which the objects of a resource at a moment are derived. */
interface ResourceState {
  /** Objects unchanged since then; shared with the present. */
  readonly unchanged: readonly KubeObject[];
  readonly replaced: ReplacedVersion[];
}

function* objectsOf({ unchanged, replaced }: ResourceState): Generator<KubeObject> {
  yield* unchanged;
  for (const { body, revision } of replaced) yield parseBody(body, Number(revision));
}

/** A version of an object, as it is stored. */
interface ReplacedVersion {
  readonly revision: bigint;
  readonly resource: string;
  readonly body: string;
}

/** The versions of a revision that changes of a range have replaced. The log is found before the version: all logs have the same numbers. */
function replacedVersions(
  database: Database,
  cluster: string,
  { revision, after, upTo }: { readonly revision: number; readonly after: number; readonly upTo: number },
): Promise<ReplacedVersion[]> {
  return database.prisma.$queryRaw<ReplacedVersion[]>`
    SELECT c.revision, c.resource, c.body FROM (
      SELECT d.previous FROM cluster_change d
      WHERE d.cluster = ${cluster} AND d.revision > ${after} AND d.revision <= ${upTo}
      ORDER BY d.revision LIMIT ${PORTION_CHANGES}
    ) p
    CROSS JOIN LATERAL (
      SELECT q.log FROM log_part q
      WHERE q.cluster = ${cluster} AND p.previous > q.after AND p.previous <= least(q.up_to, ${revision})
      OFFSET 0
    ) l
    CROSS JOIN LATERAL (
      SELECT x.revision, x.resource, x.body FROM change x WHERE x.log = l.log AND x.revision = p.previous
      OFFSET 0
    ) c`;
}

/** Checks afterwards that the log was not shortened: the maintenance marks the log before it removes the first row. */
async function requireKept(database: Database, cluster: string, revision: number): Promise<void> {
  const row = await database.prisma.cluster.findUnique({ where: { id: cluster }, select: { compacted: true } });
  const compacted = Number(row?.compacted ?? 0);
  if (!row || revision < compacted) throw new CompactedError(compacted);
}
