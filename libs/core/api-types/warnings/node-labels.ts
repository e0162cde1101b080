/** Deprecated labels of nodes, with the texts about them (`pkg/api/node/util.go` upstream). */
const DEPRECATED: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods': 'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};

interface Term {
  readonly matchExpressions?: readonly { readonly key: string }[] | undefined;
}

/** Returns the warning of a label; undefined where it may be used. */
export function deprecatedLabel(key: string): string | undefined {
  return Object.hasOwn(DEPRECATED, key) ? DEPRECATED[key] : undefined;
}

/** Warnings of a term that selects nodes, at the path `field`. */
export function nodeTermWarnings({ matchExpressions = [] }: Term, field: string): string[] {
  return matchExpressions.flatMap(({ key }, i) => {
    const text = deprecatedLabel(key);
    return text === undefined ? [] : [`${field}.matchExpressions[${i}].key: ${key} is ${text}`];
  });
}
