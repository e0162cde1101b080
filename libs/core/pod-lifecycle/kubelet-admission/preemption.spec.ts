import type { Pod, PodSpec } from '@orrery/api-types';
import { NodeFaultKind } from '../faults/node-faults';
import { SimulatedStore } from '../testing/simulated-store';
import { choosePreempted } from './choose-preempted';

const CRITICAL = 2_000_000_000;
type Class = 'BestEffort' | 'Burstable' | 'Guaranteed';

function spec(quality: Class, cpu: string, memory = '1Mi', more: Partial<PodSpec> = {}): Partial<PodSpec> {
  const amounts = { cpu, memory };
  const resources =
    quality === 'BestEffort' ? {} : { requests: amounts, ...(quality === 'Guaranteed' ? { limits: amounts } : {}) };
  return { containers: [{ name: 'app', image: 'i', resources }], ...more };
}
const podOf = (name: string, own: Partial<PodSpec>): Pod =>
  ({ metadata: { name, namespace: 'd', uid: name }, spec: own }) as unknown as Pod;
const critical = podOf('critical', { ...spec('Burstable', '500m'), priority: CRITICAL });

type Resident = readonly [name: string, own: Partial<PodSpec>];
const U: readonly Resident[] = [
  ['be', spec('BestEffort', '0')],
  ['u1', spec('Burstable', '1000m')],
  ['u2', spec('Burstable', '600m')],
  ['g1', spec('Guaranteed', '1000m')],
  ['g2', spec('Guaranteed', '1000m')],
];

test.each<[string, readonly Resident[], Record<string, bigint>, string[] | undefined]>([
  ['burstable covers it, the smaller of two that do (spec nodes H31)', U, { cpu: 100n }, ['u2']],
  ['the nearest first, then what still misses', U, { cpu: 1100n }, ['u1', 'u2']],
  ['guaranteed ones only for what the others cannot cover', U, { cpu: 1700n }, ['u1', 'g1']],
  ['a place for a pod is found at the best-effort one', U, { pods: 1n }, ['be']],
  ['not enough even if all went', U, { cpu: 3601n }, undefined],
  [
    'less memory breaks a tie',
    [
      ['a', spec('Burstable', '1', '2Mi')],
      ['b', spec('Burstable', '1', '1Mi')],
    ],
    { cpu: 1n },
    ['b'],
  ],
  [
    'then the name',
    [
      ['b', spec('Burstable', '1')],
      ['a', spec('Burstable', '1')],
    ],
    { cpu: 1n },
    ['a'],
  ],
  ['critical ones are spared', [['a', spec('Burstable', '1', '1Mi', { priority: CRITICAL })]], { cpu: 1n }, undefined],
])('%s', (_name, residents, needs, want) => {
  const chosen = choosePreempted(
    critical,
    residents.map(([name, own]) => podOf(name, own)),
    new Map(Object.entries(needs)),
  );
  expect(chosen?.map(({ metadata }) => metadata.name)).toEqual(want);
});

test('a more important critical pod pushes out a less important one', () => {
  const most = podOf('most', { priority: CRITICAL + 1 });
  const less = podOf('less', spec('Burstable', '1', '1Mi', { priority: CRITICAL }));
  expect(choosePreempted(most, [less], new Map([['cpu', 1n]]))).toEqual([less]);
});

describe('a critical pod bound to a full node', () => {
  const full = (bundle: 'k8s-1.20' | 'modern'): SimulatedStore => {
    const store = new SimulatedStore({ bundle }).addNode('n1', { capacity: { cpu: '3600m' } });
    for (const [name, own] of U) store.addPod(name, own, { 'orrery.dev/stop-after': '4s' });
    return store.runUntil(10_000);
  };

  it('is admitted once the one that it pushed out has ended', () => {
    const store = full('k8s-1.20').addPod('critical', critical.spec).runUntil(10_500);
    expect(store.pod('u2').status).toMatchObject({
      phase: 'Failed',
      reason: 'Preempting',
      message: 'Preempted in order to admit critical pod',
    });
    expect(store.messagesOf('u2')).toContain('10000 Preempting Preempted in order to admit critical pod');
    expect(store.pod('critical').status).toEqual({ phase: 'Pending' });
    expect(store.runUntil(14_000).pod('critical').status!.startTime).toBe('1970-01-01T00:00:14Z');
    expect(store.runUntil(20_000).pod('critical').status!.phase).toBe('Running');
    expect(['be', 'u1', 'g1', 'g2'].map((name) => store.pod(name).status!.phase)).toEqual(Array(4).fill('Running'));
  });

  it('modern: the victim keeps its containers in sight and says why it went', () => {
    const { status } = full('modern').addPod('critical', critical.spec).runUntil(20_000).pod('u2');
    expect(status).toMatchObject({ phase: 'Failed', reason: 'Preempting', containerStatuses: [{ name: 'app' }] });
    expect(status!.conditions).toContainEqual(
      expect.objectContaining({
        type: 'DisruptionTarget',
        reason: 'TerminationByKubelet',
        message: 'Pod was preempted by Kubelet to accommodate a critical pod.',
      }),
    );
  });

  it('fails if no pod can make room, or something else speaks against it', () => {
    const { containers } = spec('Burstable', '3601m');
    const store = full('k8s-1.20')
      .addPod('huge', { containers: containers!, priority: CRITICAL })
      .addPod('picky', { ...critical.spec, nodeSelector: { no: 'such' } })
      .runUntil(20_000);
    expect(store.pod('huge').status).toMatchObject({ phase: 'Failed', reason: 'UnexpectedAdmissionError' });
    expect(store.pod('picky').status).toMatchObject({ phase: 'Failed', reason: 'OutOfcpu' });
    expect(store.pod('u2').status!.phase).toBe('Running');
  });
});

test.each([
  ['modern', 'Failed NodeShutdown Pod was rejected: Pod was rejected as the node is shutting down.'],
  ['k8s-1.20', 'Running undefined undefined'],
] as const)('%s: a pod that comes while the machine shuts down', (bundle, want) => {
  const store = new SimulatedStore({ bundle }).addNode('n1').addPod('old', {}, { 'orrery.dev/stop-after': 'never' });
  store.runUntil(5000).shard.setFaults('n1', new Map([[NodeFaultKind.Shutdown, { sinceMs: 5000 }]]), 5000);
  const { status } = store.runUntil(5500).addPod('new').runUntil(7000).pod('new');
  expect(`${status!.phase} ${status!.reason} ${status!.message}`).toBe(want);
});

test.each([
  ['modern', 'PodOSNotSupported'],
  ['k8s-1.20', undefined],
] as const)('%s: a pod for another operating system', (bundle, want) => {
  const store = new SimulatedStore({ bundle })
    .addNode('n1')
    .addPod('w', { os: { name: 'windows' } } as Partial<PodSpec>);
  expect(store.runUntil(5000).pod('w').status!.reason).toBe(want);
});
