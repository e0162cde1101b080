import { deepEqual } from '../equality';
import { invalidField, requiredField, unsupportedField, type FieldError } from '../errors/field-error';
import type { KubeObject, LabelSelector, PodSpec } from '../objects';
import { matchesLabelSelector } from '../selectors/label-selector';
import { validateLabelSelector } from './label-selector';
import { validateLabels } from './metadata';
import { validatePodSpec } from './pod-spec/pod-spec';

interface WorkloadSpec {
  readonly replicas?: number;
  readonly selector?: LabelSelector | Readonly<Record<string, string>>;
  readonly template?: { readonly metadata?: { readonly labels?: Record<string, string> }; readonly spec?: PodSpec };
  /** Of a StatefulSet: each is a volume of the pods, under its own name. */
  readonly volumeClaimTemplates?: readonly { readonly metadata?: { readonly name?: string } }[];
}

/** What is wrong with a workload: its replicas, its selector, and the pods that its template would make. */
export function validateTemplate(object: KubeObject): FieldError[] {
  const spec = (object.spec ?? {}) as WorkloadSpec;
  const isJob = object.kind === 'Job';
  const errors: FieldError[] = [];
  if (spec.replicas !== undefined && spec.replicas < 0) {
    errors.push(invalidField('spec.replicas', spec.replicas, 'must be greater than or equal to 0'));
  }
  const labels = spec.template?.metadata?.labels;
  const selector = toLabelSelector(object.kind, spec.selector);
  if (!selector && !isJob) errors.push(requiredField('spec.selector'));
  else if (selector && !isJob) errors.push(...validateNotEmpty(object.kind, selector));
  errors.push(...validateLabelSelector(selector, 'spec.selector'));
  if (selector && errors.length === 0 && !matchesLabelSelector(selector, labels)) {
    const detail = '`selector` does not match template `labels`';
    errors.push(invalidField('spec.template.metadata.labels', labels ?? null, detail));
  }
  errors.push(...validateLabels(labels, 'spec.template.metadata.labels'));
  const podSpec = spec.template?.spec;
  if (!podSpec) return [...errors, requiredField('spec.template.spec.containers')];
  const claimNames = (spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata?.name ?? '');
  errors.push(...validatePodSpec(podSpec, 'spec.template.spec', { claimNames }));
  const policies = isJob ? ['OnFailure', 'Never'] : ['Always'];
  if (podSpec.restartPolicy !== undefined && !policies.includes(podSpec.restartPolicy)) {
    errors.push(unsupportedField('spec.template.spec.restartPolicy', podSpec.restartPolicy, policies));
  }
  return errors;
}

/** What is wrong with a template that stands alone: the pods that it would make. */
export function validatePodTemplate(object: KubeObject): FieldError[] {
  const { metadata, spec } = (object['template'] ?? {}) as NonNullable<WorkloadSpec['template']>;
  const errors = validateLabels(metadata?.labels, 'template.metadata.labels');
  if (!spec) return [...errors, requiredField('template.spec.containers')];
  return [...errors, ...validatePodSpec(spec, 'template.spec')];
}

/** An empty selector would take every pod of the namespace; the words of a ReplicaSet are upstream's own slip. */
function validateNotEmpty(kind: string, selector: LabelSelector): FieldError[] {
  if (Object.keys(selector.matchLabels ?? {}).length + (selector.matchExpressions?.length ?? 0) > 0) return [];
  if (kind === 'ReplicationController') return [requiredField('spec.selector')];
  const subject = kind === 'ReplicaSet' ? 'deployment' : kind.toLowerCase();
  return [invalidField('spec.selector', selector, `empty selector is invalid for ${subject}`)];
}

/** The selector of a Deployment, ReplicaSet or DaemonSet stays: it says which pods are the workload's own. */
export function validateSelectorUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const selector = (next.spec as WorkloadSpec | undefined)?.selector;
  const before = (old.spec as WorkloadSpec | undefined)?.selector;
  return deepEqual(selector, before) ? [] : [invalidField('spec.selector', selector ?? null, 'field is immutable')];
}

/** A replication controller's selector is a plain map. */
function toLabelSelector(kind: string, selector: WorkloadSpec['selector']): LabelSelector | undefined {
  if (kind !== 'ReplicationController') return selector as LabelSelector | undefined;
  return selector && { matchLabels: selector as Record<string, string> };
}
