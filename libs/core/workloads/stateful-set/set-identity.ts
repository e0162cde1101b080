import type { Pod, StatefulSet } from '@orrery/api-types';

/** The label by which a Service can select one pod of a set. */
const POD_NAME_LABEL = 'statefulset.kubernetes.io/pod-name';
/** The label with the pod's ordinal (since 1.28). */
const POD_INDEX_LABEL = 'apps.kubernetes.io/pod-index';

const ORDINAL = /^(0|[1-9]\d*)$/;

/** The ordinals that a set shall have: from `start`, `count` of them. */
export interface OrdinalRange {
  readonly start: number;
  readonly count: number;
}

export function ordinalsOf({ spec }: StatefulSet): OrdinalRange {
  return { start: spec.ordinals?.start ?? 0, count: spec.replicas ?? 1 };
}

export function podNameOf({ metadata }: Pick<StatefulSet, 'metadata'>, ordinal: number): string {
  return `${metadata.name}-${ordinal}`;
}

/** The ordinal in a pod's name; undefined for a pod that cannot belong to the set, regardless of its labels. */
export function ordinalOf(set: Pick<StatefulSet, 'metadata'>, pod: Pick<Pod, 'metadata'>): number | undefined {
  const prefix = `${set.metadata.name}-`;
  if (!pod.metadata.name.startsWith(prefix)) return undefined;
  const text = pod.metadata.name.slice(prefix.length);
  return ORDINAL.test(text) ? Number(text) : undefined;
}

/** The labels that make a pod known by its name and ordinal. */
export function identityLabels(podName: string, ordinal: number, hasIndex: boolean): Record<string, string> {
  return { [POD_NAME_LABEL]: podName, ...(hasIndex ? { [POD_INDEX_LABEL]: String(ordinal) } : {}) };
}
