/**
 * The minor release of Kubernetes of each bundle of behaviour, oldest first. `okd-legacy` is OpenShift 3.11, which is built on
 * Kubernetes 1.11. The line of `modern` is the only place that says which release is the default one.
 */
export const RELEASE_OF_BUNDLE = {
  'okd-legacy': '1.11',
  'k8s-1.20': '1.20',
  modern: '1.34',
  'k8s-1.36': '1.36',
} as const;
