import type { QueuedPod, QueueSortPlugin } from '@orrery/scheduling';

/** Higher priority first, then the one that waits for longer. */
export class PrioritySort implements QueueSortPlugin {
  readonly name = 'PrioritySort';

  compare(a: QueuedPod, b: QueuedPod): number {
    return b.info.priority - a.info.priority || a.timestampMs - b.timestampMs;
  }
}
