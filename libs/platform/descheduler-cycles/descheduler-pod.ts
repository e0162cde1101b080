import { serviceAccountGroups, serviceAccountUserName } from '@orrery/access';
import { parseYaml, type Container, type KubeObject, type Pod } from '@orrery/api-types';
import { isDeschedulerContainer, mountedFile, type DeschedulerCommand } from '@orrery/descheduling';
import { type Actor, actorIn, AuthorizationMode } from '@orrery/control-plane';
import type { DeschedulingPorts } from './descheduling-ports';
import type { DeschedulingRun } from './run-record';

/** The container of a pod that runs the descheduler; undefined for other pods. */
export function deschedulerContainer({ spec }: Pod): Container | undefined {
  return spec.containers.find(isDeschedulerContainer);
}

/** Number of restarts of the container. */
export function restartsOf({ status }: Pod, container: string): number {
  return status?.containerStatuses?.find(({ name }) => name === container)?.restartCount ?? 0;
}

/** Returns the key of a container's runs: every start of it has its own. */
export function runsKey({ metadata }: Pod, restarts: number): string {
  return restarts === 0 ? metadata.uid : `${metadata.uid}/${restarts}`;
}

/** Returns the runs of a descheduler in a pod since the start of its container, oldest first. */
export async function runsSince(cluster: DeschedulingPorts, key: string): Promise<DeschedulingRun[]> {
  const runs = await cluster.records.descheduling.readOfPod(key);
  return runs.map(({ text }) => JSON.parse(text) as DeschedulingRun);
}

/**
 * Returns the output of the descheduler in a pod, with the cluster time of each part; undefined for other pods.
 *
 * @param isPrevious requests the start before the present one
 */
export async function deschedulerLog(
  cluster: DeschedulingPorts,
  pod: Pod,
  { container, isPrevious }: { readonly container: string; readonly isPrevious: boolean },
): Promise<{ readonly atMs: number; readonly lines: readonly string[] }[] | undefined> {
  if (deschedulerContainer(pod)?.name !== container) return undefined;
  const runs = await runsSince(cluster, runsKey(pod, restartsOf(pod, container) - (isPrevious ? 1 : 0)));
  return runs.map(({ startedAtMs, log }) => ({ atMs: startedAtMs, lines: log }));
}

/** Returns the policy that a command line names, as the container sees it; undefined if the file does not exist. */
export function mountedPolicy(
  cluster: DeschedulingPorts,
  { pod, container }: { readonly pod: Pod; readonly container: Container },
  { policyFile = '', policyFields }: DeschedulerCommand,
): { readonly policy: unknown } | undefined {
  const file = mountedFile(pod, container, policyFile);
  if (!file) return undefined;
  const key = { resource: 'configmaps', namespace: pod.metadata.namespace ?? '', name: file.configMap };
  const configMap = cluster.cache.get(key) as (KubeObject & { data?: Record<string, string> }) | undefined;
  const data = configMap?.data ?? {};
  return Object.hasOwn(data, file.key) ? { policy: withFields(data[file.key]!, policyFields) } : undefined;
}

/** Adds the fields that flags of the first releases set and the policy does not have. */
function withFields(text: string, fields: DeschedulerCommand['policyFields']): unknown {
  if (Object.keys(fields).length === 0) return text;
  try {
    const document = parseYaml(text);
    return typeof document === 'object' && document !== null ? { ...fields, ...document } : text;
  } catch {
    // The reader of the policy reports what is wrong with the text.
    return text;
  }
}

/** Returns the actor of a pod. It has the permissions of its service account, also where clients may do everything. */
export function serviceAccountActor(cluster: DeschedulingPorts, { metadata, spec }: Pod): Actor {
  const namespace = metadata.namespace ?? '';
  const name = serviceAccountUserName(namespace, spec.serviceAccountName ?? 'default');
  const groups = [...serviceAccountGroups(namespace), 'system:authenticated'];
  return actorIn(cluster, { name, groups }, AuthorizationMode.Rbac);
}
