import * as fc from 'fast-check';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, reasonsByNode } from '../../testing/scheduling-scene';
import { isSuccess, nodesToFind } from '@orrery/scheduling';

test.each([
  [50, 0, 50],
  [150, 0, 100],
  [1000, 0, 420],
  [5000, 0, 500],
  [6000, 0, 300],
  [5000, 30, 1500],
  [5000, 100, 5000],
])('of %i nodes at %i %% %i are enough', (nodes, percentage, want) => {
  expect(nodesToFind(nodes, percentage)).toBe(want);
});

test('every distinct reason is counted, and the strings are sorted', () => {
  const nodes = [
    makeNode('a').cordoned(),
    makeNode('b').taint('gpu', 'NoSchedule', 'yes').taint('zed', 'NoExecute'),
    makeNode('c').allocatable({ cpu: '1', memory: '1Gi', pods: '0' }),
    makeNode('d').allocatable({ cpu: '1', memory: '4Gi' }),
    makeNode('e').label('disk', 'hdd'),
  ];
  const nodeSelectorTerms = [{ matchExpressions: [{ key: 'disk', operator: 'NotIn', values: ['hdd'] }] }];
  const pod = makePod('p')
    .requests({ cpu: '2', memory: '2Gi' })
    .affinity({ nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } });
  const { scheduler } = makeScene({ nodes, pods: [pod] });
  const message =
    "0/5 nodes are available: 1 Insufficient memory, 1 Too many pods, 1 node(s) didn't match Pod's node affinity/selector, " +
    '1 node(s) had untolerated taint {gpu: yes}, 1 node(s) were unschedulable, 2 Insufficient cpu. ' +
    'no new claims to deallocate, preemption: 0/5 nodes are available: 5 Preemption is not helpful for scheduling.';
  expect(scheduler.scheduleBatch(1)).toMatchObject([
    {
      kind: 'failed',
      message,
      event: { type: 'Warning', reason: 'FailedScheduling', message },
      statusPatch: { condition: { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message } },
    },
  ]);
});

test.each([
  ['okd-legacy', 'No nodes are available that match all of the following predicates:: MatchNodeSelector (1).'],
  ['k8s-1.20', "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity."],
  ['modern', "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector."],
] as const)('the message of %s', (bundle, message) => {
  const scene = makeScene({ nodes: [makeNode('n').label('zone', 'emea')], bundle });
  expect(scene.explain(makePod('p').nodeSelector({ zone: 'us' })).fitError).toBe(message);
});

test('no nodes at all', () => {
  const { scheduler } = makeScene({ pods: [makePod('p')] });
  expect(scheduler.scheduleBatch(1)).toMatchObject([
    {
      kind: 'failed',
      message: 'no nodes available to schedule pods',
      statusPatch: { condition: { reason: 'Unschedulable' } },
    },
  ]);
});

test('long messages are cut in the event only', () => {
  const nodes = Array.from({ length: 40 }, (_, i) => makeNode(`n${i}`).taint(`example.com/taint-${i}`, 'NoSchedule'));
  const [failed] = makeScene({ nodes, pods: [makePod('p')] }).scheduler.scheduleBatch(1);
  if (failed?.kind !== 'failed') throw new TypeError('expected a failure');
  expect(failed.message.length).toBeGreaterThan(1024);
  expect(failed.event.message).toHaveLength(1024);
  expect(failed.event.message.endsWith(' ...')).toBe(true);
});

test.each([
  ['of equal priority counts', 0, ['Insufficient cpu']],
  ['of lower priority does not', -1, []],
])('a nominated pod %s', (_name, priority, want) => {
  const nominated = makePod('hi').priority(priority).requests({ cpu: '1' }).nominated('n');
  const { explain } = makeScene({ nodes: [makeNode('n').allocatable({ cpu: '1' })], pods: [nominated] });
  expect(reasonsByNode(explain(makePod('p').requests({ cpu: '1' })))).toEqual({ n: want });
});

test.each([
  ['modern', true],
  ['k8s-1.20', false],
] as const)('%s: the own nominated node wins although others score higher: %s', (bundle, wins) => {
  const nodes = ['a', 'b', 'c'].map((name) => makeNode(name));
  const busy = makePod('x').node('b').requests({ cpu: '16', memory: '1Gi' });
  const pod = makePod('p').requests({ cpu: '1' }).nominated('b');
  const [decision] = makeScene({ nodes, bundle, pods: [busy, pod] }).scheduler.scheduleBatch(1);
  expect(decision?.kind === 'bind' && decision.nodeName === 'b').toBe(wins);
});

