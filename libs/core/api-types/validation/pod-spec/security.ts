import type * as core from 'kubernetes-types/core/v1';
import { invalidField, requiredField, tooLongField, unsupportedField, type FieldError } from '../../errors/field-error';
import type { PodSpec } from '../../objects';
import { oneOf } from '../closed-set';
import { descendingPathErrors } from '../paths';
import { validateSysctls } from './sysctls';
import { validateWindowsOptions, type WindowsOptions } from './windows';

const PROC_MOUNTS = ['Default', 'Unmasked'] as const;
const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'] as const;
const FS_GROUP_CHANGE_POLICIES = ['Always', 'OnRootMismatch'] as const;
const SUPPLEMENTAL_GROUPS_POLICIES = ['Merge', 'Strict'] as const;
const SELINUX_CHANGE_POLICIES = ['MountOption', 'Recursive'] as const;
const MAX_ID = 2_147_483_647;
/** `PATH_MAX` without the byte that ends it. */
const MAX_PROFILE_LENGTH = 4095;

interface AppArmorProfile {
  readonly type?: string;
  readonly localhostProfile?: string;
}

/** A container's security context with what later versions of Kubernetes added. */
export type SecurityContext = core.SecurityContext & {
  readonly appArmorProfile?: AppArmorProfile;
  readonly windowsOptions?: WindowsOptions;
};
/** A pod's security context with what later versions of Kubernetes added. */
export type PodSecurityContext = core.PodSecurityContext & {
  readonly supplementalGroupsPolicy?: string;
  readonly seLinuxChangePolicy?: string;
  readonly appArmorProfile?: AppArmorProfile;
  readonly windowsOptions?: WindowsOptions;
};
/** A pod's settings of the namespaces that it shares. */
export type SharingSpec = PodSpec & { readonly hostUsers?: boolean };

/** Returns the errors of the security context of a container (`ValidateSecurityContext`). */
export function validateSecurity(
  context: SecurityContext | undefined,
  field: string,
  { hostUsers = true }: Pick<SharingSpec, 'hostUsers'>,
): FieldError[] {
  if (!context) return [];
  const { procMount, allowPrivilegeEscalation, privileged, capabilities } = context;
  const errors = [
    ...validateId(context.runAsUser, `${field}.runAsUser`),
    ...validateId(context.runAsGroup, `${field}.runAsGroup`),
    ...oneOf(procMount, PROC_MOUNTS, `${field}.procMount`),
  ];
  if (hostUsers && procMount === 'Unmasked') {
    errors.push(invalidField(`${field}.procMount`, procMount, '`hostUsers` must be false to use `Unmasked`'));
  }
  errors.push(...validateSeccompProfile(context.seccompProfile, `${field}.seccompProfile`));
  if (allowPrivilegeEscalation === false) {
    const detail = 'cannot set `allowPrivilegeEscalation` to false and';
    if (privileged) errors.push(invalidField(field, context, `${detail} \`privileged\` to true`));
    for (const capability of capabilities?.add ?? []) {
      if (capability !== 'CAP_SYS_ADMIN') continue;
      errors.push(invalidField(field, context, `${detail} \`capabilities.Add\` CAP_SYS_ADMIN`));
    }
  }
  return [
    ...errors,
    ...validateWindowsOptions(context.windowsOptions, `${field}.windowsOptions`),
    ...validateAppArmorProfile(context.appArmorProfile, `${field}.appArmorProfile`),
  ];
}

