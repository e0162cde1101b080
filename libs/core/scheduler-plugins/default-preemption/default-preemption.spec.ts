import type { KubeObject, Pod } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene, type SceneSetting } from '../testing/scheduling-scene';
import { PluginArgsError, readPluginArgs, type FailedDecision, type PreemptionForecast } from '@orrery/scheduling';
import { DEFAULT_PREEMPTION_ARGS, nodesToTry } from './args';

type PodBuilder = ReturnType<typeof makePod>;

const START = '2025-10-01T10:00:00Z';
const LATER = '2025-10-01T11:00:00Z';

/** A pod that runs on a node with a priority. */
function running(name: string, node: string, priority: number, cpu: string): PodBuilder {
  return makePod(name).node(node).priority(priority).requests({ cpu }).status({ startTime: START });
}

function node(name: string, cpu = '1'): ReturnType<typeof makeNode> {
  return makeNode(name).allocatable({ cpu });
}

function budget(name: string, app: string, disruptionsAllowed: number): KubeObject {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: START },
    spec: { selector: { matchLabels: { app } } },
    status: { disruptionsAllowed },
  } as unknown as KubeObject;
}

function forecastOf(setting: SceneSetting, pod: PodBuilder): PreemptionForecast {
  return makeScene(setting).explain(pod).preemption!;
}

function names(pods: readonly Pod[]): string[] {
  return pods.map(({ metadata }) => metadata.name);
}

function victimsOn({ candidates, chosen }: PreemptionForecast): string[] {
  return names(candidates.find(({ nodeName }) => nodeName === chosen)?.victims ?? []);
}

function attempt(setting: SceneSetting, count = 1): FailedDecision[] {
  return makeScene(setting).scheduler.scheduleBatch(count) as FailedDecision[];
}

describe('choosing victims on a node', () => {
  test('the more important pods stay as long as the pod fits beside them (spec scheduler P1)', () => {
    const pods = [running('p30', 'n', 30, '400m'), running('p20', 'n', 20, '300m'), running('p10', 'n', 10, '300m')];
    const forecast = forecastOf({ nodes: [node('n')], pods }, makePod('p').priority(100).requests({ cpu: '500m' }));
    expect(victimsOn(forecast)).toEqual(['p20', 'p10']);
  });

  test('protected pods stay first, although they are less important (spec scheduler P2)', () => {
    const pods = [running('hi', 'n', 30, '500m'), running('lo', 'n', 10, '500m').label('app', 'guarded')];
    const forecast = forecastOf(
      { nodes: [node('n')], pods, objects: [budget('b', 'guarded', 0)] },
      makePod('p').priority(100).requests({ cpu: '500m' }),
    );
    expect(victimsOn(forecast)).toEqual(['hi']);
  });

  test('the most important pods consume the budget (spec scheduler P3)', () => {
    const pods = [running('q1', 'n', 20, '500m').label('app', 'q'), running('q2', 'n', 10, '500m').label('app', 'q')];
    const forecast = forecastOf(
      { nodes: [node('n')], pods, objects: [budget('b', 'q', 1)] },
      makePod('p').priority(100).requests({ cpu: '500m' }),
    );
    expect(forecast.candidates).toMatchObject([{ violations: 0 }]);
    expect(victimsOn(forecast)).toEqual(['q1']);
  });

  test('pods of the same priority are no victims', () => {
    const forecast = forecastOf(
      { nodes: [node('n')], pods: [running('same', 'n', 7, '1')] },
      makePod('p').priority(7).requests({ cpu: '1' }),
    );
    expect(forecast).toMatchObject({ candidates: [], chosen: undefined });
  });

  test('a pod that the affinity needs cannot make room (spec scheduler P6)', () => {
    const friend = running('friend', 'n', 0, '1').label('app', 'db');
    const affinity = {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'db' } } },
        ],
      },
    };
    const pod = makePod('p').priority(10).requests({ cpu: '1' }).affinity(affinity);
    const explained = makeScene({
      nodes: [node('n').label('kubernetes.io/hostname', 'n')],
      pods: [friend],
    }).explain(pod);
    expect(`${explained.fitError} ${explained.preemption!.message}`).toBe(
      "0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available: 1 node(s) didn't match pod affinity rules.",
    );
  });

  test.each([
    ['another zone mate stays in the way (spec scheduler P10)', 50, [], 'No preemption victims found for incoming pod'],
    ['removing the pod frees the zone (spec scheduler P11)', 5, ['x1'], undefined],
  ])('zone anti-affinity: %s', (_what, priority, victims, reason) => {
    const apart = {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'x' } } },
        ],
      },
    };
    const pods = [
      running('x1', 'a', priority, '500m').label('app', 'x'),
      ...(priority < 10 ? [running('q1', 'a', 1, '400m')] : []),
      running('y1', 'b', 0, '1'),
    ];
    const forecast = forecastOf(
      { nodes: [node('a').label('zone', 'z1'), node('b').label('zone', 'z1')], pods },
      makePod('p').priority(10).requests({ cpu: '500m' }).affinity(apart),
    );
    expect(victimsOn(forecast)).toEqual(victims);
    if (reason) expect(forecast.refusals.get('a')?.reasons).toEqual([reason]);
  });

  test('removing a pod evens the spread out (spec scheduler P12)', () => {
    const spread = {
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'zone',
          whenUnsatisfiable: 'DoNotSchedule' as const,
          labelSelector: { matchLabels: { app: 'w' } },
        },
      ],
    };
    const forecast = forecastOf(
      {
        nodes: [node('a', '4').label('zone', 'z1'), node('b').label('zone', 'z2')],
        pods: [running('w1', 'a', 0, '1').label('app', 'w'), running('full', 'b', 20, '1')],
      },
      makePod('w').label('app', 'w').priority(10).requests({ cpu: '1' }).spec(spread),
    );
    expect([forecast.chosen, victimsOn(forecast)]).toEqual(['a', ['w1']]);
  });
});

