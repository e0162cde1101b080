import type { Affinity, DaemonSet, NodeSelectorTerm, Pod, PodSpec } from '@orrery/api-types';
import { REVISION_HASH } from '../history/controller-revision';
import { podFromTemplate, type NewPod } from '../pods/pod-from-template';
import { daemonTolerations } from './daemon-tolerations';

/** The label with the number of the template (up to the apps/v1 of today). */
export const TEMPLATE_GENERATION_LABEL = 'pod-template-generation';
/** The annotation that counts the changes of a DaemonSet's template. */
export const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

const NODE_NAME_FIELD = 'metadata.name';

export interface DaemonPodOptions {
  readonly podName: string;
  readonly nodeName: string;
  /** The hash of the revision that the pod is made after. */
  readonly hash: string;
  /** The pod is put on its node here instead of by the scheduler. */
  readonly isBound: boolean;
}

/** A DaemonSet's pod for one node: it fits nowhere else, and bears what befalls nodes (spec api B4). */
export function daemonPod(set: DaemonSet, { podName, nodeName, hash, isBound }: DaemonPodOptions): NewPod {
  const owner = set as Parameters<typeof podFromTemplate>[0];
  const pod = podFromTemplate(owner, set.spec.template, podName);
  const metadata = pod.metadata as { readonly labels?: Record<string, string> };
  const generation = set.metadata.annotations?.[TEMPLATE_GENERATION];
  const labels = {
    ...metadata.labels,
    ...(generation === undefined ? {} : { [TEMPLATE_GENERATION_LABEL]: generation }),
    [REVISION_HASH]: hash,
  };
  const spec = pod.spec as PodSpec;
  const place = isBound ? { nodeName } : { affinity: onlyOn(nodeName, spec.affinity) };
  return {
    ...pod,
    metadata: { ...pod.metadata, labels },
    spec: { ...spec, ...place, tolerations: daemonTolerations(spec) },
  };
}

/** The node that a pod of a DaemonSet is on or meant for; undefined if unknown. */
export function nodeOfDaemonPod({ spec }: Pick<Pod, 'spec'>): string | undefined {
  if (spec.nodeName) return spec.nodeName;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  for (const { matchFields = [] } of required?.nodeSelectorTerms ?? []) {
    for (const { key, operator, values } of matchFields) {
      if (key === NODE_NAME_FIELD && operator === 'In' && values?.length === 1) return values[0];
    }
  }
  return undefined;
}

/** The template's affinity, its required terms for nodes replaced: they were met when the node was chosen. */
function onlyOn(nodeName: string, affinity: Affinity | undefined): Affinity {
  const term: NodeSelectorTerm = { matchFields: [{ key: NODE_NAME_FIELD, operator: 'In', values: [nodeName] }] };
  return {
    ...affinity,
    nodeAffinity: {
      ...affinity?.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
    },
  };
}
