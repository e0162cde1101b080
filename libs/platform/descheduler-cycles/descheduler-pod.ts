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

/** How often the container has been started anew. */
export function restartsOf({ status }: Pod, container: string): number {
  return status?.containerStatuses?.find(({ name }) => name === container)?.restartCount ?? 0;
}

/** Under what the runs of a container are kept: every start of it has its own. */
export function runsKey({ metadata }: Pod, restarts: number): string {
  return restarts === 0 ? metadata.uid : `${metadata.uid}/${restarts}`;
}

/** What a descheduler in a pod has done since its container was started, oldest first. */
export async function runsSince(cluster: DeschedulingPorts, key: string): Promise<DeschedulingRun[]> {
  const runs = await cluster.records.descheduling.readOfPod(key);
  return runs.map(({ text }) => JSON.parse(text) as DeschedulingRun);
}

/**
 * What the descheduler in a pod has printed, with the cluster time of each part; undefined for other pods.
 *
 * @param isPrevious asks for the start before the present one
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

/** The policy that a command line names, as the container sees it; undefined if there is no such file. */
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

/** Flags of the first releases stand for fields that the policy does not have. */
function withFields(text: string, fields: DeschedulerCommand['policyFields']): unknown {
  if (Object.keys(fields).length === 0) return text;
  try {
    const document = parseYaml(text);
    return typeof document === 'object' && document !== null ? { ...fields, ...document } : text;
  } catch {
    // Whoever reads the text as the policy says what is wrong with it.
    return text;
  }
}

/** Pods are judged by the roles of their service account, also where clients may do everything. */
export function serviceAccountActor(cluster: DeschedulingPorts, { metadata, spec }: Pod): Actor {
  const namespace = metadata.namespace ?? '';
  const name = serviceAccountUserName(namespace, spec.serviceAccountName ?? 'default');
  const groups = [...serviceAccountGroups(namespace), 'system:authenticated'];
  return actorIn(cluster, { name, groups }, AuthorizationMode.Rbac);
}
