import { badRequest, type Container, type ContainerStatus, type Pod } from '@orrery/api-types';
import { containersOf } from '@orrery/container-shell';

/** A running container, with its status from the kubelet. */
export interface RunningContainer {
  readonly pod: Pod;
  readonly container: Container;
  readonly status: ContainerStatus;
}

/** A refusal in plain text with 500, as kubelets answer. */
export class KubeletRefusal extends Error {
  override readonly name = 'KubeletRefusal';
}

/** Returns the requested container of a pod. Throws 400 as the API server does upstream. */
export function chosenContainer(pod: Pod, wanted: string | undefined): Container {
  const { metadata, spec } = pod;
  const main = spec.containers.map(({ name }) => name);
  if (!wanted && main.length !== 1) {
    const text = `a container name must be specified for pod ${metadata.name}, choose one of: [${main.join(' ')}]`;
    const inits = (spec.initContainers ?? []).map(({ name }) => name);
    throw badRequest(inits.length === 0 ? text : `${text} or one of the init containers: [${inits.join(' ')}]`);
  }
  const name = wanted || main[0]!;
  const container = containersOf(pod).find((each) => each.name === name);
  if (!container) throw badRequest(`container ${name} is not valid for pod ${metadata.name}`);
  return container;
}

/** The status of a container of any list. */
export function statusOfContainer({ status }: Pod, name: string): ContainerStatus | undefined {
  const { initContainerStatuses = [], containerStatuses = [], ephemeralContainerStatuses = [] } = status ?? {};
  const all = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses];
  return all.findLast((each) => each.name === name);
}

/** The container that a session is to be opened in; throws 400 for one that cannot have any, and refuses as a kubelet does. */
export function runningContainer(pod: Pod, wanted: string | undefined): RunningContainer {
  requireHost(pod);
  const container = chosenContainer(pod, wanted);
  const status = statusOfContainer(pod, container.name);
  if (!status?.state?.running) throw new KubeletRefusal(`container not found (${JSON.stringify(container.name)})`);
  return { pod, container, status };
}

/** Throws 400 for a pod that runs nowhere. */
export function requireHost({ metadata, spec }: Pod): void {
  if (!spec.nodeName) throw badRequest(`pod ${metadata.name} does not have a host assigned`);
}
