import type * as core from 'kubernetes-types/core/v1';
import {
  duplicateField,
  forbiddenField,
  invalidField,
  requiredField,
  unsupportedField,
  type FieldError,
} from '../errors/field-error';
import { portNameErrors, validatePortNumber } from './ports';

const SCHEMES = ['HTTP', 'HTTPS'] as const;
const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'] as const;
const RECURSIVE_READ_ONLY = ['Disabled', 'Enabled', 'IfPossible'] as const;
const PROC_MOUNTS = ['Default', 'Unmasked'] as const;
const SECCOMP_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'] as const;
const RESIZABLE = ['cpu', 'memory'] as const;
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'] as const;

interface ResizePolicy {
  readonly resourceName?: string;
  readonly restartPolicy?: string;
}

/** A container with what later versions of Kubernetes added. */
type Container = core.Container & { readonly resizePolicy?: readonly ResizePolicy[] };
type VolumeMount = core.VolumeMount & { readonly recursiveReadOnly?: string };

/** What is wrong with handlers, mounts, security and resizing of one container, by closed sets and what goes together. */
export function validateContainerSettings(
  container: Container,
  path: string,
  podRestartPolicy: string | undefined,
): FieldError[] {
  const errors: FieldError[] = [];
  const { livenessProbe, readinessProbe, startupProbe, lifecycle, securityContext } = container;
  validateHttpGet(lifecycle?.postStart?.httpGet, `${path}.lifecycle.postStart.httpGet`, errors);
  validateHttpGet(lifecycle?.preStop?.httpGet, `${path}.lifecycle.preStop.httpGet`, errors);
  validateHttpGet(livenessProbe?.httpGet, `${path}.livenessProbe.httpGet`, errors);
  validateHttpGet(readinessProbe?.httpGet, `${path}.readinessProbe.httpGet`, errors);
  validateHttpGet(startupProbe?.httpGet, `${path}.startupProbe.httpGet`, errors);
  for (const mount of container.volumeMounts ?? []) {
    // Upstream names the list, not the mount in it.
    validateMount(mount, { container, field: `${path}.volumeMounts`, errors });
  }
  if (securityContext) {
    const field = `${path}.securityContext`;
    const { procMount, seccompProfile } = securityContext;
    if (procMount !== undefined && !(PROC_MOUNTS as readonly string[]).includes(procMount)) {
      errors.push(unsupportedField(`${field}.procMount`, procMount, PROC_MOUNTS));
    }
    errors.push(...validateSeccompProfile(seccompProfile, `${field}.seccompProfile`));
  }
  if (container.resizePolicy) validateResize(container.resizePolicy, `${path}.resizePolicy`, podRestartPolicy, errors);
  return errors;
}

/** As `validateSeccompProfileField`. */
export function validateSeccompProfile(profile: core.SeccompProfile | undefined, field: string): FieldError[] {
  if (!profile) return [];
  const { type, localhostProfile } = profile;
  const errors: FieldError[] = [];
  if (!type) errors.push(requiredField(`${field}.type`, 'type is required when seccompProfile is set'));
  else if (!(SECCOMP_TYPES as readonly string[]).includes(type)) {
    errors.push(unsupportedField(`${field}.type`, type, SECCOMP_TYPES));
  }
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

/** As `validateHTTPGetAction`. */
function validateHttpGet(action: core.HTTPGetAction | undefined, field: string, errors: FieldError[]): void {
  if (!action) return;
  const { path, port, scheme = '' } = action;
  if (!path) errors.push(requiredField(`${field}.path`));
  if (typeof port === 'string') {
    for (const text of portNameErrors(port)) errors.push(invalidField(`${field}.port`, port, text));
  } else errors.push(...validatePortNumber(port ?? 0, `${field}.port`));
  if (!(SCHEMES as readonly string[]).includes(scheme)) {
    errors.push(unsupportedField(`${field}.scheme`, scheme, SCHEMES));
  }
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
    if (!(PROPAGATIONS as readonly string[]).includes(mountPropagation)) {
      errors.push(unsupportedField(path, mountPropagation, PROPAGATIONS));
    }
    if (mountPropagation === 'Bidirectional' && !container.securityContext?.privileged) {
      const detail = 'Bidirectional mount propagation is available only to privileged containers';
      errors.push(forbiddenField(path, detail));
    }
  }
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return;
  const path = `${field}.recursiveReadOnly`;
  if (!(RECURSIVE_READ_ONLY as readonly string[]).includes(recursiveReadOnly)) {
    errors.push(unsupportedField(path, recursiveReadOnly, RECURSIVE_READ_ONLY));
    return;
  }
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
  errors: FieldError[],
): void {
  const seen = new Set<string>();
  policies.forEach(({ resourceName = '', restartPolicy = '' }, i) => {
    if (seen.has(resourceName)) errors.push(duplicateField(`${field}[${i}]`, resourceName));
    seen.add(resourceName);
    expectOneOf(resourceName, RESIZABLE, field, errors);
    expectOneOf(restartPolicy, RESIZE_POLICIES, field, errors);
    if (podRestartPolicy === 'Never' && restartPolicy !== 'NotRequired') {
      const detail = "must be 'NotRequired' when `restartPolicy` is 'Never'";
      errors.push(invalidField(field, restartPolicy, detail));
    }
  });
}

function expectOneOf(value: string, supported: readonly string[], field: string, errors: FieldError[]): void {
  if (value === '') errors.push(requiredField(field));
  else if (!supported.includes(value)) errors.push(unsupportedField(field, value, supported));
}
