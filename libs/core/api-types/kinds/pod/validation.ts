import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import { subdomainErrors } from '../../names/qualified-name';
import type { Pod, PodSpec, Toleration } from '../../objects';
import { deepEqual } from '../../equality';
import { DELETION_COST, parseDeletionCost } from '../../pods/deletion-cost';
import { onceForShared } from '../../pods/shared-specs';
import { validatePodSpec } from '../../validation/pod-spec/pod-spec';
import { claimStatusNameErrors, madeClaimErrors } from '../../validation/pod-spec/resource-claims';
import { validateGatedNodeAffinity, validateGatedNodeSelector } from './gated-update';

const MUTABLE_FIELDS_TEXT =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

const MIRROR = 'kubernetes.io/config.mirror';
const MIRROR_FIELD = `metadata.annotations[${MIRROR}]`;

const DELETION_COST_FIELD = `metadata.annotations[${DELETION_COST}]`;

const errorsOfSpec = onceForShared((spec: PodSpec): readonly FieldError[] => validatePodSpec(spec));

/** What is wrong with a new pod; metadata is checked elsewhere. */
export function validatePod(pod: Pod): FieldError[] {
  if (!pod.spec) return [requiredField('spec.containers')];
  const errors = [...errorsOfSpec(pod.spec), ...madeClaimErrors(pod)];
  if (pod.spec.ephemeralContainers?.length) {
    errors.push(forbiddenField('spec.ephemeralContainers', 'cannot be set on create'));
  }
  if (pod.spec.nodeName && pod.spec.schedulingGates?.length) {
    errors.push(forbiddenField('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
  }
  const mirrored = pod.metadata?.annotations?.[MIRROR];
  if (mirrored !== undefined && !pod.spec.nodeName) {
    errors.push(invalidField(MIRROR_FIELD, mirrored, 'must set spec.nodeName if mirror pod annotation is set'));
  }
  errors.push(...validateDeletionCost(pod));
  return errors;
}

/** What a change of a pod must not do: almost everything in spec stays as it was. */
export function validatePodUpdate(given: Pod, old: Pod): FieldError[] {
  const errors: FieldError[] = [];
  // A body without a spec is one whose spec has nothing in it.
  const next: Pod = given.spec ? given : { ...given, spec: {} as PodSpec };
  if ((next.spec.containers?.length ?? 0) !== (old.spec.containers?.length ?? 0)) {
    return [forbiddenField('spec.containers', 'pod updates may not add or remove containers')];
  }
  if ((next.spec.initContainers?.length ?? 0) !== (old.spec.initContainers?.length ?? 0)) {
    return [forbiddenField('spec.initContainers', 'pod updates may not add or remove containers')];
  }
  errors.push(...validateMirrorUpdate(next, old), ...validateDeletionCostUpdate(next, old));
  errors.push(...validateDeadlineUpdate(next.spec, old.spec));
  errors.push(...validateTolerationUpdate(next.spec.tolerations ?? [], old.spec.tolerations ?? []));
  for (const gate of next.spec.schedulingGates ?? []) {
    if (!old.spec.schedulingGates?.some((other) => other.name === gate.name)) {
      const detail = `only deletion is allowed, but found new scheduling gate '${gate.name}'`;
      errors.push(forbiddenField('spec.schedulingGates', detail));
    }
  }
  const isGated = (old.spec.schedulingGates?.length ?? 0) > 0;
  if (isGated) {
    errors.push(...validateGatedNodeSelector(next.spec, old.spec), ...validateGatedNodeAffinity(next.spec, old.spec));
  }
  if (!deepEqual(withMutableFields(next.spec, old.spec, isGated), old.spec)) {
    errors.push(forbiddenField('spec', MUTABLE_FIELDS_TEXT));
  }
  return errors;
}

/** What is wrong with a status that a client writes. */
export function validatePodStatus(pod: Pod): FieldError[] {
  const nominated = pod.status?.nominatedNodeName;
  const errors = nominated
    ? subdomainErrors(nominated).map((text) => invalidField('status.nominatedNodeName', nominated, text))
    : [];
  return [...errors, ...claimStatusNameErrors(pod)];
}

/** A pod is a mirror for as long as it lives, or never. As in v1.20.2 `ValidatePodSpecificAnnotationUpdates`. */
function validateMirrorUpdate(next: Pod, old: Pod): FieldError[] {
  const [now, before] = [next.metadata?.annotations?.[MIRROR], old.metadata?.annotations?.[MIRROR]];
  if (now === before) return [];
  const detail =
    before === undefined ? 'may not add mirror pod annotation' : 'may not remove or update mirror pod annotation';
  return [forbiddenField(MIRROR_FIELD, detail)];
}

function validateDeletionCost({ metadata }: Pod): FieldError[] {
  if (parseDeletionCost(metadata?.annotations) !== undefined) return [];
  return [invalidField(DELETION_COST_FIELD, metadata.annotations?.[DELETION_COST], 'must be a 32bit integer')];
}

/** A pod that is stored with a cost of another form stays writable, as `GetValidationOptionsFromPodSpecAndMeta` has it. */
function validateDeletionCostUpdate(next: Pod, old: Pod): FieldError[] {
  return parseDeletionCost(old.metadata?.annotations) === undefined ? [] : validateDeletionCost(next);
}

function validateDeadlineUpdate(next: PodSpec, old: PodSpec): FieldError[] {
  const field = 'spec.activeDeadlineSeconds';
  if (old.activeDeadlineSeconds === undefined) return [];
  if (next.activeDeadlineSeconds === undefined) {
    return [invalidField(field, null, 'must not update from a positive integer to nil value')];
  }
  if (next.activeDeadlineSeconds <= old.activeDeadlineSeconds) return [];
  return [invalidField(field, next.activeDeadlineSeconds, 'must be less than or equal to previous value')];
}

/** Tolerations may be added; of those that exist only tolerationSeconds may change. */
function validateTolerationUpdate(next: readonly Toleration[], old: readonly Toleration[]): FieldError[] {
  const withoutSeconds = (toleration: Toleration): Toleration => {
    const { tolerationSeconds: _seconds, ...rest } = toleration;
    return rest;
  };
  const isKept = (toleration: Toleration): boolean =>
    next.some((other) => deepEqual(withoutSeconds(other), withoutSeconds(toleration)));
  if (old.every(isKept)) return [];
  return [forbiddenField('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')];
}

/** The new spec with everything that may change put back, so that what is left must equal the old one. */
function withMutableFields(next: PodSpec, old: PodSpec, isGated: boolean): PodSpec {
  const restored: Record<string, unknown> = { ...next };
  const putBack = (field: keyof PodSpec): void => {
    if (old[field] === undefined) delete restored[field];
    else restored[field] = old[field];
  };
  putBack('activeDeadlineSeconds');
  putBack('tolerations');
  putBack('schedulingGates');
  if ((old.terminationGracePeriodSeconds ?? 0) < 0 && next.terminationGracePeriodSeconds === 1) {
    putBack('terminationGracePeriodSeconds');
  }
  if (isGated) {
    putBack('nodeSelector');
    restored['affinity'] = withOldRequiredNodeAffinity(next, old);
    if (restored['affinity'] === undefined) delete restored['affinity'];
  }
  for (const list of ['containers', 'initContainers'] as const) {
    const before = old[list];
    if (before) restored[list] = next[list]?.map((container, index) => withImageOf(container, before[index]!));
  }
  // The spec with the fields of the old one is a spec again.
  return restored as unknown as PodSpec;
}

function withImageOf(container: PodSpec['containers'][number], before: PodSpec['containers'][number]): unknown {
  const { image: _image, ...rest } = container;
  return before.image === undefined ? rest : { ...rest, image: before.image };
}

function withOldRequiredNodeAffinity(next: PodSpec, old: PodSpec): unknown {
  const required = old.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const { requiredDuringSchedulingIgnoredDuringExecution: _required, ...nodeAffinity } =
    next.affinity?.nodeAffinity ?? {};
  const restored = required
    ? { ...nodeAffinity, requiredDuringSchedulingIgnoredDuringExecution: required }
    : nodeAffinity;
  const hasNodeAffinity = old.affinity?.nodeAffinity !== undefined || Object.keys(restored).length > 0;
  const { nodeAffinity: _nodeAffinity, ...others } = next.affinity ?? {};
  const affinity = hasNodeAffinity ? { ...others, nodeAffinity: restored } : others;
  return old.affinity === undefined && Object.keys(affinity).length === 0 ? undefined : affinity;
}
