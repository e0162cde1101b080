import type { Pod, PodStatus } from '@orrery/api-types';
import type { PodContext } from './pod-context';
import type { PodMemory } from './pod-memory';

/** A pod under a kubelet: its object, the status as the kubelet has it, and the kubelet's memory. */
export interface PodSubject {
  readonly pod: Pod;
  readonly status: PodStatus;
  readonly memory: PodMemory;
  readonly context: PodContext;
  /** The stage that matches each target, and the time since when; kept up by `PodLife.nextTransition`. */
  readonly matchedSince: Map<string, MatchedSince>;
}

/** A stage that matches, as a kubelet remembers it. */
interface MatchedSince {
  readonly stage: string;
  readonly atMs: number;
  /** The stage could not be played, or changed nothing: it comes again then at the earliest. */
  retryAtMs?: number;
}
