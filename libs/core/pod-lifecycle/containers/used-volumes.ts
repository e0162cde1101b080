import type { Pod } from '@orrery/api-types';

interface MountingContainer {
  readonly volumeMounts?: readonly { readonly name: string }[];
  readonly volumeDevices?: readonly { readonly name: string }[];
}

/**
 * Returns the names of the volumes that containers of a pod mount or use as devices: a kubelet sets up no others
 * (`GetPodVolumeNames` of upstream's `pkg/volume/util`).
 */
export function usedVolumes({ spec }: Pod): ReadonlySet<string> {
  const containers = [...spec.containers, ...(spec.initContainers ?? [])] as readonly MountingContainer[];
  return new Set(
    containers.flatMap(({ volumeMounts = [], volumeDevices = [] }) =>
      [...volumeMounts, ...volumeDevices].map(({ name }) => name),
    ),
  );
}
