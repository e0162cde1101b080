import { renderFieldError, type Node } from '@orrery/api-types';
import { NodeBehaviours, type NodeBehavior } from './node-behaviours';
import { nodeBehaviorErrors } from './validate-node-behaviour';

const node = (name: string, annotations: Record<string, string> = {}): Node =>
  ({
    metadata: { name, labels: { class: 'small' }, annotations, creationTimestamp: '2026-03-01T12:00:00Z' },
  }) as unknown as Node;
const of = (spec: NodeBehavior['spec'], name = 'b'): NodeBehavior => ({
  metadata: { name, creationTimestamp: '2026-03-01T12:01:00Z' },
  ...(spec ? { spec } : {}),
});
const behaving = (...all: NodeBehavior[]): NodeBehaviours => {
  const behaviours = new NodeBehaviours('seed');
  behaviours.replace(all);
  return behaviours;
};

test('everything that can be said becomes what the kubelet reads; own annotations win', () => {
  const behaviours = behaving(
    of({
      capacity: { cpu: 4 },
      filesystems: {
        nodefs: { capacity: '100Gi', inodes: 1000, usage: '10Gi' },
        imagefs: { capacity: '50Gi', inodesUsage: 5 },
      },
      maxProcesses: 100,
      usage: { memory: '1Gi' },
      daemons: { kubelet: { cpu: '100m', memoryRss: '10Mi' } },
      registry: { latency: '1s' },
      heartbeats: { jitter: 0.04 },
      boot: { delay: '45s' },
      configuration: { maxPods: 5 },
    }),
  );
  expect(behaviours.give(node('n', { 'orrery.dev/usage-memory': '2Gi' })).metadata.annotations).toEqual({
    'orrery.dev/capacity': '{"cpu":4,"ephemeral-storage":"100Gi"}',
    'orrery.dev/nodefs-inodes': '1000',
    'orrery.dev/usage-nodefs': '10Gi',
    'orrery.dev/imagefs': '50Gi',
    'orrery.dev/usage-imagefs-inodes': '5',
    'orrery.dev/max-processes': '100',
    'orrery.dev/usage-memory': '2Gi',
    'orrery.dev/kubelet.usage-cpu': '100m',
    'orrery.dev/kubelet.usage-memory-rss': '10Mi',
    'orrery.dev/registry': '{"latency":"1s"}',
    'orrery.dev/heartbeat-jitter': '0.04',
    'orrery.dev/boot-delay': '45s',
    'orrery.dev/kubelet-configuration': '{"maxPods":5}',
  });
});

test('the highest priority counts, then the most specific; a node that none is for stays the same object', () => {
  const behaviours = behaving(
    of({}, 'all'),
    of({ selector: { names: ['n*'] } }, 'named'),
    of({ priority: 1, selector: { labelSelector: { matchLabels: { class: 'large' } } } }, 'large'),
  );
  expect(behaviours.nameFor(node('n'))).toBe('named');
  expect(behaviours.nameFor(node('m'))).toBe('all');
  const other = node('m');
  expect(behaving(of({ selector: { names: ['n'] } })).give(other)).toBe(other);
});

test('faults begin after both the node and the behaviour are there', () => {
  const faults = [
    { kind: 'POWER_OFF', after: '30s', for: '10s' },
    { kind: 'API_LATENCY', at: '2026-03-01T12:30:00Z', latency: '2s' },
    { kind: 'SLOW_HEARTBEAT', factor: 6 },
  ];
  const start = Date.UTC(2026, 2, 1, 12, 1);
  expect(behaving(of({ faults })).faultsOf(node('n'))).toEqual([
    { kind: 'power-off', sinceMs: start + 30_000, untilMs: start + 40_000, amount: undefined },
    { kind: 'api-latency', sinceMs: start + 29 * 60_000, untilMs: undefined, amount: 2000 },
    { kind: 'slow-heartbeat', sinceMs: start, untilMs: undefined, amount: 6 },
  ]);
});

const errorsOf = (spec: unknown): string[] =>
  nodeBehaviorErrors(spec, {
    checkCurve: (text) => (text === 'wrong' ? 'no amount' : undefined),
    configurationErrors: (document) => ((document as { maxPods: number }).maxPods < 0 ? ['maxPods: -1'] : []),
  }).map(({ field, ...rest }) =>
    renderFieldError({ field, ...rest }).replace(/Invalid value: \{.*\}: /, 'Invalid value: '),
  );

test.each<[object, string]>([
  [{ capacities: {} }, 'spec.capacities: Invalid value: unknown field; did you mean capacity?'],
  [{ capacity: { cpu: 0 } }, 'spec.capacity[cpu]: Invalid value: 0: must be a quantity greater than zero'],
  [{ maxProcesses: 1.5 }, 'spec.maxProcesses: Invalid value: 1.5: must be a whole number greater than zero'],
  [
    { usage: { gpu: 1 } },
    'spec.usage[gpu]: Unsupported value: "gpu": supported values: "cpu", "memory", "memoryUsage", "memoryRss", "pids"',
  ],
  [{ usage: { memory: 'wrong' } }, 'spec.usage[memory]: Invalid value: "wrong": no amount'],
  [{ daemons: { systemd: {} } }, 'spec.daemons[systemd]: Invalid value: must be one of kubelet, runtime, misc'],
  [{ heartbeats: { jitter: 2 } }, 'spec.heartbeats.jitter: Invalid value: 2: must be between 0 and 1'],
  [
    { boot: { delay: 'long' } },
    'spec.boot.delay: Invalid value: "long": must be a duration that is not negative, for example 30s',
  ],
  [{ configuration: { maxPods: -1 } }, 'spec.configuration: Invalid value: maxPods: -1'],
  [{ faults: [{}] }, 'spec.faults[0].kind: Required value'],
  [
    { faults: [{ kind: 'POWER_OFF', at: 'noon' }] },
    'spec.faults[0].at: Invalid value: "noon": must be an instant, for example 2026-03-01T12:00:00Z',
  ],
  [
    { faults: [{ kind: 'POWER_OFF', at: '2026-03-01T12:00:00Z', after: '1s' }] },
    'spec.faults[0].after: Invalid value: "1s": cannot be used together with at',
  ],
  [
    { faults: [{ kind: 'POWER_OFF', factor: 2 }] },
    'spec.faults[0].factor: Invalid value: 2: belongs to SLOW_HEARTBEAT, and must be given with it',
  ],
])('%j: %s', (spec, want) => expect(errorsOf(spec)).toEqual([want]));
