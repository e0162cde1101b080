/** A node of a pool, as far as bringing it a new configuration is concerned. */
export interface PoolNode {
  readonly name: string;
  /** The configuration it runs with. */
  readonly current: string;
  /** True for a node that came after the configuration was made: it starts with it. */
  readonly isNew: boolean;
  readonly isReady: boolean;
  /** Neither ready for pods nor meant to be. */
  readonly isUnavailable: boolean;
  /** Undefined while nothing is done to it. */
  readonly work: NodeWork | undefined;
}

/** A node that is being brought a configuration. */
interface NodeWork {
  /** Pods that the drain has to wait for. */
  readonly remainingPods: number;
  /** End of its reboot; undefined before the reboot. */
  readonly rebootEndsAtMs: number | undefined;
}

/** MachineConfigPool with the desired configuration of its nodes. */
export interface RollingPool {
  readonly desired: string;
  /** A number of nodes or a percentage of them; 1 if left out. */
  readonly maxUnavailable: number | string | undefined;
  readonly isPaused: boolean;
}

/**
 * Next step of a node: `adopt` takes the configuration without a reboot, `begin` cordons, `drain` evicts the remaining
 * pods, `reboot` restarts the machine with the configuration, `finish` uncordons.
 */
export interface RolloutStep {
  readonly node: string;
  readonly step: 'adopt' | 'begin' | 'drain' | 'reboot' | 'finish';
}

/** The steps that can be taken now, nodes in name order (spec nodes D5). Others wait for updates of their nodes. */
export function planRollout(pool: RollingPool, nodes: readonly PoolNode[], nowMs: number): RolloutStep[] {
  const steps: RolloutStep[] = [];
  const sorted = [...nodes].sort((a, b) => (a.name < b.name ? -1 : 1));
  let unavailable = sorted.filter(({ isUnavailable, work }) => isUnavailable || work).length;
  const most = mostUnavailable(pool.maxUnavailable, nodes.length);
  for (const { name: node, work, current, isNew, isReady, isUnavailable } of sorted) {
    if (work) {
      const step = nextStep(work, isReady, nowMs);
      if (step) steps.push({ node, step });
    } else if (current === pool.desired || pool.isPaused) continue;
    else if (isNew) steps.push({ node, step: 'adopt' });
    // A node that is cordoned counts already; one whose kubelet is dead cannot be drained.
    else if (isReady && (isUnavailable || unavailable < most)) {
      if (!isUnavailable) unavailable++;
      steps.push({ node, step: 'begin' });
    }
  }
  return steps;
}

function nextStep(work: NodeWork, isReady: boolean, nowMs: number): RolloutStep['step'] | undefined {
  if (work.rebootEndsAtMs === undefined) return work.remainingPods > 0 ? 'drain' : 'reboot';
  return nowMs >= work.rebootEndsAtMs && isReady ? 'finish' : undefined;
}

/** Returns the maximum number of unavailable nodes; at least one, because otherwise nothing would be rolled out. */
function mostUnavailable(given: number | string | undefined, nodes: number): number {
  const share = typeof given === 'string' ? /^([0-9]+)%$/.exec(given) : undefined;
  const count = share ? Math.floor((Number(share[1]) / 100) * nodes) : Number(given ?? 1);
  return Number.isFinite(count) ? Math.max(1, count) : 1;
}
