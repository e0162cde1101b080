import type { ControllerRevision, KubeObject, PodTemplateSpec } from '@orrery/api-types';
import { isSameTemplate, podTemplateHash } from '../deployment/pod-template-hash';
import { controllerReference } from '../ownership/controller-reference';

/** The label with the revision that a pod was created from. */
export const REVISION_HASH = 'controller-revision-hash';
/** The label that carries the hash of a StatefulSet's revision. */
export const REVISION_LABEL = 'controller.kubernetes.io/hash';

/** Common part of StatefulSets and DaemonSets. */
export type TemplateOwner = Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'> & {
  readonly spec: { readonly template: PodTemplateSpec };
};

/** Data of a revision: a strategic merge patch that restores the template as a whole. */
interface RevisionData {
  readonly spec?: { readonly template?: PodTemplateSpec & { readonly $patch?: string } };
}

/** Text of revisions is compared at every step; a revision's data never changes, so its template is read once. */
const templates = new WeakMap<object, PodTemplateSpec>();

/** The template that a revision remembers. */
export function templateOfRevision({ data }: Pick<ControllerRevision, 'data'>): PodTemplateSpec | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  let template = templates.get(data);
  if (!template) {
    const remembered = (data as RevisionData).spec?.template;
    if (!remembered) return undefined;
    const { $patch: _patch, ...rest } = remembered;
    templates.set(data, (template = rest));
  }
  return template;
}

/** Returns whether a revision remembers this template. */
export function remembers(revision: ControllerRevision, template: PodTemplateSpec): boolean {
  const remembered = templateOfRevision(revision);
  return remembered !== undefined && isSameTemplate(remembered, template);
}

/** Options of an owner's revisions. */
export interface RevisionOptions {
  /** The label that carries the hash on the revision itself. */
  readonly hashLabel: string;
  /** Number of times that a name was already taken (`status.collisionCount`). */
  readonly collisionCount: number;
  /** True if the template in it has the `creationTimestamp: null` that Go wrote for an unset time (before 1.34). */
  readonly writesNullCreation?: boolean;
}

/** The revision of an owner's present template, named after its hash; with the owner's annotations. */
export function newRevision(
  owner: TemplateOwner,
  number: number,
  { hashLabel, collisionCount, writesNullCreation = false }: RevisionOptions,
): ControllerRevision {
  const { template } = owner.spec;
  const hash = podTemplateHash(template, collisionCount === 0 ? undefined : collisionCount);
  const { name, namespace, annotations } = owner.metadata;
  const metadata = {
    name: `${name.slice(0, 223)}-${hash}`,
    namespace,
    labels: { ...template.metadata?.labels, [hashLabel]: hash },
    ...(annotations ? { annotations } : {}),
    ownerReferences: [controllerReference(owner)],
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: metadata as ControllerRevision['metadata'],
    data: { spec: { template: patchOf(template, writesNullCreation) } },
    revision: number,
  };
}

/**
 * The patch that puts a template back, with the bytes of a real controller (`getPatch` in `pkg/controller/daemon` and
 * `pkg/controller/statefulset`): clients compare those with what they make of the template themselves.
 */
function patchOf(template: PodTemplateSpec, writesNullCreation: boolean): unknown {
  const metadata = { ...(writesNullCreation ? { creationTimestamp: null } : {}), ...template.metadata };
  return withSortedKeys({ ...template, metadata, $patch: 'replace' });
}

/** Returns a value with sorted keys, as Go writes maps. */
function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  entries.sort(([a], [b]) => compare(a, b));
  return Object.fromEntries(entries.map(([key, field]) => [key, withSortedKeys(field)]));
}

/** Older first; of equal numbers the one that was made first, then by name. */
export function byRevision(a: ControllerRevision, b: ControllerRevision): number {
  return (
    a.revision - b.revision ||
    compare(a.metadata.creationTimestamp, b.metadata.creationTimestamp) ||
    compare(a.metadata.name, b.metadata.name)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
