import type { Pod } from '@orrery/api-types';
import type { ContainerBehaviourSpec } from './container-behaviour';
import { PodBehaviours, type PodBehavior, type PodBehaviorSelector } from './pod-behaviours';

const pod = {
  metadata: {
    name: 'web-1',
    namespace: 'shop',
    labels: { app: 'web' },
    annotations: { team: 'red' },
    ownerReferences: [{ kind: 'ReplicaSet' }],
  },
  spec: { containers: [{ name: 'app', image: 'nginx:1.19' }] },
} as unknown as Pod;

const behaviour = (name: string, selector: PodBehaviorSelector, priority = 0): PodBehavior => ({
  metadata: { name },
  spec: { priority, selector, containers: { '*': { run: { exitReason: name } } } },
});
const chosen = (...behaviours: PodBehavior[]): string | undefined => {
  const all = new PodBehaviours();
  all.replace(behaviours);
  return all.give(pod).metadata.annotations?.['orrery.dev/exit-reason'];
};

test.each<[string, PodBehaviorSelector, boolean]>([
  ['nothing', {}, true],
  ['a namespace', { namespaces: ['shop'] }, true],
  ['another namespace', { namespaces: ['default'] }, false],
  ['a pattern of names', { names: ['db-*', 'web-*'] }, true],
  ['a whole name', { names: ['web'] }, false],
  ['a dot that is a dot', { images: ['nginx:1x19'] }, false],
  ['an image', { images: ['nginx:*'] }, true],
  ['labels', { labelSelector: { matchLabels: { app: 'web' } } }, true],
  [
    'other labels',
    { labelSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] } },
    false,
  ],
  ['annotations', { annotations: { team: 'red' } }, true],
  ['the kind of an owner', { ownerKinds: ['Job'] }, false],
  ['two of which one does not hold', { namespaces: ['shop'], names: ['db'] }, false],
])('a selector of %s', (_what, selector, matches) => {
  expect(chosen(behaviour('b', selector))).toBe(matches ? 'b' : undefined);
});

test('priority comes first, then how specific, then the name', () => {
  const names = { names: ['web-*'] };
  expect(chosen(behaviour('z', {}, 1), behaviour('a', names))).toBe('z');
  expect(chosen(behaviour('a', {}), behaviour('z', names))).toBe('z');
  expect(chosen(behaviour('z', names), behaviour('a', names))).toBe('a');
});

test('everything that can be said becomes what the kubelet reads; own annotations win', () => {
  const all = new PodBehaviours();
  const app = {
    image: { pullError: 'gone' },
    start: { readyAfter: '5s' },
    run: { exitAfter: '30s', exitCodes: [1, 0] },
    terminate: { stopAfter: 'never', exitCode: 0 },
    probes: { startup: undefined, liveness: ['30s-'], readiness: ['1s-2s', '5s-'] },
  };
  all.replace([{ metadata: { name: 'b' }, spec: { containers: { app, '*': { run: { exitAfter: '1m' } } } } }]);
  const own = { 'orrery.dev/exit-after': 'never' };
  expect(all.give({ ...pod, metadata: { ...pod.metadata, annotations: own } }).metadata.annotations).toEqual({
    'orrery.dev/app.pull-error': 'gone',
    'orrery.dev/app.ready-after': '5s',
    'orrery.dev/app.exit-after': '30s',
    'orrery.dev/app.exit-code': '1,0',
    'orrery.dev/app.stop-after': 'never',
    'orrery.dev/app.stop-exit-code': '0',
    'orrery.dev/app.liveness-fails': '30s-',
    'orrery.dev/app.readiness-fails': '1s-2s,5s-',
    'orrery.dev/exit-after': 'never',
  });
});

test('a pod of which nothing is asked stays the same object', () => {
  expect(new PodBehaviours().give(pod)).toBe(pod);
});

const annotationsFor = (app: ContainerBehaviourSpec): Record<string, string> | undefined => {
  const all = new PodBehaviours();
  all.replace([{ metadata: { name: 'b', creationTimestamp: '2026-03-01T12:00:00Z' }, spec: { containers: { app } } }]);
  return all.give({ ...pod, metadata: { ...pod.metadata, annotations: {} } }).metadata.annotations;
};

