import { forbiddenField, invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import type { KubeObject, LabelSelector, PodSpec } from '../objects';
import { matchesLabelSelector } from '../selectors/label-selector';
import { validateLabelSelector } from './label-selector';
import { validateAnnotations, validateLabels } from './metadata';
import { validatePodSpec } from './pod-spec/pod-spec';
import { profileAnnotationErrors, profileErrors } from './pod-spec/security-annotations';
import { notNegative } from './workload-times';
import { changedField } from './changed-field';

/** Template of pods. */
interface Template {
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: PodSpec;
}
interface WorkloadSpec {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly selector?: LabelSelector | Readonly<Record<string, string>>;
  readonly template?: Template;
  /** Of a StatefulSet: each is a volume of the pods, under its own name. */
  readonly volumeClaimTemplates?: readonly { readonly metadata?: { readonly name?: string } }[];
}

const NO_MATCH = '`selector` does not match template `labels`';

/** Returns the errors of a template of pods (`ValidatePodTemplateSpec`, which leaves the metadata out of its fields). */
export function templateErrors(
  template: Template | undefined,
  field: string,
  claimNames: readonly string[] = [],
): FieldError[] {
  const { metadata, spec = {} as PodSpec } = template ?? {};
  const pod = { metadata, spec };
  const errors = [
    ...validateLabels(metadata?.labels, `${field}.labels`),
    ...validateAnnotations(metadata?.annotations, `${field}.annotations`),
    ...profileAnnotationErrors(pod, `${field}.annotations`),
    ...(template?.spec
      ? validatePodSpec(spec, `${field}.spec`, { claimNames })
      : [requiredField(`${field}.spec.containers`)]),
    ...profileErrors(pod, `${field}.spec`, false),
  ];
  if (spec.ephemeralContainers?.length) {
    const detail = 'ephemeral containers not allowed in pod template';
    errors.push(forbiddenField(`${field}.spec.ephemeralContainers`, detail));
  }
  return errors;
}

/** Returns the errors of the numbers, the selector and the template of a workload that has no rules besides. */
export function validateWorkload(object: KubeObject): FieldError[] {
  return [...validateReplicas(object), ...validatePods(object)];
}

/** Returns how many pods there are, and how long they are looked at. */
export function validateReplicas({ spec }: KubeObject): FieldError[] {
  const { replicas, minReadySeconds } = (spec ?? {}) as WorkloadSpec;
  return [...notNegative(replicas, 'spec.replicas'), ...notNegative(minReadySeconds, 'spec.minReadySeconds')];
}

/** Returns the errors of the selector and the template of a workload whose pods are kept running. */
export function validatePods(object: KubeObject): FieldError[] {
  const { selector, template, volumeClaimTemplates = [] } = (object.spec ?? {}) as WorkloadSpec;
  const wanted = toLabelSelector(object.kind, selector);
  const wrong = validateLabelSelector(wanted, 'spec.selector');
  const errors = [...selectorErrors(object.kind, wanted), ...wrong];
  if (wrong.length > 0 && object.kind !== 'DaemonSet') {
    return [...errors, invalidField('spec.selector', selector, 'invalid label selector')];
  }
  if (object.kind === 'ReplicationController' && !template) return [...errors, requiredField('spec.template')];
  const labels = template?.metadata?.labels;
  // No selector selects nothing, an empty one everything.
  const isMatch = wrong.length > 0 || (wanted !== undefined && matchesLabelSelector(wanted, labels));
  if (!isMatch) errors.push(invalidField('spec.template.metadata.labels', labels ?? null, NO_MATCH));
  const claimNames = volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? '');
  return [...errors, ...templateErrors(template, 'spec.template', claimNames), ...runningErrors(object.kind, template)];
}

/** Pods of such a workload are restarted always, and have no deadline. */
function runningErrors(kind: string, template: Template | undefined): FieldError[] {
  const { restartPolicy, activeDeadlineSeconds } = template?.spec ?? ({} as Partial<PodSpec>);
  const field = 'spec.template.spec';
  const errors: FieldError[] = [];
  if (restartPolicy !== undefined && restartPolicy !== 'Always') {
    errors.push(unsupportedField(`${field}.restartPolicy`, restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    // Upstream has the rule of ReplicaSets for Deployments as well.
    const named = kind === 'Deployment' ? 'ReplicaSet' : kind;
    const detail = `activeDeadlineSeconds in ${named} is not Supported`;
    errors.push(forbiddenField(`${field}.activeDeadlineSeconds`, detail));
  }
  return errors;
}

/** Returns the errors of a template that stands alone: the pods that it would make. */
export function validatePodTemplate(object: KubeObject): FieldError[] {
  return templateErrors(object['template'] as Template | undefined, 'template');
}

/** An empty selector would take every pod of the namespace; the words of a ReplicaSet are upstream's own slip. */
function selectorErrors(kind: string, selector: LabelSelector | undefined): FieldError[] {
  if (!selector) return kind === 'DaemonSet' ? [] : [requiredField('spec.selector')];
  if (Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions?.length ?? 0) > 0) return [];
  if (kind === 'ReplicationController') return [requiredField('spec.selector')];
  const subject = kind === 'ReplicaSet' ? 'deployment' : kind.toLowerCase();
  return [invalidField('spec.selector', selector, `empty selector is invalid for ${subject}`)];
}

/** The selector of a Deployment, ReplicaSet or DaemonSet stays: it says which pods are the workload's own. */
export function validateSelectorUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const selector = (next.spec as WorkloadSpec | undefined)?.selector;
  const before = (old.spec as WorkloadSpec | undefined)?.selector;
  return changedField('spec.selector', [selector, before]);
}

/** A replication controller's selector is a plain map. */
function toLabelSelector(kind: string, selector: WorkloadSpec['selector']): LabelSelector | undefined {
  if (kind !== 'ReplicationController') return selector as LabelSelector | undefined;
  return selector && { matchLabels: selector as Record<string, string> };
}
