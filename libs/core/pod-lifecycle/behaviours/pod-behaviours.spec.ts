import type { Pod } from '@orrery/api-types';
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