test.each<[string, ContainerBehaviourSpec, Record<string, string>]>([
  [
    'pulls that fail and succeed',
    { image: { pull: '4s', sizeBytes: '1Gi', failures: [{ attempts: '1-3', reason: 'timeout' }] } },
    { 'pull-error': 'timeout', 'pull-failures': '1-3', 'pull-time': '4s', 'image-size': '1Gi' },
  ],
  [
    'a pull by bandwidth',
    { image: { pull: { latency: '1s', bandwidth: '100Mi' }, sizeBytes: '1000Mi' } },
    { 'pull-time': '11000ms', 'image-size': '1000Mi' },
  ],
  [
    'runs by attempt',
    {
      run: [
        { attempts: '1', duration: '5s', exitCode: 1 },
        { attempts: '2-3', duration: '30s', reason: 'OOMKilled', exitCode: 137 },
      ],
    },
    {
      'exit-after': '5s,30s,30s,never',
      'exit-code': '1,137,137,0',
      'exit-reason': 'Error,OOMKilled,OOMKilled,Completed',
    },
  ],
  [
    'every attempt',
    { run: [{ attempts: '*', duration: '5s', exitCode: 2 }] },
    { 'exit-after': '5s', 'exit-code': '2' },
  ],
  [
    'usage as a curve, a number and corners',
    {
      usage: {
        memory: '100Mi,1m~2Gi',
        cpu: 1,
        pids: [
          { at: '0s', value: 5 },
          { at: '1m', value: 50, interpolation: 'linear' },
        ],
      },
    },
    { 'usage-memory': '100Mi,1m~2Gi', 'usage-cpu': '1', 'usage-processes': '0s=5,1m~50' },
  ],
  [
    'what is drawn, and signals and messages',
    {
      start: { latency: { uniform: { min: '1s', max: '2s' } } },
      run: [
        { attempts: '1', duration: { normal: { mean: '10s', stddev: '2s' } }, signal: 9, message: 'out, at last' },
        { attempts: '2-', duration: { empirical: ['1s', '2s'] } },
      ],
    },
    {
      'start-time': 'uniform(1s 2s)',
      'exit-after': 'normal(10s 2s),oneof(1s 2s)',
      'exit-code': '137,0',
      'exit-signal': '9,',
      'exit-message': 'out, at last|',
    },
  ],
  [
    'how it takes SIGTERM',
    { terminate: { onSigterm: { exitAfter: '3s', exitCode: 0 }, preStop: '2s' } },
    { 'stop-after': '3s', 'stop-exit-code': '0', 'pre-stop': '2s' },
  ],
  ['that it ignores SIGTERM', { terminate: { onSigterm: 'ignore' } }, { 'stop-after': 'never' }],
  [
    'usage from the start of the scenario',
    { usage: { memory: { sum: ['1Gi', { ramp: { rate: '1Mi' }, origin: 'scenario' }] } } },
    { 'usage-memory': '{"sum":["1Gi",{"ramp":{"rate":"1Mi"},"from":"2026-03-01T12:00:00Z"}]}' },
  ],
])('%s', (_what, app, want) => {
  const prefixed = Object.entries(want).map(([word, text]) => [`orrery.dev/app.${word}`, text]);
  expect(annotationsFor(app)).toEqual(Object.fromEntries(prefixed));
});

test('usage of a volume is that of the pod', () => {
  expect(annotationsFor({ usage: { 'volume:data': '1Gi' } })).toEqual({ 'orrery.dev/usage-volume.data': '1Gi' });
});

describe('chance', () => {
  const pods = Array.from({ length: 1000 }, (_, i): Pod => ({
    ...pod,
    metadata: { ...pod.metadata, name: `web-${i}` },
  }));
  const shares = (seed: string, ...behaviours: PodBehavior[]): Record<string, number> => {
    const all = new PodBehaviours(seed);
    all.replace(behaviours);
    const counts: Record<string, number> = {};
    for (const each of pods) {
      const reason = all.give(each).metadata.annotations!['orrery.dev/exit-reason'] ?? 'none';
      counts[reason] = (counts[reason] ?? 0) + 1;
    }
    return counts;
  };

  test('a share of the pods, the same ones for the same seed', () => {
    const third = behaviour('b', { probability: 0.33 });
    const { b } = shares('s', third);
    expect(b).toBeGreaterThan(280);
    expect(b).toBeLessThan(380);
    expect(shares('s', third)).toEqual(shares('s', third));
    expect(shares('other', third)).not.toEqual(shares('s', third));
    expect(shares('s', behaviour('b', { probability: 0 }))).toEqual({ none: 1000 });
  });

  test('equals by weight', () => {
    const { a, b } = shares('s', behaviour('a', { weight: 3 }), behaviour('b', { weight: 1 }));
    expect(a! + b!).toBe(1000);
    expect(a).toBeGreaterThan(690);
    expect(a).toBeLessThan(810);
  });
});

describe('pods of a trace', () => {
  const OWNERS = [
    { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1' },
    { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
  ];
  const owned = (name: string, annotations = {}): Pod =>
    ({
      metadata: { name, namespace: 'shop', annotations, ownerReferences: OWNERS.slice(0, 1) },
      spec: { containers: [] },
    }) as unknown as Pod;
  const bare = { metadata: { name: 'bare', namespace: 'shop' }, spec: { containers: [] } } as unknown as Pod;
  const given = (selector: object, pod: Pod): unknown => {
    const behaviours = new PodBehaviours('', () => OWNERS);
    behaviours.replace([
      { metadata: { name: 'b' }, spec: { selector, completeAfter: { empirical: ['42s', 'forever'] } } },
    ]);
    return behaviours.give(pod).metadata.annotations?.['orrery.dev/complete-after'];
  };
  const AFTER = 'oneof(42s never)';

  test.each<[string, object, Pod, string | undefined]>([
    ['by the owner of their owner', { owner: { kind: 'Deployment', name: 'web' } }, owned('a'), AFTER],
    ['with its group', { owner: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } }, owned('a'), AFTER],
    ['not by another group', { owner: { apiVersion: 'x/v1', kind: 'Deployment', name: 'web' } }, owned('a'), undefined],
    ['not by another name', { owner: { kind: 'Deployment', name: 'api' } }, owned('a'), undefined],
    ['by themselves, without an owner', { owner: { apiVersion: 'v1', kind: 'Pod', name: 'bare' } }, bare, AFTER],
    [
      'by the hash that they carry',
      { podSpecHash: '42' },
      owned('a', { 'static.simkube.io/pod-spec-stable-hash': '42' }),
      AFTER,
    ],
    ['not by another hash', { podSpecHash: '42' }, owned('a'), undefined],
  ])('are known %s', (_, selector, pod, want) => {
    expect(given(selector, pod)).toBe(want);
  });
});
