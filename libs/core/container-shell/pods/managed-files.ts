import type { Pod } from '@orrery/api-types';
import { hostnameOf } from './environment';

interface HostsSpec {
  readonly subdomain?: string;
  readonly hostAliases?: readonly { readonly ip?: string; readonly hostnames?: readonly string[] }[];
}

const CLUSTER_DOMAIN = 'cluster.local';

/** The files by path that a kubelet writes for every container of a pod (`ensureHostsFile` upstream, and its DNS). */
export function managedFiles(pod: Pod): ReadonlyMap<string, string> {
  return new Map([
    ['/etc/hostname', `${hostnameOf(pod)}\n`],
    ['/etc/hosts', hostsFile(pod)],
    ['/etc/resolv.conf', resolvFile(pod)],
  ]);
}

/** The address of the cluster's DNS (kubeadm's choice in its range of services), and that of a node. */
const CLUSTER_SERVER = '10.96.0.10';
const NODE_SERVER = '127.0.0.53';

interface DnsSpec {
  readonly dnsPolicy?: string;
  readonly dnsConfig?: {
    readonly nameservers?: readonly string[];
    readonly searches?: readonly string[];
    readonly options?: readonly { readonly name?: string; readonly value?: string }[];
  };
}

/** The resolver's file by the policy of the pod and what it adds (`GetPodDNS`, `appendDNSConfig` upstream). */
function resolvFile({ metadata, spec }: Pod): string {
  const { dnsPolicy = 'ClusterFirst', dnsConfig = {} } = spec as DnsSpec;
  const isOfNode = dnsPolicy === 'Default' || (dnsPolicy === 'ClusterFirst' && spec.hostNetwork === true);
  const isOfCluster = !isOfNode && dnsPolicy !== 'None';
  const namespace = metadata.namespace ?? 'default';
  const domains = isOfCluster ? [`${namespace}.svc.${CLUSTER_DOMAIN}`, `svc.${CLUSTER_DOMAIN}`, CLUSTER_DOMAIN] : [];
  const servers = isOfCluster ? [CLUSTER_SERVER] : isOfNode ? [NODE_SERVER] : [];
  const searches = [...new Set([...domains, ...(dnsConfig.searches ?? [])])];
  const options = new Map(isOfCluster ? [['ndots', '5']] : []);
  for (const { name = '', value = '' } of dnsConfig.options ?? []) options.set(name, value);
  const optionTexts = [...options].map(([name, value]) => (value === '' ? name : `${name}:${value}`));
  return [
    ...[...new Set([...servers, ...(dnsConfig.nameservers ?? [])])].map((server) => `nameserver ${server}`),
    ...(searches.length > 0 ? [`search ${searches.join(' ')}`] : []),
    ...(optionTexts.length > 0 ? [`options ${optionTexts.join(' ')}`] : []),
    '',
  ].join('\n');
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
