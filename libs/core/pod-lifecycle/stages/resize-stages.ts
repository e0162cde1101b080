import type { FieldCondition, StageRecord } from './stage';

/** How long a runtime takes to give running containers other resources. */
const ACTUATION_MS = 100;

const IS_KEPT: FieldCondition = { path: 'metadata.deletionTimestamp', operator: 'DoesNotExist' };

/** How a kubelet resizes a pod: it decides on what the spec asks for, and gives containers what they are allocated. */
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
