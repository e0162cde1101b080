import {
  chargeByQuota,
  checkQuota,
  usageOf,
  withoutCharge,
  type QuotaList,
  type ResourceQuota,
} from '@orrery/admission';
import { ApiError, forbidden, type KindInfo, type KubeObject, jsonText } from '@orrery/api-types';
import { nameOf, Operation, type ClusterCache, type Intent, type IntentOutcome } from '@orrery/store';
import { admissionSettingsOf } from '../../settings/admission-settings';
import type { WriteContext } from './write-context';
import { kindOf } from './stored-kinds';

const QUOTAS = 'resourcequotas';

/** An object about to be created, or a pod about to be resized. */
interface Creation {
  /** Its place among the intents. */
  readonly index: number;
  readonly kind: KindInfo;
  readonly object: KubeObject;
  /** The pod before it is resized. */
  readonly before?: KubeObject;
}

/** Intent that quotas check although its object exists: it resizes a pod. */
export interface ResizeIntent extends Intent {
  readonly isResize?: boolean;
}

/** Function that commits intents once quotas allow them. */
export type Commit = (intents: readonly Intent[]) => Promise<IntentOutcome[]>;

/**
 * ResourceQuota, the last admission plugin: charges the quotas of the namespaces in which these intents create objects or resize pods,
 * commits what they allow, and gives back what was charged for objects that did not come about. The charge is written
 * before the object, and only over the version it was computed from, so that several processes cannot exceed a quota
 * together; one that dies in between leaves a charge behind that the quota controller takes away.
 */
export async function commitWithinQuotas(
  context: WriteContext,
  intents: readonly Intent[],
  { commit, isDryRun }: { commit: Commit; isDryRun: boolean },
): Promise<IntentOutcome[]> {
  const creations = creationsUnderQuotas(context, intents);
  if (creations.length === 0) return commit(intents);
  const refusals = isDryRun ? rehearsed(context, creations) : await charged(context, creations, commit);
  const allowed = intents.filter((_, i) => !refusals.has(i));
  const outcomes = await commit(allowed);
  const all = intents.map((_, i) => refusals.get(i) ?? outcomes.shift()!);
  const failed = creations.filter(({ index }) => all[index] instanceof ApiError && !refusals.has(index));
  if (failed.length > 0 && !isDryRun) await commit(refunds(context, failed, () => true));
  return all;
}

function creationsUnderQuotas(context: WriteContext, intents: readonly Intent[]): Creation[] {
  const cache = context.cache();
  if (cache.count(QUOTAS) === 0) return [];
  if (admissionSettingsOf(context.settings()).switchedOff.includes('ResourceQuota')) return [];
  return intents.flatMap((intent, index): Creation[] => {
    const { key } = intent;
    if (key.namespace === '' || key.name === '') return [];
    const before = cache.get(key);
    if (before && !(intent as ResizeIntent).isResize) return [];
    if (cache.list(QUOTAS, key.namespace).length === 0) return [];
    const decision = intent.decide(before);
    if (decision.kind !== 'write' || decision.operation !== (before ? Operation.Update : Operation.Create)) return [];
    return [{ index, kind: kindOf(key), object: decision.object, ...(before ? { before } : {}) }];
  });
}

/** Writes the charges; returns the error of each refused object. */
async function charged(
  context: WriteContext,
  creations: readonly Creation[],
  commit: Commit,
): Promise<Map<number, ApiError>> {
  const byQuota = new Map<string, Map<number, ApiError>>();
  const intents = quotasOf(context, creations).map(({ metadata }): Intent => {
    const { namespace = '', name } = metadata;
    return {
      key: { resource: QUOTAS, namespace, name },
      decide: (current) => {
        if (!current) return { kind: 'keep', object: undefined };
        const { used, refusals } = checkAll(context, current, creations);
        byQuota.set(nameOf(namespace, name), refusals);
        return statusWrite(current, used);
      },
    };
  });
  await commit(intents);
  const refusals = new Map<number, ApiError>();
  for (const key of [...byQuota.keys()].sort()) {
    for (const [index, error] of byQuota.get(key)!) if (!refusals.has(index)) refusals.set(index, error);
  }
  const refused = creations.filter(({ index }) => refusals.has(index));
  const paid = (quota: string, { index }: Creation): boolean => !byQuota.get(quota)?.has(index);
  if (refused.length > 0) await commit(refunds(context, refused, paid));
  return refusals;
}

