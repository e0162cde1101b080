import { planImport, type ImportedObject, type ImportPlan, type ImportTarget } from '@orrery/cluster-state';
import { conflict } from '@orrery/api-types';
import { Operation, resourceName, shareParts, StateChangedError, type Origin, type RowWrite } from '@orrery/store';
import { clusterDraws } from '../runtime/cluster/cluster-draws';
import type { ClusterRuntime } from '../runtime/cluster/cluster-runtime';
import type { ControlPlane } from '../runtime/process/control-plane';

/** Maximum number of times an import is planned again after a write conflict. */
const MAX_ATTEMPTS = 5;

export interface ImportRequest {
  /** Objects read from the other cluster, as served. */
  readonly objects: readonly unknown[];
  /** Time of the read, in ms since the Unix epoch; if absent, the latest instant found in the objects. */
  readonly asOfMs?: number | undefined;
  /** True if nothing is written. */
  readonly dryRun?: boolean | undefined;
  /** Name of the importer, for the log of changes. */
  readonly writer: string;
}

/**
 * Gives a cluster the state of another one: all of it at once, or nothing. Controllers, scheduler and kubelets start
 * over from the whole state, so that running pods continue on their nodes. Returns the plan after carrying it out, or
 * without that for a dry run.
 */
export async function importState(
  plane: ControlPlane,
  runtime: ClusterRuntime,
  request: ImportRequest,
): Promise<ImportPlan> {
  const { objects, asOfMs, dryRun = false, writer } = request;
  for (let attempt = 1; ; attempt++) {
    await runtime.caughtUp();
    const plan = planImport(objects, targetOf(runtime), { asOfMs });
    if (dryRun || plan.objects.length === 0) return plan;
    try {
      await plane.replaceState(
        runtime,
        plan.objects.map((each) => writeOf(each, { writer, client: 'orrery-import' })),
      );
      return plan;
    } catch (error) {
      if (!(error instanceof StateChangedError)) throw error;
      if (attempt === MAX_ATTEMPTS) throw conflict({ group: 'orrery.dev', resource: 'clusters' }, runtime.id);
    }
  }
}

/** The cluster as an import sees it, as it is now. */
function targetOf(runtime: ClusterRuntime): ImportTarget {
  const { cache, kinds, clock } = runtime;
  const draws = clusterDraws(runtime.record, { processId: runtime.process }, runtime);
  const uids = new Set<string>();
  for (const resource of cache.resourcesInUse()) {
    for (const { metadata } of cache.list(resource)) uids.add(metadata.uid);
  }
  return {
    nowMs: clock.now(),
    kindOf: (apiVersion, kind) => kinds.byGvk(apiVersion, kind),
    existing: (kind, namespace, name) => cache.get({ resource: resourceName(kind), namespace, name }),
    hasUid: (uid) => uids.has(uid),
    newUid: (place) => draws({ resource: 'import', namespace: '', name: place }).uid,
  };
}

function writeOf({ kind, object, replaces }: ImportedObject, origin: Origin): RowWrite {
  const { name, namespace = '' } = object.metadata;
  return {
    operation: replaces ? Operation.Update : Operation.Create,
    key: { resource: resourceName(kind), namespace, name },
    object: shareParts({ ...object, metadata: { ...object.metadata, resourceVersion: '' } }),
    expectedRevision: replaces ? Number(replaces.metadata.resourceVersion) : -1,
    origin,
  };
}
