import { groupOf, versionOf, type VersionedKind } from '@orrery/api-types';

/** `io.k8s.api.policy.v1.PodDisruptionBudget` */
export function definitionName({ apiVersion, kind }: VersionedKind): string {
  if (kind === 'DeleteOptions') return `io.k8s.apimachinery.pkg.apis.meta.v1.${kind}`;
  const group = groupOf(apiVersion);
  if (group.endsWith('.openshift.io')) {
    return `com.github.openshift.api.${group.split('.')[0]}.${versionOf(apiVersion)}.${kind}`;
  }
  return `${packageOf(`${group === '' ? 'core' : group.split('.')[0]!}.${versionOf(apiVersion)}`)}.${kind}`;
}

/** Packages of upstream with the types of a group, if that is not with all others. */
const REPOSITORIES: Readonly<Record<string, string>> = {
  apiextensions: 'io.k8s.apiextensions-apiserver.pkg.apis',
  apiregistration: 'io.k8s.kube-aggregator.pkg.apis',
  meta: 'io.k8s.apimachinery.pkg.apis',
  metrics: 'io.k8s.metrics.pkg.apis',
};

/** `io.k8s.api.core.v1` of `core.v1` */
export function packageOf(home: string): string {
  return `${REPOSITORIES[home.split('.')[0]!] ?? 'io.k8s.api'}.${home}`;
}

/** `Subject` of `FlowcontrolV1Subject`: the table names structs that several groups have by their group too. */
export function withoutHome(name: string, home: string): string {
  const prefix = home.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