test('the search goes on where the last one ended', () => {
  const nodes = Array.from({ length: 200 }, (_, i) => makeNode(`n${i}`));
  const { scheduler } = makeScene({ nodes, pods: [makePod('p1'), makePod('p2'), makePod('p3')] });
  const starts = [1, 2, 3].map(() => {
    scheduler.scheduleBatch(1);
    return scheduler.parts.profiles.get('default-scheduler')!.cycle.rotation.start;
  });
  expect(starts).toEqual([100, 0, 100]);
});

test('ties are drawn by seed, pod and attempt, whatever else happens', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e'].map((name) => makeNode(name));
  const place = (seed: string, ...before: readonly string[]) => {
    const { scheduler } = makeScene({ seed, nodes });
    for (const name of before) {
      scheduler.podChanged(undefined, makePod(name).build());
      scheduler.podChanged(makePod(name).build(), undefined);
    }
    scheduler.podChanged(undefined, makePod('p').build());
    const decision = scheduler.scheduleBatch(1)[0];
    return decision?.kind === 'bind' ? decision.nodeName : undefined;
  };
  expect(place('s1', 'other')).toBe(place('s1'));
  expect(new Set(Array.from({ length: 40 }, (_, i) => place(`seed-${i}`))).size).toBe(5);
});

test('no placement breaks a filter, no node is overfull, scores stay in range, remembered verdicts are exact', () => {
  const cpu = fc.integer({ min: 0, max: 1500 });
  const podSpec = fc.record({
    cpu,
    tolerates: fc.boolean(),
    wantsSsd: fc.boolean(),
    port: fc.option(fc.integer({ min: 80, max: 81 })),
  });
  const nodeSpec = fc.record({
    cpu: fc.integer({ min: 500, max: 4000 }),
    tainted: fc.boolean(),
    ssd: fc.boolean(),
    pods: fc.integer({ min: 1, max: 6 }),
  });
  const bundles = fc.constantFrom('modern' as const, 'k8s-1.20' as const, 'okd-legacy' as const);
  fc.assert(
    fc.property(
      fc.array(nodeSpec, { minLength: 1, maxLength: 6 }),
      // Few shapes that come back many times: answers are remembered from a shape's second pod on.
      fc.array(podSpec, { minLength: 1, maxLength: 3 }),
      fc.array(fc.nat({ max: 2 }), { minLength: 10, maxLength: 40 }),
      bundles,
      (nodes, shapes, turns, bundle) => {
        const scene = makeScene({
          bundle,
          nodes: nodes.map(({ cpu: millis, tainted, ssd, pods: count }, i) => {
            const node = makeNode(`n${i}`)
              .allocatable({ cpu: `${millis}m`, pods: String(count) })
              .label('disk', ssd ? 'ssd' : 'hdd');
            return tainted ? node.taint('t', 'NoSchedule') : node;
          }),
        });
        const { scheduler } = scene;
        const scale = scheduler.parts.behaviour.score.scale;
        turns.forEach((turn, i) => {
          const spec = shapes[turn % shapes.length]!;
          let pod = makePod(`p${i}`).requests({ cpu: `${spec.cpu}m` });
          if (spec.tolerates) pod = pod.toleration({ operator: 'Exists' });
          if (spec.wantsSsd) pod = pod.nodeSelector({ disk: 'ssd' });
          if (spec.port !== null) pod = pod.hostPorts({ port: spec.port });
          const explained = scene.explain(pod);
          for (const { plugins } of explained.scores.values()) {
            for (const score of Object.values(plugins)) expect(score >= 0 && score <= scale).toBe(true);
          }
          scheduler.podChanged(undefined, pod.build());
          const decision = scheduler.scheduleBatch(1).find(({ uid }) => uid === `default-p${i}`);
          if (decision?.kind === 'bind') expect(explained.topNodes).toContain(decision.nodeName);
          else expect([...explained.filters.values()].some(isSuccess)).toBe(false);
        });
        for (const node of scheduler.parts.cache.snapshot().nodes) {
          expect(node.requested[0]!).toBeLessThanOrEqual(node.allocatable[0]!);
          expect(node.pods.size).toBeLessThanOrEqual(node.allocatablePods);
        }
      },
    ),
    { numRuns: 60 },
  );
});
