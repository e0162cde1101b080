import type { Pod } from '@orrery/api-types';
import type { ExtenderSettings } from '../configuration/extender-settings';

/** Returns whether an extender is called for a pod: it manages no particular resources, or one that a container requests. */
export function isExtenderInterested({ managedResources }: ExtenderSettings, { spec }: Pod): boolean {
  if (managedResources.length === 0) return true;
  const names = new Set(managedResources.map(({ name }) => name));
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].some(({ resources }) =>
    [resources?.requests, resources?.limits].some((amounts) =>
      Object.keys(amounts ?? {}).some((name) => names.has(name)),
    ),
  );
}
