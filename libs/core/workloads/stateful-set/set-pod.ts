import type { PodSpec, PodTemplateSpec, StatefulSet, Volume } from '@orrery/api-types';
import { REVISION_HASH } from '../history/controller-revision';
import { podFromTemplate, type NewPod } from '../pods/pod-from-template';
import { claimNameOf } from './set-claims';
import { identityLabels, podNameOf } from './set-identity';

/** Template, with its revision, from which a pod is made. */
export interface PodRevision {
  readonly name: string;
  readonly template: PodTemplateSpec;
}

/**
 * The pod of one ordinal (spec api B3): named after it in its labels, host name and storage. It shares parts of
 * the template, so it must not be changed in place.
 */
export function setPod(set: StatefulSet, ordinal: number, from: PodRevision & { readonly hasIndex: boolean }): NewPod {
  const name = podNameOf(set, ordinal);
  const pod = podFromTemplate(set as Parameters<typeof podFromTemplate>[0], from.template, name);
  const metadata = pod.metadata as { readonly labels?: Record<string, string> };
  const labels = { ...metadata.labels, ...identityLabels(name, ordinal, from.hasIndex), [REVISION_HASH]: from.name };
  const spec = pod.spec as PodSpec;
  const subdomain = set.spec.serviceName ? { subdomain: set.spec.serviceName } : {};
  return {
    ...pod,
    metadata: { ...pod.metadata, labels },
    spec: { ...spec, ...volumesOf(set, name, spec.volumes), hostname: name, ...subdomain },
  };
}

/** The template's volumes, and instead of those of the same name the pod's own claims. */
function volumesOf(set: StatefulSet, podName: string, volumes: readonly Volume[] = []): { volumes?: Volume[] } {
  const templates = set.spec.volumeClaimTemplates ?? [];
  if (templates.length === 0) return volumes.length === 0 ? {} : { volumes: [...volumes] };
  const names = new Set(templates.map(({ metadata }) => metadata?.name));
  const claims = templates.map(({ metadata }): Volume => {
    const name = metadata?.name ?? '';
    return { name, persistentVolumeClaim: { claimName: claimNameOf(name, podName) } };
  });
  return { volumes: [...claims, ...volumes.filter(({ name }) => !names.has(name))] };
}
