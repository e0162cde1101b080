import type { PodSecurityPolicySpec } from '@orrery/api-types';
import { notAllowed } from './go-text';
import type { PodSecurity } from './security';

/** Sysctls without influence on other pods of the node (`SafeSysctlWhitelist` of v1.20). */
const SAFE = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
];

/** Returns the errors of the sysctls of a pod (`pkg/security/podsecuritypolicy/sysctl`). */
export function sysctlErrors(
  { allowedUnsafeSysctls = [], forbiddenSysctls = [] }: PodSecurityPolicySpec,
  { sysctls = [] }: PodSecurity,
): readonly string[] {
  return sysctls.flatMap(({ name }, i) => {
    const path = `pod.spec.securityContext.sysctls[${i}]`;
    if (forbiddenSysctls.some((pattern) => fits(name, pattern))) {
      return [notAllowed(path, `sysctl ${JSON.stringify(name)} is not allowed`)];
    }
    if (SAFE.includes(name) || allowedUnsafeSysctls.some((pattern) => fits(name, pattern))) return [];
    return [notAllowed(path, `unsafe sysctl ${JSON.stringify(name)} is not allowed`)];
  });
}

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
