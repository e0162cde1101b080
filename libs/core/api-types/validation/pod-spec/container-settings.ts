import type * as core from 'kubernetes-types/core/v1';
import { duplicateField, forbiddenField, invalidField, requiredField, type FieldError } from '../../errors/field-error';
import type { PodSpec } from '../../objects';
import { oneOf, requiredOneOf } from '../closed-set';
import { validateHandler } from './handlers';

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'] as const;
const RECURSIVE_READ_ONLY = ['Disabled', 'Enabled', 'IfPossible'] as const;
const PROC_MOUNTS = ['Default', 'Unmasked'] as const;
const SECCOMP_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'] as const;
const RESIZABLE = ['cpu', 'memory'] as const;
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'] as const;
const MAX_ID = 2_147_483_647;

interface ResizePolicy {
  readonly resourceName?: string;
  readonly restartPolicy?: string;
}

/** A container with what later versions of Kubernetes added. */
type Container = core.Container & { readonly resizePolicy?: readonly ResizePolicy[] };
type VolumeMount = core.VolumeMount & { readonly recursiveReadOnly?: string };

/** What of a pod bears on the settings of its containers. */
type PodOfContainer = Pick<PodSpec, 'restartPolicy'> & { readonly hostUsers?: boolean };

/**
 * What is wrong with handlers, mounts, security and resizing of one container, by closed sets and what goes together
 * (`validateContainerCommon`, `validateContainers`, `validateInitContainers`).
 */
export function validateContainerSettings(
  container: Container,
  path: string,
  { pod, isInit }: { readonly pod: PodOfContainer; readonly isInit: boolean },
): FieldError[] {
  const { resizePolicy, securityContext, volumeMounts = [] } = container;
  const errors: FieldError[] = [];
  for (const mount of volumeMounts) {
    // Upstream names the list, not the mount in it.
    validateMount(mount, { container, field: `${path}.volumeMounts`, errors });
  }
  if (resizePolicy) errors.push(...validateResize(resizePolicy, `${path}.resizePolicy`, pod.restartPolicy));
  if (securityContext) errors.push(...validateSecurity(securityContext, `${path}.securityContext`, pod));
  const isPlainInit = isInit && container.restartPolicy !== 'Always';
  return [...errors, ...(isPlainInit ? refuseOfInit(container, path) : validateHooks(container, path))];
}

const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

function validateHooks({ lifecycle, ...container }: Container, path: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const hook of ['postStart', 'preStop'] as const) {
    const handler = lifecycle?.[hook];
    if (handler) errors.push(...validateHandler(handler, `${path}.lifecycle.${hook}`));
  }
  for (const name of PROBES) {
    const probe = container[name];
    if (probe) errors.push(...validateHandler(probe, `${path}.${name}`));
  }
  return errors;
}

/** An init container that ends has neither hooks nor probes, and is not resized. */
function refuseOfInit(container: Container, path: string): FieldError[] {
  const refused = (['lifecycle', ...PROBES] as const).filter((name) => container[name]);
  const errors = refused.map((name) =>
    forbiddenField(`${path}.${name}`, 'may not be set for init containers without restartPolicy=Always'),
  );
  if (!container.resizePolicy?.length) return errors;
  const value = container.resizePolicy.map(
    ({ resourceName: ResourceName = '', restartPolicy: RestartPolicy = '' }) => ({
      ResourceName,
      RestartPolicy,
    }),
  );
  return [...errors, invalidField(`${path}.resizePolicy`, value, 'must not be set for init containers')];
}

/** As `ValidateSecurityContext`. */
function validateSecurity(
  { procMount, runAsUser, runAsGroup, seccompProfile }: core.SecurityContext,
  field: string,
  { hostUsers = true }: PodOfContainer,
): FieldError[] {
  const errors = [
    ...validateId(runAsUser, `${field}.runAsUser`),
    ...validateId(runAsGroup, `${field}.runAsGroup`),
    ...oneOf(procMount, PROC_MOUNTS, `${field}.procMount`),
  ];
  if (hostUsers && procMount === 'Unmasked') {
    errors.push(invalidField(`${field}.procMount`, procMount, '`hostUsers` must be false to use `Unmasked`'));
  }
  return [...errors, ...validateSeccompProfile(seccompProfile, `${field}.seccompProfile`)];
}

