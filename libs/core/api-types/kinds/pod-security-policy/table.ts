import type { KubeObject } from '../../objects';
import { NAME, of, tableOf, text } from '../../tables/table-kind';
import type { PodSecurityPolicySpec } from './pod-security-policy';

/** Columns of a PodSecurityPolicy (`pkg/printers/internalversion` of v1.20). */
export const POD_SECURITY_POLICY_TABLE = tableOf<KubeObject>(
  [
    NAME,
    text('Priv', 'privileged determines if a pod can request to be run as privileged.'),
    text(
      'Caps',
      "allowedCapabilities is a list of capabilities that can be requested to add to the container. Capabilities in this field may be added at the pod author's discretion. You must not list a capability in both allowedCapabilities and requiredDropCapabilities.",
    ),
    text('SELinux', 'seLinux is the strategy that will dictate the allowable labels that may be set.'),
    text('RunAsUser', 'runAsUser is the strategy that will dictate the allowable RunAsUser values that may be set.'),
    text('FsGroup', 'fsGroup is the strategy that will dictate what fs group is used by the SecurityContext.'),
    text(
      'SupGroup',
      'supplementalGroups is the strategy that will dictate what supplemental groups are used by the SecurityContext.',
    ),
    text('ReadOnlyRootFs', of('V1beta1PodSecurityPolicySpec', 'readOnlyRootFilesystem')),
    text(
      'Volumes',
      "volumes is an allowlist of volume plugins. Empty indicates that no volumes may be used. To allow all volumes you may use '*'.",
    ),
  ],
  ({ metadata, spec }) => {
    const policy = (spec ?? {}) as PodSecurityPolicySpec;
    return [
      metadata.name,
      String(policy.privileged ?? false),
      (policy.allowedCapabilities ?? []).join(','),
      policy.seLinux?.rule ?? '',
      policy.runAsUser?.rule ?? '',
      policy.fsGroup?.rule ?? '',
      policy.supplementalGroups?.rule ?? '',
      policy.readOnlyRootFilesystem ?? false,
      (policy.volumes ?? []).join(','),
    ];
  },
);