describe('choosing the node', () => {
  const pod = makePod('p').priority(100).requests({ cpu: '1' });

  test('lowest priority, then sum, then number, then the latest start (spec scheduler P4)', () => {
    const pods = [
      running('a1', 'a', 50, '1'),
      running('b1', 'b', 40, '500m'),
      running('b2', 'b', -5, '500m'),
      running('c1', 'c', 40, '1'),
      running('d1', 'd', 40, '1').status({ startTime: LATER }),
    ];
    const forecast = forecastOf({ nodes: ['a', 'b', 'c', 'd'].map((name) => node(name)), pods }, pod);
    expect(forecast.chosen).toBe('d');
    const reasons = Object.fromEntries(forecast.candidates.map((each) => [each.nodeName, each.outrankedBy]));
    expect(reasons).toEqual({
      a: 'its most important victim has a lower priority',
      b: 'its victims have a lower sum of priorities',
      c: 'its most important victims started later',
      d: undefined,
    });
  });

  test.each([
    ['modern', 'a'],
    ['k8s-1.20', 'b'],
  ] as const)('%s looks at the highest, or at the first of the victims (spec scheduler P13)', (bundle, chosen) => {
    const guarded = (name: string, on: string, priority: number, cpu: string): PodBuilder =>
      running(name, on, priority, cpu).label('app', name);
    const pods = [
      guarded('a1', 'a', 0, '500m'),
      running('a2', 'a', 0, '500m'),
      guarded('b1', 'b', -100, '250m'),
      running('b2', 'b', 10, '250m'),
      running('b3', 'b', 0, '250m'),
      running('b4', 'b', -100, '250m'),
    ];
    const objects = [budget('a', 'a1', 0), budget('b', 'b1', 0)];
    const forecast = forecastOf({ nodes: [node('a'), node('b')], pods, objects, bundle }, pod);
    expect(forecast.candidates.map(({ violations }) => violations)).toEqual([1, 1]);
    expect(forecast.chosen).toBe(chosen);
  });
});

describe('whether a pod may preempt', () => {
  test('other nodes are beyond help (spec scheduler P5)', () => {
    const [decision] = attempt({
      nodes: [node('a').taint('x', 'NoSchedule'), node('b')],
      pods: [running('same', 'b', 5, '1'), makePod('p').priority(5).requests({ cpu: '1' })],
    });
    expect(decision!.message).toBe(
      '0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint {x: }. no new claims to deallocate, preemption: ' +
        '0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not helpful for scheduling.',
    );
  });

  test('its policy may forbid it (spec scheduler P7)', () => {
    const pod = makePod('p').priority(5).requests({ cpu: '1' }).spec({ preemptionPolicy: 'Never' });
    const [decision] = attempt({ nodes: [node('n')], pods: [running('lo', 'n', 0, '1'), pod] });
    expect(decision!.message).toBe(
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.',
    );
    expect(decision!.effects).toEqual([]);
  });

  const isPreempted = {
    conditions: [{ type: 'DisruptionTarget', status: 'True' as const, reason: 'PreemptionByScheduler' }],
  };
  test.each([
    ['modern', isPreempted, false],
    ['modern', {}, true],
    ['k8s-1.20', {}, false],
  ] as const)('%s waits for what it removes itself', (bundle, status, mayPreempt) => {
    const victim = running('lo', 'n', 0, '1')
      .deleting()
      .status({ startTime: START, ...status });
    const pod = makePod('p').priority(5).requests({ cpu: '1' }).nominated('n');
    const forecast = forecastOf({ nodes: [node('n')], pods: [victim], bundle }, pod);
    expect(forecast.ineligible).toBe(
      mayPreempt ? undefined : 'not eligible due to a terminating pod on the nominated node.',
    );
  });
});