/** Returns the errors of the security context that all containers of a pod share (`validatePodSpecSecurityContext`). */
export function validatePodSecurity(
  context: PodSecurityContext | undefined,
  spec: PodSpec,
  field: string,
): FieldError[] {
  if (!context) return [];
  const { hostPID, shareProcessNamespace } = spec;
  const errors = [
    ...validateId(context.fsGroup, `${field}.fsGroup`),
    ...validateId(context.runAsUser, `${field}.runAsUser`),
    ...validateId(context.runAsGroup, `${field}.runAsGroup`),
    ...(context.supplementalGroups ?? []).flatMap((id, i) => validateId(id, `${field}.supplementalGroups[${i}]`)),
  ];
  if (shareProcessNamespace && hostPID) {
    const detail = 'ShareProcessNamespace and HostPID cannot both be enabled';
    errors.push(invalidField(`${field}.shareProcessNamespace`, true, detail));
  }
  return [
    ...errors,
    ...validateSysctls(context.sysctls, spec, `${field}.sysctls`),
    ...oneOf(context.fsGroupChangePolicy, FS_GROUP_CHANGE_POLICIES, `${field}.fsGroupChangePolicy`),
    ...validateSeccompProfile(context.seccompProfile, `${field}.seccompProfile`),
    ...validateWindowsOptions(context.windowsOptions, `${field}.windowsOptions`),
    ...validateAppArmorProfile(context.appArmorProfile, `${field}.appArmorProfile`),
    ...oneOf(context.supplementalGroupsPolicy, SUPPLEMENTAL_GROUPS_POLICIES, `${field}.supplementalGroupsPolicy`),
    ...oneOf(context.seLinuxChangePolicy, SELINUX_CHANGE_POLICIES, `${field}.seLinuxChangePolicy`),
  ];
}

/** The number of a user or of a group (`IsValidUserID`, `IsValidGroupID`). */
function validateId(id: number | undefined, field: string): FieldError[] {
  const isOutside = id !== undefined && (id < 0 || id > MAX_ID);
  return isOutside ? [invalidField(field, id, `must be between 0 and ${MAX_ID}, inclusive`)] : [];
}

/** As `validateSeccompProfileField`. */
function validateSeccompProfile(profile: core.SeccompProfile | undefined, field: string): FieldError[] {
  if (!profile) return [];
  const { type, localhostProfile } = profile;
  const errors: FieldError[] = [];
  if (!type) errors.push(requiredField(`${field}.type`, 'type is required when seccompProfile is set'));
  else errors.push(...oneOf(type, PROFILE_TYPES, `${field}.type`));
  const path = `${field}.localhostProfile`;
  if (type !== 'Localhost') {
    if (localhostProfile === undefined) return errors;
    const value = { Type: type ?? '', LocalhostProfile: localhostProfile };
    return [...errors, invalidField(path, value, 'can only be set when seccomp type is Localhost')];
  }
  if (localhostProfile === undefined) {
    return [...errors, requiredField(path, 'must be set when seccomp type is Localhost')];
  }
  return [...errors, ...descendingPathErrors(localhostProfile, path)];
}

/** As `ValidateAppArmorProfileField`. */
function validateAppArmorProfile(profile: AppArmorProfile | undefined, field: string): FieldError[] {
  if (!profile) return [];
  const { type, localhostProfile } = profile;
  const path = `${field}.localhostProfile`;
  if (!type) return [requiredField(`${field}.type`, 'type is required when appArmorProfile is set')];
  if (!(PROFILE_TYPES as readonly string[]).includes(type))
    return [unsupportedField(`${field}.type`, type, PROFILE_TYPES)];
  if (type !== 'Localhost') {
    const detail = 'can only be set when AppArmor type is Localhost';
    return localhostProfile === undefined ? [] : [invalidField(path, localhostProfile, detail)];
  }
  const missing = requiredField(path, 'must be set when AppArmor type is Localhost');
  if (localhostProfile === undefined) return [missing];
  const errors: FieldError[] = [];
  if (localhostProfile.trim() !== localhostProfile) {
    errors.push(invalidField(path, localhostProfile, 'must not be padded with whitespace'));
  } else if (localhostProfile === '') errors.push(missing);
  if (localhostProfile.length > MAX_PROFILE_LENGTH) errors.push(tooLongField(path, MAX_PROFILE_LENGTH));
  return errors;
}
