import { compileLabelSelector, type LabelMatcher, type LabelSelector, type Pod } from '@orrery/api-types';
import type { PodView } from './cluster-views';

/** A required anti-affinity term, read once. Namespace selectors are ignored, as in the real descheduler. */
export class AntiAffinityTerm {
  private readonly matches: LabelMatcher;

  constructor(
    readonly topologyKey: string,
    readonly namespaces: readonly string[],
    readonly selector: LabelSelector | undefined,
  ) {
    this.matches = compileLabelSelector(selector);
  }

  /** Returns true if namespace and labels of a pod match. Its node is not considered. */
  selects(pod: PodView): boolean {
    return this.namespaces.includes(pod.namespace) && this.matches(pod.pod.metadata.labels);
  }
}

const NO_TERMS: readonly AntiAffinityTerm[] = [];
const known = new WeakMap<Pod, readonly AntiAffinityTerm[]>();

/** The required anti-affinity terms of a pod; without namespaces a term means the pod's own. */
export function requiredAntiAffinityTerms(pod: Pod): readonly AntiAffinityTerm[] {
  const required = pod.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (!required || required.length === 0) return NO_TERMS;
  let terms = known.get(pod);
  if (!terms) {
    terms = required.map(({ topologyKey, namespaces, labelSelector }) => {
      const named = namespaces && namespaces.length > 0 ? namespaces : [pod.metadata.namespace ?? ''];
      return new AntiAffinityTerm(topologyKey, named, labelSelector);
    });
    known.set(pod, terms);
  }
  return terms;
}
