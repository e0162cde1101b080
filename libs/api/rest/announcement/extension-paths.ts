const HOOKS = [
  'crd-informer-synced',
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-filter',
  'start-apiextensions-controllers',
  'start-apiextensions-informers',
].map((hook) => `/poststarthook/${hook}`);

/**
 * The paths of the server of definitions, which is the last that kube-apiserver 1.20 asks: to a path that no server has it answers
 * 404 with the list of its own (`routes.IndexLister` of `k8s.io/apiserver` at v0.20).
 */
export const EXTENSION_PATHS: readonly string[] = [
  '/apis',
  '/apis/',
  '/apis/apiextensions.k8s.io',
  '/apis/apiextensions.k8s.io/v1',
  '/apis/apiextensions.k8s.io/v1beta1',
  ...checks('/healthz', []),
  ...checks('/livez', []),
  '/metrics',
  '/openapi/v2',
  ...checks('/readyz', ['/informer-sync', '/shutdown']),
  '/version',
];

function checks(page: string, own: readonly string[]): string[] {
  return ['', '/etcd', '/log', '/ping', ...HOOKS, ...own].sort().map((check) => `${page}${check}`);
}
