import type { KubeObject } from '@orrery/api-types';
import { makeBoundClaim, makeNode, makePod, makeVolume } from '@orrery/builders';
import { makeScene } from '../testing/scheduling-scene';
import fc from 'fast-check';
import type { PreemptionForecast } from '@orrery/scheduling';
import {
  referenceCandidates,
  type ReferenceCandidate,
  type ReferenceCluster,
  type ReferencePod,
  type ReferencePreemptor,
} from './testing/reference-dry-run';

const SECOND = 1000;
const START_MS = Date.parse('2025-10-01T10:00:00Z');
const CREATED = '2025-10-01T09:00:00Z';

function budget(app: string, disruptionsAllowed: number): KubeObject {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: app, namespace: 'default', uid: app, resourceVersion: '1', creationTimestamp: CREATED },
    spec: { selector: { matchLabels: { app } } },
    status: { disruptionsAllowed },
  } as unknown as KubeObject;
}

function running(pod: ReferencePod, index: number): ReturnType<typeof makePod> {
  const startTime = new Date(START_MS + index * SECOND).toISOString();
  const made = makePod(pod.name)
    .node(pod.node)
    .priority(pod.priority)
    .requests({ cpu: `${pod.milliCpu}m` })
    .status({ startTime });
  const labelled = pod.app === '' ? made : made.label('app', pod.app);
  return pod.isTerminating ? labelled.deleting() : labelled;
}

function forecastOf(cluster: ReferenceCluster, preemptor: ReferencePreemptor): PreemptionForecast | undefined {
  const pod = makePod('p')
    .priority(preemptor.priority)
    .requests({ cpu: `${preemptor.milliCpu}m` })
    .label('app', preemptor.app)
    .spec({
      topologySpreadConstraints: [
        {
          topologyKey: 'zone',
          maxSkew: preemptor.maxSkew,
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchLabels: { app: preemptor.app } },
        },
      ],
    });
  return makeScene({
    nodes: cluster.nodes.map(({ name, zone, milliCpu }) =>
      makeNode(name)
        .allocatable({ cpu: `${milliCpu}m` })
        .label('zone', zone),
    ),
    pods: cluster.pods.map(running),
    objects: Object.entries(cluster.budgets).map(([app, allowed]) => budget(app, allowed)),
  }).explain(pod).preemption;
}

function candidatesOf(forecast: PreemptionForecast | undefined): ReferenceCandidate[] | undefined {
  return forecast?.candidates
    .map(({ nodeName, victims, violations }) => ({
      node: nodeName,
      victims: victims.map(({ metadata }) => metadata.name),
      violations,
    }))
    .sort((a, b) => (a.node < b.node ? -1 : 1));
}

const NODES = ['n0', 'n1', 'n2', 'n3'];
const apps = fc.constantFrom('x', 'x', 'x', 'y', '');
const clusters: fc.Arbitrary<ReferenceCluster> = fc.record({
  nodes: fc
    .tuple(...NODES.map((name) => fc.record({ name: fc.constant(name), zone: fc.constantFrom('a', 'b', 'c') })))
    .map((nodes) => nodes.map((node) => ({ ...node, milliCpu: 1000 }))),
  pods: fc
    .array(
      fc.record({
        node: fc.constantFrom(...NODES),
        priority: fc.constantFrom(0, 0, 5, 5, 20),
        milliCpu: fc.constantFrom(0, 200, 300, 500),
        app: apps,
        isTerminating: fc.boolean(),
      }),
      { minLength: 4, maxLength: 14 },
    )
    .map((pods) => pods.map((pod, index) => ({ ...pod, name: `p${String(index).padStart(2, '0')}` }))),
  budgets: fc.record({ x: fc.nat(2), y: fc.nat(1) }, { requiredKeys: [] }),
});
const preemptors: fc.Arbitrary<ReferencePreemptor> = fc.record({
  priority: fc.constant(10),
  milliCpu: fc.constantFrom(300, 700, 1000),
  app: fc.constant('x'),
  maxSkew: fc.constantFrom(1, 1, 2),
});

test('finds the candidates of a reference that counts everything again', () => {
  let found = 0;
  let breaking = 0;
  fc.assert(
    fc.property(clusters, preemptors, (cluster, preemptor) => {
      const wanted = referenceCandidates(cluster, preemptor);
      expect(candidatesOf(forecastOf(cluster, preemptor))).toEqual(wanted);
      found += wanted?.length ?? 0;
      breaking += wanted?.filter(({ violations }) => violations > 1).length ?? 0;
    }),
    { numRuns: 150 },
  );
  expect({ found: found > 40, breaking: breaking > 4 }).toEqual({ found: true, breaking: true });
});

// Upstream's updateWithPod does not ask whether a pod terminates; the first count leaves such pods out.
test('a terminating pod that goes lowers the count of its zone, and both victims break the budget', () => {
  const cluster: ReferenceCluster = {
    nodes: [
      { name: 'n0', zone: 'a', milliCpu: 1000 },
      { name: 'n1', zone: 'b', milliCpu: 1000 },
    ],
    pods: [
      { name: 'held', node: 'n0', priority: 20, milliCpu: 0, app: 'x', isTerminating: false },
      { name: 'going', node: 'n0', priority: 0, milliCpu: 400, app: 'x', isTerminating: true },
      { name: 'busy', node: 'n0', priority: 0, milliCpu: 400, app: 'x', isTerminating: false },
      { name: 'full', node: 'n1', priority: 20, milliCpu: 1000, app: '', isTerminating: false },
    ],
    budgets: { x: 0 },
  };
  const forecast = forecastOf(cluster, { priority: 10, milliCpu: 1000, app: 'x', maxSkew: 1 });
  expect(candidatesOf(forecast)).toEqual([{ node: 'n0', victims: ['going', 'busy'], violations: 2 }]);
});

// Upstream's conflictingPVCRefCountForPod counts by the name of the claim alone.
test('a pod of another namespace with a claim of the same name frees a claim that only one pod may use', () => {
  const data = { name: 'data', persistentVolumeClaim: { claimName: 'data' } };
  const forecast = makeScene({
    nodes: [makeNode('n0'), makeNode('n1')],
    pods: [
      makePod('holder').node('n0').priority(20).volumes(data),
      makePod('namesake').namespace('other').node('n1').priority(0).volumes(data),
    ],
    objects: [
      makeBoundClaim('data', 'v', { accessModes: ['ReadWriteOncePod'] }),
      makeVolume('v', {}, { phase: 'Bound' }),
    ],
  }).explain(makePod('p').priority(10).volumes(data)).preemption;
  expect(candidatesOf(forecast)).toEqual([{ node: 'n1', victims: ['namesake'], violations: 0 }]);
});