describe('carrying it out', () => {
  const preemptor = makePod('p').uid('uid-p').priority(5).requests({ cpu: '1' });
  const setting = { nodes: [node('n')], pods: [running('lo', 'n', 0, '1'), preemptor] };

  test('victims get a condition, are deleted, and hear by whom', () => {
    const [decision] = attempt(setting);
    expect(decision).toMatchObject({
      message: '0/1 nodes are available: 1 Insufficient cpu.',
      statusPatch: { nominatedNodeName: 'n' },
      effects: [
        {
          kind: 'deleteVictim',
          victim: { metadata: { name: 'lo' } },
          condition: {
            type: 'DisruptionTarget',
            reason: 'PreemptionByScheduler',
            message: 'default-scheduler: preempting to accommodate a higher priority pod',
          },
          event: { type: 'Normal', reason: 'Preempted', message: 'Preempted by pod uid-p on node n' },
        },
      ],
    });
  });

  test('1.20 names the pod and sets no condition', () => {
    const [decision] = attempt({ ...setting, bundle: 'k8s-1.20' });
    expect(decision!.effects).toMatchObject([
      { condition: undefined, event: { message: 'Preempted by default/p on node n' } },
    ]);
  });

  test('a victim that is going already is not deleted again', () => {
    const victim = running('lo', 'n', 0, '1').deleting();
    const [decision] = attempt({ ...setting, pods: [victim, preemptor] });
    expect(decision).toMatchObject({ statusPatch: { nominatedNodeName: 'n' }, effects: [] });
  });

  test('the room is kept from less important pods, and given up to more important ones (spec scheduler P8, P9)', () => {
    const { scheduler } = makeScene(setting);
    scheduler.scheduleBatch(1);
    const middle = makePod('mid').priority(3).requests({ cpu: '1' });
    scheduler.podChanged(undefined, middle.build());
    expect(scheduler.scheduleBatch(1)).toMatchObject([
      {
        message:
          '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Insufficient cpu.',
        effects: [],
      },
    ]);
    scheduler.podChanged(undefined, makePod('top').priority(9).requests({ cpu: '1' }).build());
    expect(scheduler.scheduleBatch(1)).toMatchObject([
      {
        statusPatch: { nominatedNodeName: 'n' },
        effects: [
          { kind: 'deleteVictim', victim: { metadata: { name: 'lo' } } },
          { kind: 'clearNomination', pod: { metadata: { name: 'p' } } },
        ],
      },
    ]);
    expect(scheduler.parts.queue.entry('uid-p')?.place).toBe('active');
  });

  test('when the victim is gone the pod is placed', async () => {
    const scene = makeScene(setting);
    scene.scheduler.scheduleBatch(1);
    scene.scheduler.podChanged(running('lo', 'n', 0, '1').build(), undefined);
    await scene.advance(2000);
    expect(scene.scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'bind', nodeName: 'n' }]);
  });

  test('without the plugin no pod is removed', () => {
    const profiles = [
      {
        schedulerName: 'default-scheduler',
        plugins: { postFilter: { disabled: [{ name: 'DefaultPreemption' }] } },
      },
    ];
    const [decision] = attempt({ ...setting, profiles });
    expect(decision).toMatchObject({
      message: '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate',
      effects: [],
    });
  });
});

describe('how many nodes are tried', () => {
  test.each([
    [{}, 50, 50],
    [{}, 5000, 500],
    [{ minCandidateNodesPercentage: 50, minCandidateNodesAbsolute: 1 }, 10, 5],
    [{ minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 3 }, 10, 3],
  ])('%j of %i: %i', (args, potential, expected) => {
    expect(nodesToTry(readPluginArgs(DEFAULT_PREEMPTION_ARGS, args), potential)).toBe(expected);
  });

  test.each([
    [{ minCandidateNodesPercentage: 101 }, 'minCandidateNodesPercentage'],
    [{ minCandidateNodesAbsolute: -1 }, 'minCandidateNodesAbsolute'],
    [{ minCandidateNodesPercentage: 0, minCandidateNodesAbsolute: 0 }, 'minCandidateNodesPercentage'],
  ])('refuses %j', (args, field) => {
    const read = (): unknown => readPluginArgs(DEFAULT_PREEMPTION_ARGS, args);
    expect(read).toThrow(PluginArgsError);
    expect(read).toThrow(field);
  });
});

test('remembered dry runs say what fresh ones say', () => {
  const nodes = Array.from({ length: 6 }, (_, i) => node(`n${i}`));
  const low = (i: number): PodBuilder => running(`lo${i}`, `n${i}`, i % 3, '1');
  const { scheduler } = makeScene({ nodes, pods: nodes.map((_, i) => low(i)) });
  const promised = new Set<string>();
  for (let i = 0; i < 6; i++) {
    scheduler.podChanged(undefined, makePod(`p${i}`).priority(10).requests({ cpu: '1' }).build());
    const [decision] = scheduler.scheduleBatch(1) as FailedDecision[];
    promised.add(decision!.statusPatch!.nominatedNodeName!);
    expect(decision!.effects).toHaveLength(1);
  }
  expect(promised.size).toBe(6);
});
