import { isReady, readySinceMs } from '@orrery/workloads';
import type { DeploymentConfig, Pod } from '@orrery/api-types';

/** Version whose log is requested. */
export interface LoggedVersion {
  readonly version: number | undefined;
  readonly isPrevious: boolean;
}

/** The number of the version whose log is meant, or why there is none (`Get` of origin's registry/deploylog). */
export function loggedVersion(
  { metadata, status }: DeploymentConfig,
  { version, isPrevious }: LoggedVersion,
): { readonly number: number } | { readonly problem: string } {
  const latest = status?.latestVersion ?? 0;
  const name = JSON.stringify(metadata.name);
  if (latest === 0) return { problem: `no deployment exists for deploymentConfig ${name}` };
  if (version !== undefined) {
    const isThere = version > 0 && version <= latest;
    return isThere ? { number: version } : { problem: `invalid version for deploymentConfig ${name}: ${version}` };
  }
  if (!isPrevious) return { number: latest };
  if (latest === 1) return { problem: `no previous deployment exists for deploymentConfig ${name}` };
  return { number: latest - 1 };
}

/** Returns the pod of a version with the most useful log: a running one that has been ready for longest. */
export function mostInformative(pods: readonly Pod[]): Pod | undefined {
  const rank = (pod: Pod): number =>
    (pod.spec.nodeName ? 0 : 4) + (pod.status?.phase === 'Running' ? 0 : 2) + (isReady(pod) ? 0 : 1);
  const since = (pod: Pod): number => readySinceMs(pod) ?? Infinity;
  return [...pods].sort((a, b) => rank(a) - rank(b) || compare(since(a), since(b)))[0];
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
