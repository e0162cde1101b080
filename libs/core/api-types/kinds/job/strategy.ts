import type { KubeObject, LabelSelector } from '../../objects';

interface JobSpec {
  manualSelector?: boolean;
  selector?: LabelSelector;
  template?: { metadata?: { labels?: Record<string, string> } };
}

const UID_LABEL = 'batch.kubernetes.io/controller-uid';

/** Labels of a job's pods, under the names of today and those of before 1.27. */
export function jobLabels({ metadata: { uid, name } }: KubeObject): Record<string, string> {
  return {
    [UID_LABEL]: uid,
    'controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'job-name': name,
  };
}

/**
 * Makes a new job select its pods by its own uid, which its template gets as a label (`generateSelector` of
 * `pkg/registry/batch/job`). Values that the user set stay, for validation to check. With `manualSelector` the user provides
 * both.
 */
export function selectOwnPods(object: KubeObject): void {
  const spec = (object.spec ?? {}) as JobSpec;
  if (spec.manualSelector) return;
  const { template: given } = spec;
  const labels = { ...jobLabels(object), ...given?.metadata?.labels };
  const template = { ...given, metadata: { ...given?.metadata, labels } };
  const matchLabels = { [UID_LABEL]: object.metadata.uid, ...spec.selector?.matchLabels };
  object.spec = { ...spec, selector: { ...spec.selector, matchLabels }, template };
}

/** A job without labels has those of its pods: the real server fills them when it reads the job from its store. */
export function takeLabelsOfTemplate(object: KubeObject): void {
  const { template } = (object.spec ?? {}) as JobSpec;
  const labels = template?.metadata?.labels;
  if (!labels || Object.keys(object.metadata.labels ?? {}).length > 0) return;
  // No one asked for these labels: what was asked for keeps its metadata.
  object.metadata = { ...object.metadata, labels: { ...labels } };
}

/** Jobs select their pods, and label them, by the older names until 1.26, and `manualSelector` has no default until 1.29. */
export function forgetPrefixedLabels(object: KubeObject): void {
  const spec = { ...((object.spec ?? {}) as JobSpec) };
  if (spec.manualSelector === false) delete spec.manualSelector;
  object.spec = spec;
  const { selector, template } = spec;
  const uid = selector?.matchLabels?.[UID_LABEL];
  if (uid === undefined || spec.manualSelector) return;
  const matchLabels = { ...withoutPrefixed(selector?.matchLabels), 'controller-uid': uid };
  const labels = withoutPrefixed(template?.metadata?.labels);
  object.spec = {
    ...spec,
    selector: { ...selector, matchLabels },
    template: { ...template, metadata: { ...template?.metadata, labels } },
  };
  if (object.metadata.labels) object.metadata.labels = withoutPrefixed(object.metadata.labels);
}

function withoutPrefixed(labels: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { [UID_LABEL]: _uid, 'batch.kubernetes.io/job-name': _name, ...rest } = labels;
  return rest;
}
