import type { Pod } from '@orrery/api-types';
import { issueToken } from '@orrery/access-control';
import { podBehavioursOf, podObjectsAt, readPodBehaviours, startOf, type ClusterRuntime } from '@orrery/control-plane';
import {
  environmentOf,
  expand,
  hostnameOf,
  kubeletVariables,
  type Machine,
  type ScriptedCommand,
} from '@orrery/container-shell';
import { BehaviourAnnotation, commandsIn } from '@orrery/pod-lifecycle';
import { parseDurationMs } from '@orrery/time';
import type { PodFiles } from './pod-files';
import type { RunningContainer } from './session-container';

const KERNEL = '6.1.0-orrery';
const PREFIX = 'orrery.dev/';

/** What commands find in a running container. */
export async function machineOf(runtime: ClusterRuntime, files: PodFiles, running: RunningContainer): Promise<Machine> {
  const { pod, container } = running;
  const objects = podObjectsAt(runtime, pod, startOf(runtime, pod, running.status));
  const environment = environmentOf(container, objects);
  const references = kubeletVariables(container, objects);
  const words = [...(container.command ?? []), ...(container.args ?? [])].map((word) => expand(word, references));
  const machine: Machine = {
    hostname: hostnameOf(pod),
    files: files.open(runtime, running, await tokenOf(runtime, pod)),
    environment,
    workingDir: (container as { workingDir?: string }).workingDir || '/',
    scripted: scriptedCommands(runtime, running),
    mainCommand: words.join(' ') || (container.image ?? ''),
    kernel: KERNEL,
    userId: userOf(running),
    nowMs: () => runtime.clock.now(),
  };
  // One that takes input writes when its clients talk to it.
  if ((container as { readonly stdin?: boolean }).stdin !== true) await files.catchUp(running, machine, words);
  return machine;
}

/** The user that a container's processes have: images are not known, and root is usual. */
function userOf({ pod, container }: RunningContainer): number {
  const contexts = [container, pod.spec] as readonly { readonly securityContext?: { readonly runAsUser?: number } }[];
  return (
    contexts.find(({ securityContext }) => securityContext?.runAsUser !== undefined)?.securityContext?.runAsUser ?? 0
  );
}

/** The annotation of a container's behaviour, from the pod itself or from a PodBehavior. */
export function behaviourOf(
  runtime: ClusterRuntime,
  { pod, container }: Pick<RunningContainer, 'pod' | 'container'>,
  name: BehaviourAnnotation,
): string | undefined {
  const behaviours = podBehavioursOf(runtime.seed, () => runtime.cache);
  readPodBehaviours(behaviours, runtime.cache);
  const annotations = behaviours.give(pod).metadata.annotations ?? {};
  const isInit = pod.spec.initContainers?.some((each) => each.name === container.name) ?? false;
  return annotations[`${PREFIX}${container.name}.${name}`] ?? (isInit ? undefined : annotations[PREFIX + name]);
}

function scriptedCommands(runtime: ClusterRuntime, running: RunningContainer): ScriptedCommand[] {
  return commandsIn(behaviourOf(runtime, running, BehaviourAnnotation.Commands)).map(({ after, ...command }) => ({
    ...command,
    ...(after === undefined ? {} : { afterMs: parseDurationMs(after) ?? 0 }),
  }));
}

/** The token of the pod's account as a kubelet projects it; empty where the account is gone or nothing mounts it. */
async function tokenOf(runtime: ClusterRuntime, pod: Pod): Promise<string> {
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
