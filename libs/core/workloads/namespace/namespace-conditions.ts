import type { KubeObject, Namespace } from '@orrery/api-types';
import { formatTime } from '@orrery/time';

export type NamespaceCondition = NonNullable<NonNullable<Namespace['status']>['conditions']>[number];

/** Remaining objects of one kind in a namespace that is being deleted. */
export interface Remainder {
  /** Resource with its group, such as `configmaps` or `deployments.apps`. */
  readonly resource: string;
  readonly objects: readonly KubeObject[];
}

/** Condition without a problem, in the order and with the words of the real controller. */
type Calm = Pick<NamespaceCondition, 'type' | 'reason' | 'message'>;

const DISCOVERED: Calm = {
  type: 'NamespaceDeletionDiscoveryFailure',
  reason: 'ResourcesDiscovered',
  message: 'All resources successfully discovered',
};
const PARSED: Calm = {
  type: 'NamespaceDeletionGroupVersionParsingFailure',
  reason: 'ParsedGroupVersions',
  message: 'All legacy kube types successfully parsed',
};
const DELETED: Calm = {
  type: 'NamespaceDeletionContentFailure',
  reason: 'ContentDeleted',
  message: 'All content successfully deleted, may be waiting on finalization',
};
const GONE: Calm = {
  type: 'NamespaceContentRemaining',
  reason: 'ContentRemoved',
  message: 'All content successfully removed',
};
const UNHELD: Calm = {
  type: 'NamespaceFinalizersRemaining',
  reason: 'ContentHasNoFinalizers',
  message: 'All content-preserving finalizers finished',
};

/**
 * Returns the conditions with the reasons for which a namespace still terminates (spec api A7): its remaining objects,
 * and their finalizers. A condition keeps its time as long as its content is the same.
 */
export function namespaceConditions(
  namespace: Namespace,
  remainders: readonly Remainder[],
  nowMs: number,
): NamespaceCondition[] {
  const before = namespace.status?.conditions ?? [];
  return [DISCOVERED, PARSED, DELETED, contentOf(remainders), finalizersOf(remainders)].map((verdict) => {
    const reported = { status: 'False', ...verdict };
    const former = before.find(({ type }) => type === reported.type);
    const isSame =
      former?.status === reported.status && former.reason === reported.reason && former.message === reported.message;
    return isSame ? former : { ...reported, lastTransitionTime: formatTime(nowMs) };
  });
}

function contentOf(remainders: readonly Remainder[]): Calm & { status?: string } {
  const left = remainders
    .filter(({ objects }) => objects.length > 0)
    // A kind of the core has an empty group, and upstream writes the dot all the same.
    .map(
      ({ resource, objects }) =>
        `${resource.includes('.') ? resource : `${resource}.`} has ${objects.length} resource instances`,
    );
  if (left.length === 0) return GONE;
  const message = `Some resources are remaining: ${left.sort().join(', ')}`;
  return { type: GONE.type, status: 'True', reason: 'SomeResourcesRemain', message };
}

function finalizersOf(remainders: readonly Remainder[]): Calm & { status?: string } {
  const counts = new Map<string, number>();
  for (const { objects } of remainders) {
    for (const { metadata } of objects) {
      for (const finalizer of metadata.finalizers ?? []) counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return UNHELD;
  const holds = [...counts].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${holds.sort().join(', ')}`;
  return { type: UNHELD.type, status: 'True', reason: 'SomeFinalizersRemain', message };
}
