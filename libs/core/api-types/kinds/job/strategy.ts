import type { KubeObject, LabelSelector } from '../../objects';

interface JobSpec {
  manualSelector?: boolean;
  selector?: LabelSelector;
  template?: { metadata?: { labels?: Record<string, string> } };
}

/**
 * A new job selects its pods by its own uid, which its template gets as a label, under the names of today and those of
 * before 1.27 (`generateSelector` of `pkg/registry/batch/job`). With `manualSelector` the user has seen to that.
 */
export function selectOwnPods(object: KubeObject): void {
  const spec = (object.spec ?? {}) as JobSpec;
  if (spec.manualSelector || !spec.template) return;
  const { uid, name } = object.metadata;
  const labels = {
    ...spec.template.metadata?.labels,
    'batch.kubernetes.io/controller-uid': uid,
    'controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'job-name': name,
  };
  const template = { ...spec.template, metadata: { ...spec.template.metadata, labels } };
  object.spec = { ...spec, selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } }, template };
}
