import type { KubeObject, Pod, PodSpec } from '../../objects';
import { validateEphemeralContainersUpdate } from '../../validation/pod-spec/ephemeral-containers';
import type { PartRules } from '../kind-info';
import { validateMetadataAndSpec } from './validation';

/** `pods/ephemeralcontainers` (`podEphemeralContainersStrategy` upstream): of the pod nothing else changes. */
export const EPHEMERAL_CONTAINERS: PartRules = {
  restoreOthers: (next, old) => {
    const { ephemeralContainers } = ((next as Pod).spec ?? {}) as PodSpec;
    const { managedFields } = next.metadata;
    const { ephemeralContainers: _before, ...spec } = (old as Pod).spec;
    for (const field of Object.keys(next)) if (!(field in old)) delete next[field];
    Object.assign(next, old, {
      metadata: { ...old.metadata, ...(managedFields ? { managedFields } : {}) },
      spec: { ...spec, ...(ephemeralContainers?.length ? { ephemeralContainers } : {}) },
    } satisfies Partial<KubeObject>);
  },
  validate: (next, old) => [
    ...validateMetadataAndSpec(next as Pod, []),
    ...validateEphemeralContainersUpdate(next as Pod, old as Pod),
  ],
};
