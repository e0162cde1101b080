import type { Pod } from '@orrery/api-types';
import type { PressureSettings } from '../pressure-settings';
import { signalMeaning, type Signal, type StarvedResource } from '../signals';
import type { NodeStatistics } from '../statistics/node-statistics';
import { pressedPods, type RankedPod } from './pod-excess';

type Order = (a: RankedPod, b: RankedPod) => number;

const unmeasuredFirst: Order = (a, b) => Number(a.isMeasured) - Number(b.isMeasured);
const exceedingFirst: Order = (a, b) => Number(b.exceedsRequest) - Number(a.exceedsRequest);
const lowerPriorityFirst: Order = (a, b) => a.priority - b.priority;
const largerExcessFirst: Order = (a, b) => b.excess - a.excess;
const largerUsageFirst: Order = (a, b) => b.usage - a.usage;
const lowerClassFirst: Order = (a, b) => a.classRank - b.classRank;
const byName: Order = (a, b) => (a.key < b.key ? -1 : Number(a.key > b.key));

/** Today's order: pods above their request, then low priority, then the larger excess. */
const BY_PRIORITY: readonly Order[] = [unmeasuredFirst, exceedingFirst, lowerPriorityFirst, largerExcessFirst];
const PIDS_BY_PRIORITY: readonly Order[] = [lowerPriorityFirst, unmeasuredFirst, largerUsageFirst];

/** The guide's order within a class for memory: the largest excess, and the largest consumer where none exceeds. */
const excessThenUsage: Order = (a, b) =>
  exceedingFirst(a, b) || (a.exceedsRequest ? largerExcessFirst(a, b) : largerUsageFirst(a, b));

/** Inputs of the ranking of a node's pods. */
export interface RankingContext {
  readonly signal: Signal;
  readonly settings: Pick<PressureSettings, 'ranking' | 'withinClass'>;
  readonly hasDedicatedImagefs: boolean;
  readonly ofPod: NodeStatistics['ofPod'];
}

/** The pods in the order in which they would be evicted for a signal; ties by namespace and name. */
export function rankPods(pods: readonly Pod[], context: RankingContext): Pod[] {
  const { resource } = signalMeaning(context.signal);
  const orders = [...ordersOf(context.settings, resource), byName];
  const compare: Order = (a, b) => {
    for (const order of orders) {
      const difference = order(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  return pressedPods(pods, context.signal, context)
    .sort(compare)
    .map(({ pod }) => pod);
}

function ordersOf(settings: RankingContext['settings'], resource: StarvedResource): readonly Order[] {
  if (settings.ranking === 'priority') return resource === 'pids' ? PIDS_BY_PRIORITY : BY_PRIORITY;
  const ofMemory = settings.withinClass === 'difference' ? largerExcessFirst : excessThenUsage;
  return [unmeasuredFirst, lowerClassFirst, resource === 'memory' ? ofMemory : largerUsageFirst];
}
