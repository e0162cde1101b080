import type { KubeObject, Pod } from '@orrery/api-types';
import type { ClusterObjects } from '@orrery/scheduling';

type LabelMap = Readonly<Record<string, string>>;

/** Selectors of the services of a pod, ordered by service name: same namespace, and the selector map matches. */
export function serviceSelectorsOf({ metadata }: Pod, objects: ClusterObjects): readonly LabelMap[] {
  const labels = metadata.labels ?? {};
  return objects.list('Service', metadata.namespace ?? '').flatMap((service) => {
    const selector = selectorOf(service);
    return selector && Object.entries(selector).every(([key, value]) => labels[key] === value) ? [selector] : [];
  });
}

/** A service without a selector selects nothing. */
function selectorOf(service: KubeObject): LabelMap | undefined {
  return (service as { readonly spec?: { readonly selector?: LabelMap | null } }).spec?.selector ?? undefined;
}
