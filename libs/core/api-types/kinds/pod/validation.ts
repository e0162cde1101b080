import { forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import type { Pod, PodSpec, Toleration } from '../../objects';
import { deepEqual } from '../../equality';
import { DELETION_COST, parseDeletionCost } from '../../pods/deletion-cost';
import { onceForShared } from '../../pods/shared-specs';
import { validatePodSpec } from '../../validation/pod-spec/pod-spec';
import { imageBlankErrors } from '../../validation/pod-spec/containers';
import { madeClaimErrors } from '../../validation/pod-spec/resource-claims';
import { validateTolerations } from '../../validation/pod-spec/tolerations';
import { madeVolumeClaimErrors } from '../../validation/pod-spec/volumes';
import { profileAnnotationErrors, profileErrors } from '../../validation/pod-spec/security-annotations';
import { validateGatedNodeAffinity, validateGatedNodeSelector } from './gated-update';

const MUTABLE_FIELDS_TEXT =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

const MAX_SECONDS = 2_147_483_647;
const MIRROR = 'kubernetes.io/config.mirror';
const MIRROR_FIELD = `metadata.annotations[${MIRROR}]`;

const DELETION_COST_FIELD = `metadata.annotations[${DELETION_COST}]`;

const errorsOfSpec = onceForShared((spec: PodSpec): readonly FieldError[] =>
  validatePodSpec(spec, 'spec', { isPod: true }),
);

/** Returns the errors of a new pod; metadata is checked elsewhere (`ValidatePodCreate`). */
export function validatePod(pod: Pod): FieldError[] {
  if (!pod.spec) return [requiredField('spec.containers')];
  const errors = validateMetadataAndSpec(pod, validateDeletionCost(pod));
  if (pod.spec.ephemeralContainers?.length) {
    errors.push(forbiddenField('spec.ephemeralContainers', 'cannot be set on create'));
  }
  if (pod.spec.nodeName && pod.spec.schedulingGates?.length) {
    errors.push(forbiddenField('spec.nodeName', 'cannot be set until all schedulingGates have been cleared'));
  }
  return [...errors, ...profileErrors(pod, 'spec', true)];
}

/** Returns the errors of a pod on its own, new or changed (`validatePodMetadataAndSpec`). */
export function validateMetadataAndSpec(pod: Pod, costErrors: readonly FieldError[]): FieldError[] {
  const { metadata, spec } = pod;
  return [
    ...annotationErrors(pod, costErrors),
    ...errorsOfSpec(spec),
    ...madeVolumeClaimErrors(metadata?.name ?? '', spec.volumes, 'spec.volumes'),
    ...madeClaimErrors(pod),
    ...tokenErrors(spec),
    ...imageBlankErrors(spec.containers, 'spec.containers'),
    ...imageBlankErrors(spec.initContainers, 'spec.initContainers'),
  ];
}

/** As `ValidatePodSpecificAnnotations`. */
function annotationErrors(pod: Pod, costErrors: readonly FieldError[]): FieldError[] {
  const mirrored = pod.metadata?.annotations?.[MIRROR];
  const detail = 'must set spec.nodeName if mirror pod annotation is set';
  return [
    ...(mirrored !== undefined && !pod.spec.nodeName ? [invalidField(MIRROR_FIELD, mirrored, detail)] : []),
    ...costErrors,
    ...profileAnnotationErrors(pod, 'metadata.annotations'),
  ];
}

/** A pod without a service account has no tokens. */
function tokenErrors({ serviceAccountName, volumes }: PodSpec): FieldError[] {
  if (serviceAccountName) return [];
  return (volumes ?? []).flatMap(({ projected }, index) =>
    (projected?.sources ?? []).flatMap(({ serviceAccountToken }, at) => {
      const path = `spec.volumes[${index}].projected.sources[${at}].serviceAccountToken`;
      const detail = 'must not be specified when serviceAccountName is not set';
      return serviceAccountToken ? [forbiddenField(path, detail)] : [];
    }),
  );
}

/** Returns the errors of a changed pod and with the change: almost everything in spec stays as it was (`ValidatePodUpdate`). */
export function validatePodUpdate(given: Pod, old: Pod): FieldError[] {
  // A body without a spec is one whose spec has nothing in it.
  const next: Pod = given.spec ? given : { ...given, spec: {} as PodSpec };
  const costErrors = validateDeletionCostUpdate(next, old);
  const errors = [
    ...validateMetadataAndSpec(next, costErrors),
    ...validateMirrorUpdate(next, old),
    ...annotationErrors(next, costErrors),
  ];
  for (const list of ['containers', 'initContainers'] as const) {
    if ((next.spec[list]?.length ?? 0) !== (old.spec[list]?.length ?? 0)) {
      return [...errors, forbiddenField(`spec.${list}`, 'pod updates may not add or remove containers')];
    }
    errors.push(...imageErrors(next.spec[list] ?? [], `spec.${list}`));
  }
  const deadline = validateDeadlineUpdate(next.spec, old.spec);
  errors.push(...deadline);
  if (deadline.length > 0 && next.spec.activeDeadlineSeconds !== undefined) return errors;
  errors.push(...validateTolerationUpdate(next.spec.tolerations ?? [], old.spec.tolerations ?? []));
  next.spec.schedulingGates?.forEach(({ name }, index) => {
    if (old.spec.schedulingGates?.some((other) => other.name === name)) return;
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    errors.push(forbiddenField(`spec.schedulingGates[${index}].name`, detail));
  });
  const isGated = (old.spec.schedulingGates?.length ?? 0) > 0;
  if (isGated) {
    errors.push(...validateGatedNodeSelector(next.spec, old.spec), ...validateGatedNodeAffinity(next.spec, old.spec));
  }
  if (!deepEqual(withMutableFields(next.spec, old.spec, isGated), old.spec)) {
    errors.push(forbiddenField('spec', MUTABLE_FIELDS_TEXT));
  }
  return errors;
}

/** Images of a changed pod (`ValidateContainerUpdates`). */
function imageErrors(containers: PodSpec['containers'], field: string): FieldError[] {
  const missing = containers.flatMap(({ image }, index) => (image ? [] : [requiredField(`${field}[${index}].image`)]));
  return [...missing, ...imageBlankErrors(containers, field)];
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
  const { activeDeadlineSeconds: seconds } = next;
  if (seconds !== undefined && (seconds < 0 || seconds > MAX_SECONDS)) {
    return [invalidField(field, seconds, `must be between 0 and ${MAX_SECONDS}, inclusive`)];
  }
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
  if (old.every(isKept)) return validateTolerations(next, 'spec.tolerations');
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
