import type { SELinuxOptions } from 'kubernetes-types/core/v1';

/** A range of ids, both ends included. */
export interface IdRange {
  readonly min?: number;
  readonly max?: number;
}

/** A rule, and the ids to which it is about. */
export interface RangedRule {
  readonly rule?: string;
  readonly ranges?: readonly IdRange[];
}

/** `policy/v1beta1 PodSecurityPolicySpec`. */
export interface PodSecurityPolicySpec {
  readonly privileged?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly hostPorts?: readonly IdRange[];
  readonly defaultAddCapabilities?: readonly string[];
  readonly requiredDropCapabilities?: readonly string[];
  readonly allowedCapabilities?: readonly string[];
  readonly volumes?: readonly string[];
  readonly seLinux?: { readonly rule?: string; readonly seLinuxOptions?: SELinuxOptions };
  readonly runAsUser?: RangedRule;
  readonly runAsGroup?: RangedRule;
  readonly supplementalGroups?: RangedRule;
  readonly fsGroup?: RangedRule;
  readonly readOnlyRootFilesystem?: boolean;
  readonly defaultAllowPrivilegeEscalation?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly allowedHostPaths?: readonly { readonly pathPrefix?: string; readonly readOnly?: boolean }[];
  readonly allowedFlexVolumes?: readonly { readonly driver?: string }[];
  readonly allowedCSIDrivers?: readonly { readonly name?: string }[];
  readonly allowedUnsafeSysctls?: readonly string[];
  readonly forbiddenSysctls?: readonly string[];
  readonly allowedProcMountTypes?: readonly string[];
  readonly runtimeClass?: {
    readonly allowedRuntimeClassNames?: readonly string[];
    readonly defaultRuntimeClassName?: string;
  };
}
