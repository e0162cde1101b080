/** A release whose utilisation strategies the reference knows. */
export type Release = 'v0.34.0' | 'v0.30.2' | 'v0.20.0';

interface ReferenceNode {
  readonly name: string;
  readonly isCordoned: boolean;
  /** CPU in thousandths and the number of pods. */
  readonly capacity: Readonly<Record<'cpu' | 'pods', number>>;
}

interface ReferencePod {
  readonly name: string;
  readonly node: string;
  readonly priority: number | undefined;
  /** 0 makes the pod BestEffort, anything else Burstable. */
  readonly milliCpu: number;
  readonly asksToBeSpared: boolean;
  /** The only disruption budget covers it. */
  readonly isCovered: boolean;
}

export interface ReferenceRun {
  readonly release: Release;
  readonly strategy: 'LowNodeUtilization' | 'HighNodeUtilization';
  readonly nodes: readonly ReferenceNode[];
  /** Pods of a node in the order in which they are listed. */
  readonly pods: readonly ReferencePod[];
  /** Percentages by resource. */
  readonly thresholds: Readonly<Partial<Record<'cpu' | 'pods', number>>>;
  readonly targets: Readonly<Partial<Record<'cpu' | 'pods', number>>>;
  readonly areDeviations: boolean;
  readonly numberOfNodes: number;
  readonly perNode: number | undefined;
  readonly disruptionsAllowed: number;
}

export interface ReferenceOutcome {
  readonly underutilized: readonly string[];
  /** `overutilized` of LowNodeUtilization, `destinations` of HighNodeUtilization. */
  readonly others: readonly string[];
  readonly evicted: readonly string[];
}

const RESOURCES = ['cpu', 'pods'] as const;
type Amounts = Record<(typeof RESOURCES)[number], number>;

interface Node extends ReferenceNode {
  readonly usage: Amounts;
  readonly low: Amounts;
  readonly high: Amounts;
  readonly isLow: boolean;
  readonly isHigh: boolean;
}

const clamp = (percent: number): number => Math.min(100, Math.max(0, percent));

/**
 * Reference of a utilisation strategy, resource by resource as its release writes it: `getNodeThresholds`,
 * `classifyNodes`, `evictPodsFromSourceNodes`, `SortPodsBasedOnPriorityLowToHigh`
 * (pkg/framework/plugins/nodeutilization, in 0.20 pkg/descheduler/strategies/lownodeutilization.go). Memory is left
 * out: no pod uses any.
 */
export function referenceUtilization(run: ReferenceRun): ReferenceOutcome {
  const nodes = run.release === 'v0.34.0' ? byPercentages(run) : byAmounts(run);
  const isLowStrategy = run.strategy === 'LowNodeUtilization';
  const low = nodes.filter(({ isLow, isCordoned }) => isLow && !(isLowStrategy && isCordoned));
  const others = nodes.filter((node) => !low.includes(node) && (isLowStrategy ? node.isHigh : !node.isCordoned));
  const names = (list: readonly Node[]): string[] => list.map(({ name }) => name);
  const classes = { underutilized: names(low), others: names(others) };
  const tooFew = run.release === 'v0.20.0' ? low.length < run.numberOfNodes : low.length <= run.numberOfNodes;
  if (low.length === 0 || tooFew || low.length === nodes.length || others.length === 0) {
    return { ...classes, evicted: [] };
  }
  const [sources, destinations] = isLowStrategy ? [others, low] : [low, others];
  const load = ({ usage }: Node): number => usage.cpu + usage.pods;
  sources.sort((a, b) => (isLowStrategy ? load(b) - load(a) : load(a) - load(b)));
  return { ...classes, evicted: evictedFrom(run, sources, destinations) };
}

function usageOf({ pods }: ReferenceRun, node: string): Amounts {
  const there = pods.filter((pod) => pod.node === node);
  return { cpu: there.reduce((sum, { milliCpu }) => sum + milliCpu, 0), pods: there.length };
}

