import { sysctlNamespace, sysctlWithDots, type Pod } from '@orrery/api-types';

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

/**
 * Returns why a kubelet refuses the sysctls of a pod; undefined if it does not (`patternAllowlist.Admit`). Besides the safe ones
 * it takes those of its `allowedUnsafeSysctls`: names, or beginnings of names that end in `*`.
 */
export function forbiddenSysctl({ spec }: Pod, allowedUnsafe: readonly string[] = []): string | undefined {
  const { securityContext, ...sharing } = spec as HostSharing & {
    readonly securityContext?: { readonly sysctls?: readonly { readonly name: string }[] };
  };
  for (const { name } of securityContext?.sysctls ?? []) {
    const reason = whyForbidden(sysctlWithDots(name), allowedUnsafe, sharing);
    if (reason !== undefined) return `forbidden sysctl: ${reason}`;
  }
  return undefined;
}

/** The namespaces of the host that a pod shares. */
interface HostSharing {
  readonly hostNetwork?: boolean;
  readonly hostIPC?: boolean;
}

function whyForbidden(name: string, allowedUnsafe: readonly string[], sharing: HostSharing): string | undefined {
  const isAllowed = SAFE.has(name) || allowedUnsafe.some((pattern) => fits(name, sysctlWithDots(pattern)));
  if (!isAllowed) return `${JSON.stringify(name)} not allowlisted`;
  const namespace = sysctlNamespace(name);
  const isShared = namespace === 'net' ? sharing.hostNetwork : namespace === 'ipc' && sharing.hostIPC;
  return isShared ? `${JSON.stringify(name)} not allowed with host ${namespace} enabled` : undefined;
}

function fits(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
