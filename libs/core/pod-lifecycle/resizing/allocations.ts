import type { Container, ContainerStatus, Pod, PodStatus } from '@orrery/api-types';
import { quantityMilliValue } from '@orrery/quantity';

/** Requests and limits of a container. */
export type Resources = NonNullable<Container['resources']>;

/** The resources of containers, by name. */
export type ResourcesByContainer = Readonly<Record<string, Resources>>;

/**
 * The status of a container with what it was given. Upstream has `allocatedResources` besides, behind the gate
 * InPlacePodVerticalScalingAllocatedStatus, which is off up to 1.35.
 */
export type SizedStatus = ContainerStatus & {
  readonly resources?: Resources;
};

/** The resources that can be changed while a container runs. */
export const RESIZABLE = ['cpu', 'memory'] as const;
type Resizable = (typeof RESIZABLE)[number];

interface ResizeRule {
  readonly resourceName: string;
  readonly restartPolicy: string;
}

/** Returns the containers of a pod that can be resized: its own ones and sidecars. */
export function resizableContainers({ spec }: Pod): Container[] {
  return [...spec.containers, ...(spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')];
}

/** Returns what a pod's containers have been allocated, before a change of its spec: by its status, else by its spec. */
export function allocationsOf(pod: Pod, status: PodStatus): ResourcesByContainer {
  return Object.fromEntries(
    resizableContainers(pod).map(({ name, resources }) => [name, statusOf(status, name)?.resources ?? resources ?? {}]),
  );
}

/** Returns the pod as it is allocated: with these resources instead of those that it asks for. */
export function asAllocated(pod: Pod, { allocated }: { readonly allocated?: ResourcesByContainer }): Pod {
  if (!allocated) return pod;
  const given = <T extends Container>(containers: readonly T[]): T[] =>
    containers.map((each) => ({ ...each, resources: allocated[each.name] ?? each.resources }) as T);
  const { containers, initContainers } = pod.spec;
  const inits = initContainers ? { initContainers: given(initContainers) } : {};
  return { ...pod, spec: { ...pod.spec, containers: given(containers), ...inits } };
}

/** Returns the resources whose requests or limits differ. */
export function changedResources(before: Resources | undefined, after: Resources | undefined): Resizable[] {
  return RESIZABLE.filter(
    (resource) =>
      amount(before?.requests?.[resource]) !== amount(after?.requests?.[resource]) ||
      amount(before?.limits?.[resource]) !== amount(after?.limits?.[resource]),
  );
}

/** Returns whether a container must be restarted to be given other amounts of some resources. */
export function needsRestart(container: Container, resources: readonly string[]): boolean {
  const { resizePolicy = [] } = container as { readonly resizePolicy?: readonly ResizeRule[] };
  return resizePolicy.some(
    ({ resourceName, restartPolicy }) => restartPolicy === 'RestartContainer' && resources.includes(resourceName),
  );
}

/** Returns the status of a container by its name. */
export function statusOf(status: PodStatus, name: string): SizedStatus | undefined {
  const all: readonly ContainerStatus[] = [
    ...(status.containerStatuses ?? []),
    ...(status.initContainerStatuses ?? []),
  ];
  return all.find((each) => each.name === name) as SizedStatus | undefined;
}

/** Returns whether a container of the pod was given something else than its spec asks for, by its status. */
export function isAllocatedOtherwise(pod: Pod, status: PodStatus): boolean {
  return resizableContainers(pod).some(({ name, resources }) => {
    const given = statusOf(status, name)?.resources;
    return given !== undefined && changedResources(given, resources).length > 0;
  });
}

/** Returns the status with the resources that containers run with: the allocated ones, for the containers of these names. */
export function withAllocations(
  status: PodStatus,
  allocated: ResourcesByContainer,
  isActuated: (name: string) => boolean,
): PodStatus {
  const sized = (statuses: readonly ContainerStatus[] | undefined): ContainerStatus[] | undefined =>
    statuses?.map((each) => {
      const own = allocated[each.name];
      if (!own) return each;
      return { ...each, resources: isActuated(each.name) ? own : ((each as SizedStatus).resources ?? {}) };
    });
  const { containerStatuses, initContainerStatuses } = status;
  return {
    ...status,
    ...(containerStatuses ? { containerStatuses: sized(containerStatuses)! } : {}),
    ...(initContainerStatuses ? { initContainerStatuses: sized(initContainerStatuses)! } : {}),
  };
}

function amount(text: string | number | undefined): bigint | undefined {
  return text === undefined ? undefined : quantityMilliValue(text);
}