/** The number of a user or of a group (`IsValidUserID`, `IsValidGroupID`). */
export function validateId(id: number | undefined, field: string): FieldError[] {
  const isOutside = id !== undefined && (id < 0 || id > MAX_ID);
  return isOutside ? [invalidField(field, id, `must be between 0 and ${MAX_ID}, inclusive`)] : [];
}

/** As `validateSeccompProfileField`. */
export function validateSeccompProfile(profile: core.SeccompProfile | undefined, field: string): FieldError[] {
  if (!profile) return [];
  const { type, localhostProfile } = profile;
  const errors: FieldError[] = [];
  if (!type) errors.push(requiredField(`${field}.type`, 'type is required when seccompProfile is set'));
  else errors.push(...oneOf(type, SECCOMP_TYPES, `${field}.type`));
  const path = `${field}.localhostProfile`;
  if (type !== 'Localhost') {
    if (localhostProfile === undefined) return errors;
    const value = { Type: type ?? '', LocalhostProfile: localhostProfile };
    return [...errors, invalidField(path, value, 'can only be set when seccomp type is Localhost')];
  }
  if (localhostProfile === undefined) {
    return [...errors, requiredField(path, 'must be set when seccomp type is Localhost')];
  }
  if (localhostProfile.startsWith('/')) errors.push(invalidField(path, localhostProfile, 'must be a relative path'));
  if (localhostProfile.split('/').includes('..')) {
    errors.push(invalidField(path, localhostProfile, "must not contain '..'"));
  }
  return errors;
}

/** As `validateMountPropagation` and `validateMountRecursiveReadOnly`. */
function validateMount(
  { mountPropagation, recursiveReadOnly, readOnly }: VolumeMount,
  {
    container,
    field,
    errors,
  }: { readonly container: Container; readonly field: string; readonly errors: FieldError[] },
): void {
  if (mountPropagation !== undefined) {
    const path = `${field}.mountPropagation`;
    errors.push(...oneOf(mountPropagation, PROPAGATIONS, path));
    if (mountPropagation === 'Bidirectional' && !container.securityContext?.privileged) {
      const detail = 'Bidirectional mount propagation is available only to privileged containers';
      errors.push(forbiddenField(path, detail));
    }
  }
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return;
  const path = `${field}.recursiveReadOnly`;
  const unsupported = oneOf(recursiveReadOnly, RECURSIVE_READ_ONLY, path);
  errors.push(...unsupported);
  if (unsupported.length > 0) return;
  if (!readOnly) errors.push(forbiddenField(path, 'may only be specified when readOnly is true'));
  if (mountPropagation !== undefined && mountPropagation !== 'None') {
    const detail = 'may only be specified when mountPropagation is None or not specified';
    errors.push(forbiddenField(path, detail));
  }
}

/** As `validateResizePolicy`, which names the list for all but what occurs twice. */
function validateResize(
  policies: readonly ResizePolicy[],
  field: string,
  podRestartPolicy: string | undefined,
): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  policies.forEach(({ resourceName = '', restartPolicy = '' }, i) => {
    if (seen.has(resourceName)) errors.push(duplicateField(`${field}[${i}]`, resourceName));
    seen.add(resourceName);
    errors.push(...requiredOneOf(resourceName, RESIZABLE, field));
    errors.push(...requiredOneOf(restartPolicy, RESIZE_POLICIES, field));
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      const detail = "must be 'NotRequired' when `restartPolicy` is 'Never'";
      errors.push(invalidField(field, restartPolicy, detail));
    }
  });
  return errors;
}
