import type { FieldCondition, StageRecord } from './stage';

/** Time of a runtime to change the resources of running containers. */
const ACTUATION_MS = 100;

const IS_KEPT: FieldCondition = { path: 'metadata.deletionTimestamp', operator: 'DoesNotExist' };

/** Stages of a resize: the kubelet decides on the requests of the spec, and gives containers their allocated resources. */
export const RESIZE_STAGES: readonly StageRecord[] = [
  {
    name: 'pod-resize',
    appliesTo: 'Pod',
    when: [{ path: 'facts.resizeDecision', operator: 'Exists' }, IS_KEPT],
    next: { resize: true },
  },
  {
    name: 'pod-resized',
    appliesTo: 'Pod',
    when: [{ path: 'facts.resizeInProgress', operator: 'Exists' }, IS_KEPT],
    delay: { ms: ACTUATION_MS },
    next: { resized: true },
  },
];
