import type { Pod } from '@orrery/api-types';
import type { ExtenderSettings } from '../configuration/extender-settings';

/** Whether an extender is asked about a pod: it manages nothing in particular, or a resource that some container names. */
export function isExtenderInterested({ managedResources }: ExtenderSettings, { spec }: Pod): boolean {
  if (managedResources.length === 0) return true;
  const names = new Set(managedResources.map(({ name }) => name));
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].some(({ resources }) =>
    [resources?.requests, resources?.limits].some((amounts) =>
      Object.keys(amounts ?? {}).some((name) => names.has(name)),
    ),
  );
}
