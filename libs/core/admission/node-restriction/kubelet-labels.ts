/** Labels of Kubernetes that a kubelet may set on its own Node (upstream's `k8s.io/kubelet/pkg/apis`). */
const KUBELET_LABELS: ReadonlySet<string> = new Set([
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'node.kubernetes.io/windows-build',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
]);
const KUBELET_DOMAINS = ['kubelet.kubernetes.io', 'node.kubernetes.io'];
const RESTRICTED_DOMAIN = 'node-restriction.kubernetes.io';
const KUBERNETES_DOMAINS = ['kubernetes.io', 'k8s.io'];

/** The labels among these that a node may not set, change or remove, in order of name. */
export function forbiddenLabels(keys: Iterable<string>): string[] {
  return [...keys].filter(isForbidden).sort();
}

function isForbidden(key: string): boolean {
  const slash = key.indexOf('/');
  const domain = slash < 0 ? '' : key.slice(0, slash);
  if (isIn(domain, [RESTRICTED_DOMAIN])) return true;
  return isIn(domain, KUBERNETES_DOMAINS) && !KUBELET_LABELS.has(key) && !isIn(domain, KUBELET_DOMAINS);
}

function isIn(domain: string, parents: readonly string[]): boolean {
  return parents.some((parent) => domain === parent || domain.endsWith(`.${parent}`));
}