/** A dry run: the verdicts, and nothing is written. */
function rehearsed(context: WriteContext, creations: readonly Creation[]): Map<number, ApiError> {
  const refusals = new Map<number, ApiError>();
  for (const quota of quotasOf(context, creations)) {
    for (const [index, error] of checkAll(context, quota, creations).refusals) {
      if (!refusals.has(index)) refusals.set(index, error);
    }
  }
  return refusals;
}

/** The usage of a quota with every object that it allows, one after the other. */
function checkAll(
  context: WriteContext,
  stored: KubeObject,
  creations: readonly Creation[],
): { readonly used: QuotaList; readonly refusals: Map<number, ApiError> } {
  const { namesContainers } = admissionSettingsOf(context.settings()).resourceQuota;
  const { namespace = '' } = stored.metadata;
  let quota = stored as ResourceQuota;
  const hard = quota.spec?.hard ?? {};
  // A new one has not been counted yet.
  let used = quota.status?.used ?? countedUsage(context.cache(), namespace, quota);
  const refusals = new Map<number, ApiError>();
  for (const { index, kind, object, before } of creations) {
    if (object.metadata.namespace !== namespace) continue;
    quota = { ...quota, status: { hard, used } };
    const verdict = checkQuota({ quota, kind, object, before, namesContainers });
    if (verdict?.refusal !== undefined) refusals.set(index, forbidden(kind, object.metadata.name, verdict.refusal));
    else if (verdict) used = verdict.used;
  }
  return { used, refusals };
}

/** Takes charges back from the quotas that were paid. */
function refunds(
  context: WriteContext,
  creations: readonly Creation[],
  paid: (quota: string, creation: Creation) => boolean,
): Intent[] {
  return quotasOf(context, creations).map(({ metadata }): Intent => {
    const { namespace = '', name } = metadata;
    return {
      key: { resource: QUOTAS, namespace, name },
      decide: (current) => {
        if (!current) return { kind: 'keep', object: undefined };
        const quota = current as ResourceQuota;
        let used = quota.status?.used ?? {};
        for (const creation of creations) {
          if (creation.object.metadata.namespace !== namespace || !paid(nameOf(namespace, name), creation)) continue;
          used = withoutCharge(used, chargeByQuota({ quota, ...creation }));
        }
        return statusWrite(current, used);
      },
    };
  });
}

/** Returns the usage of a quota by the objects of a namespace, counted one by one. */
export function countedUsage(cache: ClusterCache, namespace: string, quota: ResourceQuota): QuotaList {
  const objects = cache.resourcesInUse().flatMap((resource) => {
    const kind = kindOf({ resource, namespace, name: '' });
    return cache.list(resource, namespace).map((object) => ({ kind, object }));
  });
  return usageOf(quota, objects);
}

/** The status that a quota shall have, if it is not the one it has. */
function statusWrite(current: KubeObject, used: QuotaList): ReturnType<Intent['decide']> {
  const { hard = {} } = (current.spec ?? {}) as { hard?: QuotaList };
  const status = { hard, used };
  if (jsonText(current.status) === jsonText(status)) return { kind: 'keep', object: current };
  return {
    kind: 'write',
    operation: Operation.Update,
    object: { ...current, metadata: { ...current.metadata }, status },
  };
}

function quotasOf(context: WriteContext, creations: readonly Creation[]): KubeObject[] {
  const namespaces = new Set(creations.map(({ object }) => object.metadata.namespace ?? ''));
  return [...namespaces].sort().flatMap((namespace) => context.cache().list(QUOTAS, namespace));
}
