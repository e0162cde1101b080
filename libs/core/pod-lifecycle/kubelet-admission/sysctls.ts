import type { Pod } from '@orrery/api-types';

/** Sysctls that a kubelet sets for every pod, as they stay within its namespaces (upstream's `SafeSysctlAllowlist`). */
const SAFE: ReadonlySet<string> = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.tcp_wmem',
]);

/** Why a kubelet without `allowedUnsafeSysctls` refuses the sysctls of a pod; undefined if it does not. */
export function forbiddenSysctl({ spec }: Pod): string | undefined {
  const { hostNetwork = false, securityContext } = spec as {
    readonly hostNetwork?: boolean;
    readonly securityContext?: { readonly sysctls?: readonly { readonly name: string }[] };
  };
  for (const { name } of securityContext?.sysctls ?? []) {
    // Slashes may separate the parts as well.
    const dotted = name.includes('/') && !name.includes('.') ? name.replaceAll('/', '.') : name;
    if (!SAFE.has(dotted)) return `forbidden sysctl: ${JSON.stringify(name)} not allowlisted`;
    if (hostNetwork && dotted.startsWith('net.')) {
      return `forbidden sysctl: ${JSON.stringify(name)} not allowed with host net enabled`;
    }
  }
  return undefined;
}
