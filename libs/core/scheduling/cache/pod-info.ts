import { isTerminalPhase, withFields, type Pod } from '@orrery/api-types';
import type { PodAffinityTerms } from './affinity-terms';
import { hasResizeStatus, type PodShape, type PodShapes } from './pod-shape';

/** A pod with what the scheduler derives from it once. Immutable. */
export interface PodInfo {
  readonly pod: Pod;
  /** The pod's uid, or `<namespace>/<name>` where it has none. */
  readonly uid: string;
  /** `<namespace>/<name>`. */
  readonly key: string;
  readonly priority: number;
  readonly shape: PodShape;
  /** Parsed terms of pod affinity and anti-affinity; undefined if it has none at all. */
  readonly affinityTerms: PodAffinityTerms | undefined;
}

/** Derives a pod's {@link PodInfo}. */
export function podInfoOf(pod: Pod, shapes: PodShapes): PodInfo {
  return {
    pod,
    uid: podUid(pod),
    key: podKey(pod),
    priority: pod.spec.priority ?? 0,
    shape: shapes.shapeOf(pod),
    affinityTerms: shapes.affinityTerms.termsOf(pod),
  };
}

/** {@link podInfoOf} of a newer version of a pod: mostly only its status is new, and that decides nothing here. */
export function newerPodInfo(known: PodInfo, pod: Pod, shapes: PodShapes): PodInfo {
  const { pod: before, uid, key, priority, shape, affinityTerms } = known;
  const isAsItWas =
    before.spec === pod.spec &&
    before.metadata.labels === pod.metadata.labels &&
    !hasResizeStatus(before) &&
    !hasResizeStatus(pod);
  return isAsItWas ? { pod, uid, key, priority, shape, affinityTerms } : podInfoOf(pod, shapes);
}

/** The same pod placed on a node, before the API server knows of it. */
export function assignedPodInfo(info: PodInfo, nodeName: string): PodInfo {
  return { ...info, pod: { ...info.pod, spec: withFields(info.pod.spec, { nodeName }) } };
}

/** Identity of a pod across its versions. */
export function podUid(pod: Pod): string {
  return pod.metadata.uid || podKey(pod);
}

/** `<namespace>/<name>`. */
export function podKey(pod: Pod): string {
  return `${pod.metadata.namespace ?? ''}/${pod.metadata.name}`;
}

/** Succeeded or Failed: invisible to the scheduler. */
export function isTerminal(pod: Pod): boolean {
  return isTerminalPhase(pod.status?.phase);
}

/** The pod has a node, set by the scheduler or by a client. */
export function isAssigned(pod: Pod): boolean {
  return Boolean(pod.spec.nodeName);
}

/** Returns whether a pod counts for its node's resources and ports: it is assigned to a node, or nominated to one. */
export function hasNodeOrNomination({ spec, status }: Pod): boolean {
  return Boolean(spec.nodeName || status?.nominatedNodeName);
}
