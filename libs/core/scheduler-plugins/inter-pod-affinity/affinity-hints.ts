import type { Node, Pod } from '@orrery/api-types';
import {
  ActionType,
  EventResource,
  isAssigned,
  labelOf,
  QueueingHint,
  termSelectsPod,
  type AffinityTerm,
  type ClusterEvent,
  type EventRegistration,
  type PluginHandle,
  type PodAffinityTerms,
  type PodInfo,
} from '@orrery/scheduling';

type Selects = (term: AffinityTerm, pod: Pod) => boolean;

const NO_TERMS: PodAffinityTerms = {
  requiredAffinity: [],
  requiredAntiAffinity: [],
  preferredAffinity: [],
  preferredAntiAffinity: [],
};

/** Events that may make room for a pod that InterPodAffinity rejected (spec scheduler 2.6). */
export function affinityEvents({ behaviour, objects, shapes }: PluginHandle): readonly EventRegistration[] {
  const isComplete = behaviour.interPodAffinity.hint === 'complete';
  const selects: Selects = (term, pod) => termSelectsPod(term, pod, objects.namespaceLabels);
  const excludes = (other: Pod, pod: PodInfo): boolean => {
    const terms = shapes.affinityTerms.termsOf(other)?.requiredAntiAffinity ?? [];
    return isComplete && terms.some((term) => selects(term, pod.pod));
  };
  return [
    {
      resource: EventResource.Pod,
      actions: ActionType.Add | ActionType.Delete | ActionType.UpdatePodLabel,
      hint: (pod, event) => answer(isHelpfulPodEvent(pod, event, { selects, excludes })),
    },
    {
      resource: EventResource.Node,
      actions: ActionType.Add | ActionType.UpdateNodeLabel,
      hint: (pod, event) => answer(isHelpfulNode(pod, event, isComplete)),
    },
  ];
}

interface PodRules {
  readonly selects: Selects;
  readonly excludes: (other: Pod, pod: PodInfo) => boolean;
}

function isHelpfulPodEvent(pod: PodInfo, { before, after }: ClusterEvent, { selects, excludes }: PodRules): boolean {
  const { requiredAffinity, requiredAntiAffinity } = pod.affinityTerms ?? NO_TERMS;
  const [was, is] = [before, after] as [Pod | undefined, Pod | undefined];
  if (!isAssigned((is ?? was)!)) return false;
  const attracts = (other: Pod): boolean =>
    requiredAffinity.length > 0 && requiredAffinity.every((term) => selects(term, other));
  const repels = (other: Pod): boolean => requiredAntiAffinity.some((term) => selects(term, other));
  if (!was) return attracts(is!);
  if (!is) return repels(was) || excludes(was, pod);
  return (!attracts(was) && attracts(is)) || (repels(was) && !repels(is));
}

/**
 * Some topology key of the pod's required terms is on the node. The sounder rule also wakes where the key does not
 * matter or matters the other way round: anti-affinity is satisfied on nodes without the key, and a pod without own
 * terms was rejected by those of others.
 */
function isHelpfulNode({ affinityTerms }: PodInfo, { before, after }: ClusterEvent, isComplete: boolean): boolean {
  const { requiredAffinity, requiredAntiAffinity } = affinityTerms ?? NO_TERMS;
  const [was, is] = [before as Node | undefined, after as Node];
  const isPresent = ({ topologyKey }: AffinityTerm): boolean => labelOf(is, topologyKey) !== undefined;
  if (requiredAffinity.some(isPresent) || requiredAntiAffinity.some(isPresent)) return true;
  if (!isComplete || requiredAffinity.length > 0) return false;
  return (
    !was ||
    requiredAntiAffinity.length === 0 ||
    requiredAntiAffinity.some(({ topologyKey }) => labelOf(was, topologyKey) !== undefined)
  );
}

function answer(helps: boolean): QueueingHint {
  return helps ? QueueingHint.Queue : QueueingHint.Skip;
}
