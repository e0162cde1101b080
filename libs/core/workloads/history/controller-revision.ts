import type { ControllerRevision, KubeObject, PodTemplateSpec } from '@orrery/api-types';
import { isSameTemplate, podTemplateHash } from '../deployment/pod-template-hash';
import { controllerReference } from '../ownership/controller-reference';

/** The label that tells which revision a pod was made after. */
export const REVISION_HASH = 'controller-revision-hash';
/** The label that carries the hash of a StatefulSet's revision. */
export const REVISION_LABEL = 'controller.kubernetes.io/hash';

/** What StatefulSets and DaemonSets have in common here. */
export type TemplateOwner = Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'> & {
  readonly spec: { readonly template: PodTemplateSpec };
};

/** What a revision remembers: a strategic merge patch that puts the template back as a whole. */
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

/** Whether a revision remembers this template. */
export function remembers(revision: ControllerRevision, template: PodTemplateSpec): boolean {
  const remembered = templateOfRevision(revision);
  return remembered !== undefined && isSameTemplate(remembered, template);
}

/** The revision of an owner's present template, named after its hash; the owner's annotations tell how it came about. */
export function newRevision(
  owner: TemplateOwner,
  number: number,
  { hashLabel, collisionCount }: { readonly hashLabel: string; readonly collisionCount: number },
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
    metadata: metadata as unknown as ControllerRevision['metadata'],
    data: { spec: { template: { ...template, $patch: 'replace' } } },
    revision: number,
  };
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
