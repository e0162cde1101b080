import type { Deployment, ReplicaSet } from '@orrery/api-types';
import { controllerReference } from '../ownership/controller-reference';
import { DeploymentAnnotation, POD_TEMPLATE_HASH } from './deployment-constants';
import { isSameTemplate, podTemplateHash } from './pod-template-hash';
import { byCreation, revisionOf, type ReplicaSetDraft } from './replica-set-draft';

/** Characters of {@link DeploymentAnnotation.RevisionHistory} at most; the oldest numbers make room. */
const MAX_HISTORY_LENGTH = 2000;

/** Annotations that a ReplicaSet does not take over from its Deployment. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'deprecated.deployment.rollback.to',
  ...Object.values(DeploymentAnnotation),
]);

/** The ReplicaSet of the Deployment's template: of several equal ones, the oldest. */
export function findNewReplicaSet(
  { spec }: Deployment,
  drafts: readonly ReplicaSetDraft[],
): ReplicaSetDraft | undefined {
  return [...drafts].sort(byCreation).find(({ object }) => isSameTemplate(spec.template, object.spec.template));
}

/** The number of the next rollout. */
export function nextRevision(old: readonly ReplicaSetDraft[]): bigint {
  const revisions = old.map(({ object }) => revisionOf(object));
  return revisions.reduce((highest, each) => (each > highest ? each : highest), 0n) + 1n;
}

/** Annotates the Deployment's current ReplicaSet: what the Deployment says, and the number of its rollout. */
export function annotateNewReplicaSet(deployment: Deployment, draft: ReplicaSetDraft, revision: bigint): void {
  draft.annotate(copiedAnnotations(deployment));
  const text = draft.annotation(DeploymentAnnotation.Revision);
  const before = revisionOf(draft.object);
  if (before >= revision) return;
  draft.annotate({ [DeploymentAnnotation.Revision]: String(revision) });
  if (text === undefined) return;
  // It was rolled out before: this is a way back.
  const history = longerHistory(draft.annotation(DeploymentAnnotation.RevisionHistory), text);
  if (history !== undefined) draft.annotate({ [DeploymentAnnotation.RevisionHistory]: history });
}

/** Returns whether an annotation of a Deployment is also its ReplicaSet's. */
export function isCopiedAnnotation(name: string): boolean {
  return !NOT_COPIED.has(name);
}

function copiedAnnotations({ metadata }: Deployment): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => isCopiedAnnotation(name)));
}

function longerHistory(history: string | undefined, revision: string): string | undefined {
  if (!history) return revision;
  const revisions = [...history.split(','), revision];
  while (revisions.length > 1 && revisions.join(',').length > MAX_HISTORY_LENGTH) revisions.shift();
  return revisions.join(',');
}

/** The ReplicaSet of a template that has none yet, without pods. */
export function newReplicaSet(deployment: Deployment): ReplicaSet {
  const { metadata, spec } = deployment;
  const { template, selector, minReadySeconds } = spec;
  const hash = podTemplateHash(template, deployment.status?.collisionCount);
  const labels = { ...template.metadata?.labels, [POD_TEMPLATE_HASH]: hash };
  const created = {
    name: `${metadata.name}-${hash}`,
    namespace: metadata.namespace,
    labels,
    annotations: copiedAnnotations(deployment),
    ownerReferences: [controllerReference(deployment)],
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    // The server fills in the rest of the metadata.
    metadata: created as unknown as ReplicaSet['metadata'],
    spec: {
      replicas: 0,
      ...(minReadySeconds ? { minReadySeconds } : {}),
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [POD_TEMPLATE_HASH]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}
