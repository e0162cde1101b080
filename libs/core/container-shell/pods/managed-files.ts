import type { Pod } from '@orrery/api-types';
import { hostnameOf } from './environment';

interface HostsSpec {
  readonly subdomain?: string;
  readonly hostAliases?: readonly { readonly ip?: string; readonly hostnames?: readonly string[] }[];
}

const CLUSTER_DOMAIN = 'cluster.local';

/** The files by path that a kubelet writes for every container of a pod (`ensureHostsFile` upstream, and its DNS). */
export function managedFiles(pod: Pod): ReadonlyMap<string, string> {
  const namespace = pod.metadata.namespace ?? 'default';
  const domains = [`${namespace}.svc.${CLUSTER_DOMAIN}`, `svc.${CLUSTER_DOMAIN}`, CLUSTER_DOMAIN].join(' ');
  return new Map([
    ['/etc/hostname', `${hostnameOf(pod)}\n`],
    ['/etc/hosts', hostsFile(pod)],
    ['/etc/resolv.conf', `search ${domains}\noptions ndots:5\n`],
  ]);
}

function hostsFile(pod: Pod): string {
  const { subdomain, hostAliases = [] } = pod.spec as HostsSpec;
  const lines = pod.spec.hostNetwork
    ? ['# Kubernetes-managed hosts file (host network).', '127.0.0.1\tlocalhost']
    : [
        '# Kubernetes-managed hosts file.',
        '127.0.0.1\tlocalhost',
        '::1\tlocalhost ip6-localhost ip6-loopback',
        'fe00::0\tip6-localnet',
        'fe00::0\tip6-mcastprefix',
        'fe00::1\tip6-allnodes',
        'fe00::2\tip6-allrouters',
        ...(pod.status?.podIPs ?? []).map(({ ip }) => `${ip}\t${namesOf(pod, subdomain)}`),
      ];
  if (hostAliases.length > 0) {
    lines.push('', '# Entries added by HostAliases.');
    for (const { ip = '', hostnames = [] } of hostAliases) lines.push([ip, ...hostnames].join('\t'));
  }
  return `${lines.join('\n')}\n`;
}

function namesOf(pod: Pod, subdomain: string | undefined): string {
  const name = hostnameOf(pod);
  if (!subdomain) return name;
  return `${name}.${subdomain}.${pod.metadata.namespace ?? 'default'}.svc.${CLUSTER_DOMAIN}\t${name}`;
}
