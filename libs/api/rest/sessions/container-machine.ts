import type { Container, Pod } from '@orrery/api-types';
import { issueToken } from '@orrery/access-control';
import { podObjectsAt, startOf, type ClusterRuntime } from '@orrery/control-plane';
import {
  containersOf,
  environmentOf,
  expand,
  groupIdsOf,
  hostnameOf,
  isAgnhost,
  kubeletVariables,
  ownCommand,
  privilegesOf,
  sysctlsOf,
  type Machine,
  type ScriptedCommand,
  userIdOf,
} from '@orrery/container-shell';
import { BehaviourAnnotation, commandsIn } from '@orrery/pod-lifecycle';
import { parseDurationMs } from '@orrery/time';
import { behaviourOf } from './container-behaviour';
import { networkOf } from './network/pod-network';
import type { SessionMemory } from './session-memory';
import { statusOfContainer, type RunningContainer } from './session-container';

const KERNEL = '6.1.0-orrery';

/**
 * Returns the environment of commands in a running container, with the files that the containers of the pod have
 * written by now.
 */
export async function machineOf(
  runtime: ClusterRuntime,
  sessions: SessionMemory,
  running: RunningContainer,
): Promise<Machine> {
  const token = await tokenOf(runtime, running.pod);
  for (const other of sharing(running)) await caughtUp(runtime, sessions, { running: other, token });
  return caughtUp(runtime, sessions, { running, token });
}

async function caughtUp(
  runtime: ClusterRuntime,
  sessions: SessionMemory,
  { running, token }: { readonly running: RunningContainer; readonly token: string },
): Promise<Machine> {
  const { pod, container } = running;
  const { files } = sessions;
  const network = networkOf(runtime, sessions, pod);
  const objects = podObjectsAt(runtime, pod, startOf(runtime, pod, running.status));
  const environment = environmentOf(container, objects);
  const references = kubeletVariables(container, objects);
  const words = ownCommand(container).map((word) => expand(word, references));
  const machine: Machine = {
    hostname: hostnameOf(pod),
    files: files.open(runtime, running, token),
    environment,
    workingDir: (container as { workingDir?: string }).workingDir || '/',
    scripted: scriptedCommands(runtime, running),
    mainCommand: words.join(' ') || (container.image ?? ''),
    kernel: KERNEL,
    // Images are not known, and root is usual.
    userId: userIdOf(container, pod) ?? 0,
    groupIds: groupIdsOf(container, pod),
    isAgnhost: isAgnhost(container),
    privileges: privilegesOf(container),
    sysctls: sysctlsOf(pod),
    request: network.request,
    network,
    nowMs: () => runtime.clock.now(),
  };
  // One that takes input writes when its clients talk to it.
  if ((container as { readonly stdin?: boolean }).stdin !== true) await files.catchUp(running, machine, words);
  return machine;
}

/** The other containers that have run and write to the same volumes. */
function sharing({ pod, container }: RunningContainer): RunningContainer[] {
  const volumesOf = (each: Container): string[] =>
    ((each.volumeMounts ?? []) as { name: string }[]).map(({ name }) => name);
  const written = new Set(
    (pod.spec.volumes ?? []).flatMap(({ name, ...source }) => ('emptyDir' in source ? [name] : [])),
  );
  const own = volumesOf(container).filter((name) => written.has(name));
  if (own.length === 0) return [];
  return containersOf(pod).flatMap((other) => {
    const status = statusOfContainer(pod, other.name);
    const hasRun = status?.state?.running ?? status?.state?.terminated;
    const isSharing = other.name !== container.name && volumesOf(other).some((name) => own.includes(name));
    return status && hasRun && isSharing && ownCommand(other).length > 0 ? [{ pod, container: other, status }] : [];
  });
}

function scriptedCommands(runtime: ClusterRuntime, running: RunningContainer): ScriptedCommand[] {
  return commandsIn(behaviourOf(runtime, running, BehaviourAnnotation.Commands)).map(({ after, ...command }) => ({
    ...command,
    ...(after === undefined ? {} : { afterMs: parseDurationMs(after) ?? 0 }),
  }));
}

/** The token of the pod's account as a kubelet projects it; empty where the account is gone or nothing mounts it. */
export async function tokenOf(runtime: ClusterRuntime, pod: Pod): Promise<string> {
  const { namespace = '', name, uid } = pod.metadata;
  const projects = (pod.spec.volumes ?? []).some(({ projected }) =>
    projected?.sources?.some(({ serviceAccountToken }) => serviceAccountToken),
  );
  const account = runtime.cache.get({
    resource: 'serviceaccounts',
    namespace,
    name: pod.spec.serviceAccountName ?? 'default',
  });
  if (!projects || !account) return '';
  const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name, uid };
  return (await issueToken(runtime, account, { expirationSeconds: 3607, boundObjectRef })).token;
}
