import type { PriorityLevelConfigurationSpec } from 'kubernetes-types/flowcontrol/v1';
import type { KubeObject } from '../../objects';

/** The shares of a level that says none. */
export const USUAL_SHARES = 30;
const USUAL_QUEUES = { handSize: 8, queues: 64, queueLengthLimit: 50 } as const;

/** Fills what a PriorityLevelConfiguration may leave out (`pkg/apis/flowcontrol/v1` upstream). */
export function defaultPriorityLevel(object: KubeObject): void {
  const { exempt, limited } = (object.spec ??= {}) as PriorityLevelConfigurationSpec & {
    exempt?: { nominalConcurrencyShares?: number; lendablePercent?: number };
  };
  if (exempt) {
    exempt.nominalConcurrencyShares ??= 0;
    exempt.lendablePercent ??= 0;
  }
  if (!limited) return;
  limited.nominalConcurrencyShares ??= USUAL_SHARES;
  limited.lendablePercent ??= 0;
  const queuing = limited.limitResponse?.queuing;
  if (!queuing) return;
  queuing.handSize ||= USUAL_QUEUES.handSize;
  queuing.queues ||= USUAL_QUEUES.queues;
  queuing.queueLengthLimit ||= USUAL_QUEUES.queueLengthLimit;
}
