import type { KubeObject, PodSpec } from '@orrery/api-types';
import { isPodWrite, type AdmissionPlugin } from '../admission';

/** Settings of a cluster about scheduling gates. */
export interface SchedulingGatesSettings {
  /** True if the generation knows them. One that does not forgets them like any unknown field. */
  readonly areKnown: boolean;
}

/**
 * Takes the gates off pods of a generation that has none: its scheduler would place such a pod, which the API refuses
 * as long as there is a gate.
 */
export function schedulingGates({ areKnown }: SchedulingGatesSettings): AdmissionPlugin {
  return (request) => {
    const { object } = request;
    if (areKnown || !isPodWrite(request)) return object;
    const { schedulingGates: gates, ...spec } = (object.spec ?? {}) as PodSpec;
    if (gates === undefined) return object;
    return { ...object, spec: spec as NonNullable<KubeObject['spec']> };
  };
}
