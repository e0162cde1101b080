import type { LabelSelector, OwnerReference, Pod, PodDisruptionBudget } from '@orrery/api-types';
import { controllerOf } from '../ownership/controller-reference';

/** Expected number of pods, with the controller that sets it. */
export interface ControllerScale {
  readonly uid: string;
  readonly replicas: number;
}

/** Missing scale of a controller, in the words of the event. */
export interface NoScale {
  readonly failure: string;
}

/** Function that returns the scale of a controller of pods, or of the one above it; undefined: it does not exist. */
export type ScaleLookup = (controller: OwnerReference) => ControllerScale | NoScale | undefined;

/** The number of pods that a budget counts on. */
export interface ExpectedPods {
  readonly count: number;
  /** Some pods have no controller: they are not in the count. */
  readonly hasBarePods: boolean;
}

/** The reason why the expected number of pods is unknown; `reason` is that of a separate event, if there is one. */
export interface UnknownPods {
  readonly failure: string;
  readonly reason?: 'NoControllerRef' | 'NoControllers';
}

/**
 * Returns the expected number of pods. An integer `minAvailable` counts the pods; otherwise the scales of their
 * controllers count (spec api B7).
 */
export function expectedPods(
  { spec }: PodDisruptionBudget,
  pods: readonly Pod[],
  { scaleOf, passesOverBarePods }: { readonly scaleOf: ScaleLookup; readonly passesOverBarePods: boolean },
): ExpectedPods | UnknownPods {
  const { minAvailable, maxUnavailable } = spec ?? {};
  const hasMaximum = maxUnavailable !== undefined && maxUnavailable !== null;
  if (!hasMaximum && typeof minAvailable !== 'string') {
    // A budget that asks for nothing expects nothing, and so allows nothing.
    return { count: typeof minAvailable === 'number' ? pods.length : 0, hasBarePods: false };
  }
  const scales = new Map<string, number>();
  const known = new Set<string>();
  let hasBarePods = false;
  for (const pod of pods) {
    const controller = controllerOf(pod);
    if (!controller) {
      if (!passesOverBarePods) return noControllerRef(pod);
      hasBarePods = true;
      continue;
    }
    if (known.has(controller.uid)) continue;
    known.add(controller.uid);
    const scale = scaleOf(controller);
    if (!scale) return noControllers(pod, passesOverBarePods);
    if ('failure' in scale) return scale;
    scales.set(scale.uid, scale.replicas);
  }
  return { count: [...scales.values()].reduce((sum, replicas) => sum + replicas, 0), hasBarePods };
}

function noControllerRef({ metadata }: Pod): UnknownPods {
  return { failure: `found no controller ref for pod "${metadata.name}"`, reason: 'NoControllerRef' };
}

/** Returns the failure of pods without controllers. Since 1.22 only the general event reports it. */
function noControllers({ metadata }: Pod, isModern: boolean): UnknownPods {
  const failure = `found no controllers for pod "${metadata.name}"`;
  return isModern ? { failure } : { failure, reason: 'NoControllers' };
}

/** The message for a budget with pods that have no owner. */
export function barePodsMessage(selector: LabelSelector | null | undefined): string {
  return (
    `Pods selected by this PodDisruptionBudget (selector: ${printedSelector(selector)}) were found to be unmanaged. ` +
    'As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. ' +
    'To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.'
  );
}

/** Returns the selector as Go prints the structure. */
function printedSelector(selector: LabelSelector | null | undefined): string {
  const labels = Object.entries(selector?.matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const pairs = labels.map(([key, value]) => `${key}: ${value},`).join('');
  const expressions = (selector?.matchExpressions ?? []).map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  return (
    `&LabelSelector{MatchLabels:map[string]string{${pairs}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`
  );
}
