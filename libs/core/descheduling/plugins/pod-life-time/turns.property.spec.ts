import type { PodDisruptionBudget } from '@orrery/api-types';
import fc from 'fast-check';
import type { DeschedulingBehaviour } from '../../run/behaviour';
import { evicted, node, pod } from '../../testing/descheduled';
import { referenceTurns, type TurnsRun } from '../../testing/reference-turns';
import type { Release } from '../../testing/reference-utilization';

const BEHAVIOUR: Readonly<Record<Release, Partial<DeschedulingBehaviour>>> = {
  'v0.34.0': {},
  'v0.30.2': { restartsOrder: 'listing' },
  'v0.20.0': { restartsOrder: 'listing', oldestPods: 'nodeByNode' },
};
const ARGS = {
  PodLifeTime: { maxPodLifeTimeSeconds: 60 },
  RemovePodsHavingTooManyRestarts: { podRestartThreshold: 1 },
};
const NAMESPACES = ['default', 'other'];
const NODES = ['n0', 'n1', 'n2'];

const budget = (namespace: string, disruptionsAllowed: number): PodDisruptionBudget =>
  ({
    metadata: { name: 'b', namespace },
    spec: { selector: { matchLabels: { covered: 'yes' } } },
    status: { disruptionsAllowed },
  }) as unknown as PodDisruptionBudget;

function evictedBy({ release, strategy, pods, limits, disruptionsAllowed }: TurnsRun): Promise<string[]> {
  return evicted({
    strategy,
    args: ARGS[strategy],
    behaviour: BEHAVIOUR[release],
    limits: {
      ...(limits.total !== undefined && { maxNoOfPodsToEvictTotal: limits.total }),
      ...(limits.node !== undefined && { maxNoOfPodsToEvictPerNode: limits.node }),
      ...(limits.namespace !== undefined && { maxNoOfPodsToEvictPerNamespace: limits.namespace }),
    },
    objects: {
      nodes: NODES.map((name) => node(name)),
      pods: pods.map(({ name, namespace, node: nodeName, ageSeconds, restarts, isCovered }) => {
        const made = pod(name, nodeName, {
          ageSeconds,
          status: { containerStatuses: [{ name: 'main', restartCount: restarts }] },
          ...(isCovered && { labels: { covered: 'yes' } }),
        });
        return { ...made, metadata: { ...made.metadata, namespace } };
      }),
      podDisruptionBudgets: Object.entries(disruptionsAllowed).map(([namespace, allowed]) =>
        budget(namespace, allowed),
      ),
    },
  });
}

const cases = fc.record({
  pods: fc
    .array(
      fc.record({
        namespace: fc.constantFrom(...NAMESPACES),
        node: fc.constantFrom(...NODES),
        restarts: fc.integer({ min: 1, max: 5 }),
        isCovered: fc.boolean(),
      }),
      { minLength: 2, maxLength: 12 },
    )
    .map((pods) => pods.map((each, index) => ({ ...each, name: `p${index}`, ageSeconds: 9000 - index * 10 }))),
  limits: fc.record({ total: fc.nat(5), node: fc.nat(3), namespace: fc.nat(4) }, { requiredKeys: [] }),
  disruptionsAllowed: fc.record({ default: fc.nat(2), other: fc.nat(2) }),
});

const releases: readonly Release[] = ['v0.34.0', 'v0.30.2', 'v0.20.0'];
const strategies: readonly TurnsRun['strategy'][] = ['PodLifeTime', 'RemovePodsHavingTooManyRestarts'];
test.each(releases.flatMap((release) => strategies.map((strategy) => [strategy, release] as const)))(
  '%s of %s tries pods like a reference where limits and budgets refuse',
  async (strategy, release) => {
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        const run = { strategy, release, ...each };
        expect(await evictedBy(run)).toEqual(referenceTurns(run));
      }),
      { numRuns: 100 },
    );
  },
);
