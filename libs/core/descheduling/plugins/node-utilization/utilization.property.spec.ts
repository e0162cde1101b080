import type { PodDisruptionBudget } from '@orrery/api-types';
import fc from 'fast-check';
import { PREFER_NO_EVICTION } from '../../evictor/annotations';
import type { DeschedulingBehaviour } from '../../run/behaviour';
import { DecisionVerdict } from '../../run/report';
import { node, pod, report } from '../../testing/descheduled';
import {
  referenceUtilization,
  type ReferenceOutcome,
  type ReferenceRun,
  type Release,
} from '../../testing/reference-utilization';

const BEHAVIOUR: Readonly<Record<Release, Partial<DeschedulingBehaviour>>> = {
  'v0.34.0': {},
  'v0.30.2': { nodeClasses: 'amounts', preferringPods: 'amongEquals' },
  'v0.20.0': { nodeClasses: 'amountsByCapacity', preferringPods: 'amongEquals', numberOfNodes: 'reached' },
};

const budget = (disruptionsAllowed: number): PodDisruptionBudget =>
  ({
    metadata: { name: 'b', namespace: 'default' },
    spec: { selector: { matchLabels: { covered: 'yes' } } },
    status: { disruptionsAllowed },
  }) as unknown as PodDisruptionBudget;

async function outcomeOf(run: ReferenceRun): Promise<ReferenceOutcome> {
  const isLow = run.strategy === 'LowNodeUtilization';
  const { decisions, nodeClasses } = await report({
    strategy: run.strategy,
    args: {
      thresholds: run.thresholds,
      numberOfNodes: run.numberOfNodes,
      ...(isLow && { targetThresholds: run.targets, useDeviationThresholds: run.areDeviations }),
    },
    limits: run.perNode === undefined ? {} : { maxNoOfPodsToEvictPerNode: run.perNode },
    behaviour: BEHAVIOUR[run.release],
    objects: {
      nodes: run.nodes.map(({ name, isCordoned, capacity }) =>
        node(name, {
          spec: { unschedulable: isCordoned },
          allocatable: { cpu: `${capacity.cpu}m`, pods: String(capacity.pods) },
        }),
      ),
      pods: run.pods.map(({ name, node: nodeName, priority, milliCpu, asksToBeSpared, isCovered }, index) =>
        pod(name, nodeName, {
          ageSeconds: 7200 - index,
          ...(milliCpu > 0 && { requests: { cpu: `${milliCpu}m` } }),
          ...(priority !== undefined && { spec: { priority } }),
          ...(asksToBeSpared && { annotations: { [PREFER_NO_EVICTION]: '' } }),
          ...(isCovered && { labels: { covered: 'yes' } }),
        }),
      ),
      podDisruptionBudgets: [budget(run.disruptionsAllowed)],
    },
  });
  const [classes] = nodeClasses;
  return {
    underutilized: classes!.underutilized,
    others: (isLow ? classes!.overutilized : classes!.destinations)!,
    evicted: decisions.filter(({ verdict }) => verdict === DecisionVerdict.Evicted).map(({ name }) => name),
  };
}

const NODES = ['n0', 'n1', 'n2', 'n3'];
const percentage = fc.constantFrom(0, 10, 20, 29, 30, 50, 57, 100);
const thresholdPairs = fc
  .record({ cpu: fc.tuple(percentage, percentage), pods: fc.tuple(percentage, percentage) }, { requiredKeys: [] })
  .filter((pairs) => Object.keys(pairs).length > 0)
  .map((pairs) => {
    const side = (pick: (...pair: number[]) => number): Record<string, number> =>
      Object.fromEntries(Object.entries(pairs).map(([resource, pair]) => [resource, pick(...pair)]));
    return { thresholds: side(Math.min), targets: side(Math.max) };
  });
const clusters = fc.record({
  nodes: fc
    .array(
      fc.record({
        isCordoned: fc.constantFrom(false, false, false, true),
        capacity: fc.record({ cpu: fc.constantFrom(1000, 1400, 2000), pods: fc.constantFrom(4, 10, 100) }),
      }),
      { minLength: NODES.length, maxLength: NODES.length },
    )
    .map((nodes) => nodes.map((each, index) => ({ name: NODES[index]!, ...each }))),
  pods: fc
    .array(
      fc.record({
        node: fc.constantFrom('n0', 'n0', 'n1', 'n1', 'n2', 'n3'),
        priority: fc.constantFrom(undefined, 0, 0, 100),
        milliCpu: fc.constantFrom(0, 100, 290, 700),
        asksToBeSpared: fc.boolean(),
        isCovered: fc.boolean(),
      }),
      { minLength: 6, maxLength: 16 },
    )
    .map((pods) => pods.map((each, index) => ({ name: `p${String(index).padStart(2, '0')}`, ...each }))),
});

test.each<[ReferenceRun['strategy'], Release]>([
  ['LowNodeUtilization', 'v0.34.0'],
  ['LowNodeUtilization', 'v0.30.2'],
  ['LowNodeUtilization', 'v0.20.0'],
  ['HighNodeUtilization', 'v0.34.0'],
  ['HighNodeUtilization', 'v0.30.2'],
])('%s of %s classifies and evicts like a reference', async (strategy, release) => {
  let evictions = 0;
  const settings = fc.record({
    areDeviations: strategy === 'LowNodeUtilization' && release !== 'v0.20.0' ? fc.boolean() : fc.constant(false),
    numberOfNodes: fc.constantFrom(0, 0, 0, 1, 2),
    perNode: fc.constantFrom(undefined, undefined, 1, 2),
    disruptionsAllowed: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(clusters, thresholdPairs, settings, async (cluster, pairs, rest) => {
      const run: ReferenceRun = { strategy, release, ...cluster, ...pairs, ...rest };
      const wanted = referenceUtilization(run);
      expect(await outcomeOf(run)).toEqual(wanted);
      evictions += wanted.evicted.length;
    }),
    { numRuns: 100 },
  );
  expect(evictions).toBeGreaterThan(10);
});