function byPercentages(run: ReferenceRun): Node[] {
  const used = run.nodes.map((node) => ({ ...node, usage: usageOf(run, node.name) }));
  const percent = (node: (typeof used)[number], resource: 'cpu' | 'pods'): number =>
    (node.usage[resource] / node.capacity[resource]) * 100;
  const named = RESOURCES.filter((resource) => run.thresholds[resource] !== undefined);
  const mean = (resource: 'cpu' | 'pods'): number =>
    used.reduce((sum, node) => sum + percent(node, resource), 0) / used.length;
  const bound = (resource: 'cpu' | 'pods', distance: number, sign: 1 | -1): number =>
    run.areDeviations ? clamp(mean(resource) + sign * distance) : distance;
  return used.map((node) => {
    const high = { ...node.capacity };
    for (const resource of named) {
      const isCapped = run.strategy === 'LowNodeUtilization';
      if (!isCapped) continue;
      high[resource] = Math.trunc(bound(resource, run.targets[resource]!, 1) * 0.01 * node.capacity[resource]);
    }
    return {
      ...node,
      low: high,
      high,
      isLow: named.every((each) => percent(node, each) <= bound(each, run.thresholds[each]!, -1)),
      isHigh: named.some((each) => percent(node, each) > bound(each, run.targets[each] ?? 100, 1)),
    };
  });
}

function byAmounts(run: ReferenceRun): Node[] {
  const used = run.nodes.map((node) => ({ ...node, usage: usageOf(run, node.name) }));
  const filler = run.areDeviations ? 0 : 100;
  const share = (percent: number, capacity: number): number =>
    Math.trunc(run.release === 'v0.20.0' ? percent * capacity * 0.01 : percent * 0.01 * capacity);
  return used.map((node) => {
    const low = { cpu: 0, pods: 0 };
    const high = { cpu: 0, pods: 0 };
    for (const resource of RESOURCES) {
      const total = node.capacity[resource];
      const below = run.thresholds[resource] ?? filler;
      const above = run.strategy === 'HighNodeUtilization' ? 100 : (run.targets[resource] ?? filler);
      if (!run.areDeviations) {
        low[resource] = share(below, total);
        high[resource] = share(above, total);
      } else if (below === 0) {
        low[resource] = high[resource] = total;
      } else {
        const percentages = used.map((each) => (each.usage[resource] / each.capacity[resource]) * 100);
        const mean = percentages.reduce((sum, each) => sum + each, 0) / used.length;
        low[resource] = share(clamp(mean - below), total);
        high[resource] = share(clamp(mean + above), total);
      }
    }
    return {
      ...node,
      low,
      high,
      isLow: RESOURCES.every((resource) => node.usage[resource] <= low[resource]),
      isHigh: RESOURCES.some((resource) => node.usage[resource] > high[resource]),
    };
  });
}

function evictedFrom(run: ReferenceRun, sources: readonly Node[], destinations: readonly Node[]): string[] {
  const room = { cpu: 0, pods: 0 };
  for (const { high, usage } of destinations) {
    for (const resource of RESOURCES) room[resource] += high[resource] - usage[resource];
  }
  let budget = run.disruptionsAllowed;
  const evicted: string[] = [];
  for (const { name, usage, high } of sources) {
    const mayContinue = (): boolean =>
      RESOURCES.every((resource) => room[resource] > 0) &&
      (run.strategy === 'HighNodeUtilization' || RESOURCES.some((resource) => usage[resource] > high[resource]));
    let count = 0;
    for (const pod of inOrder(run, name)) {
      if (!mayContinue() || (run.perNode !== undefined && count >= run.perNode)) break;
      if (pod.isCovered && budget === 0) continue;
      if (pod.isCovered) budget--;
      count++;
      evicted.push(pod.name);
      for (const amounts of [usage, room]) {
        amounts.cpu -= pod.milliCpu;
        amounts.pods -= 1;
      }
    }
  }
  return evicted;
}

/** Pods of a node as they are given up; equals stay as they are listed. */
function inOrder({ pods, release }: ReferenceRun, node: string): ReferencePod[] {
  const rank = (pod: ReferencePod): number[] => [
    pod.priority === undefined ? 0 : 1,
    pod.priority ?? 0,
    pod.milliCpu === 0 ? 0 : 1,
    release === 'v0.34.0' && pod.asksToBeSpared ? 1 : 0,
  ];
  const ofNode = pods.filter((pod) => pod.node === node);
  return ofNode.sort((a, b) => {
    const [left, right] = [rank(a), rank(b)];
    const at = left.findIndex((value, index) => value !== right[index]);
    return at < 0 ? 0 : left[at]! - right[at]!;
  });
}
