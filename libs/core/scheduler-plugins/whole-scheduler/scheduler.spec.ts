import { makeNode, makePod } from '@orrery/builders';
import { makeScene } from '../testing/scheduling-scene';
import {
  errorStatus,
  pendingStatus,
  SUCCESS,
  unschedulable,
  waitStatus,
  type AnyPlugin,
  type BindDecision,
  type Decision,
  type PluginHandle,
  type Status,
} from '@orrery/scheduling';
import { PLUGIN_REGISTRY } from '../registry';

const nodes = [makeNode('n').allocatable({ cpu: '1' })];
const pod = makePod('p').requests({ cpu: '1' });

function bindOf([decision]: readonly Decision[]): BindDecision {
  if (decision?.kind !== 'bind') throw new TypeError(`expected a binding, got ${decision?.kind}`);
  return decision;
}

/** A scene whose default profile also runs the given plugin at every point it implements. */
function sceneWith(
  plugin: AnyPlugin | ((handle: PluginHandle) => AnyPlugin),
  bundle: 'modern' | 'k8s-1.20' = 'modern',
) {
  const factory = (_args: unknown, handle: PluginHandle) => (typeof plugin === 'function' ? plugin(handle) : plugin);
  return makeScene({
    nodes,
    pods: [pod],
    bundle,
    registry: { ...PLUGIN_REGISTRY, Extra: factory },
    profiles: [
      {
        schedulerName: 'default-scheduler',
        plugins: {
          multiPoint: { enabled: [{ name: 'Extra' }] },
          postFilter: { disabled: [{ name: 'DefaultPreemption' }] },
        },
      },
    ],
  });
}

test('a pod is placed, bound and confirmed', () => {
  const { scheduler } = makeScene({ nodes, pods: [pod] });
  const decision = bindOf(scheduler.scheduleBatch(10));
  expect(decision).toMatchObject({
    nodeName: 'n',
    attempt: 1,
    binding: { namespace: 'default', name: 'p', uid: 'default-p', nodeName: 'n' },
    pod: { spec: { nodeName: 'n' } },
  });
  expect(scheduler.bindingFinished(decision, SUCCESS)).toMatchObject({
    kind: 'bound',
    event: { type: 'Normal', reason: 'Scheduled', message: 'Successfully assigned default/p to n' },
  });
  scheduler.podChanged(pod.build(), pod.version('2').node('n').build());
  expect([scheduler.pendingCount(), scheduler.bindingCount(), scheduler.parts.cache.isAssumed('default-p')]).toEqual([
    0,
    0,
    false,
  ]);
});

test('the bindings of a batch end each on its own', () => {
  const { scheduler } = makeScene({ nodes, pods: [makePod('a'), makePod('b'), makePod('c').requests({ cpu: '9' })] });
  const outcomes = scheduler.scheduleBatch(10).map((decision) => {
    if (decision.kind !== 'bind') return decision;
    const isTaken = decision.binding.name === 'b';
    return scheduler.bindingFinished(decision, isTaken ? errorStatus('', 'conflict') : SUCCESS)!;
  });
  expect(outcomes.map(({ kind, pod: { metadata } }) => [metadata.name, kind])).toEqual([
    ['a', 'bound'],
    ['b', 'failed'],
    ['c', 'failed'],
  ]);
});

test('the guide prints the pod without its namespace', () => {
  const { scheduler } = makeScene({ nodes, pods: [pod], bundle: 'okd-legacy' });
  const bound = scheduler.bindingFinished(bindOf(scheduler.scheduleBatch(1)), SUCCESS);
  expect(bound).toMatchObject({ event: { message: 'Successfully assigned p to n' } });
});

test('pods of one batch see each other', () => {
  const { scheduler } = makeScene({ nodes, pods: [pod, makePod('q').requests({ cpu: '1' })] });
  expect(scheduler.scheduleBatch(10)).toMatchObject([
    { kind: 'bind', pod: { metadata: { name: 'p' } } },
    {
      kind: 'failed',
      message: expect.stringMatching(
        /^0\/1 nodes are available: 1 Insufficient cpu\. no new claims to deallocate, preemption: /,
      ),
    },
  ]);
});

test('a failed binding frees the node, wakes others, and the pod backs off', async () => {
  const { scheduler, advance } = makeScene({ nodes, pods: [pod, makePod('q').requests({ cpu: '1' })] });
  const decision = bindOf(scheduler.scheduleBatch(10));
  expect(scheduler.bindingFinished(decision, errorStatus('DefaultBinder', 'the store is away'))).toMatchObject({
    kind: 'failed',
    message: 'running Bind plugin "DefaultBinder": the store is away',
    statusPatch: { condition: { reason: 'SchedulerError' } },
  });
  const places = ['p', 'q'].map((name) => scheduler.parts.queue.entry(`default-${name}`)?.place);
  expect(places).toEqual(['backoff', 'backoff']);
  await advance(1000);
  expect(scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'bind', attempt: 2 }]);
});

test('a pod deleted while it is bound does not come back', () => {
  const { scheduler } = makeScene({ nodes, pods: [pod] });
  const decision = bindOf(scheduler.scheduleBatch(1));
  scheduler.podChanged(pod.build(), undefined);
  expect(scheduler.bindingFinished(decision, errorStatus('', 'not found'))).toMatchObject({ kind: 'dropped' });
  expect([scheduler.pendingCount(), scheduler.parts.cache.pod('default-p')]).toEqual([0, undefined]);
});

test('an unconfirmed binding is forgotten in 1.20 after 30 s, never in modern', async () => {
  for (const [bundle, want] of [
    ['k8s-1.20', undefined],
    ['modern', 'default/p'],
  ] as const) {
    const { scheduler, advance } = makeScene({ nodes, pods: [pod], bundle });
    scheduler.bindingFinished(bindOf(scheduler.scheduleBatch(1)), SUCCESS);
    await advance(30_000);
    expect(scheduler.parts.cache.pod('default-p')?.key).toBe(want);
  }
});

test('pods of unknown schedulers are left alone', () => {
  const other = makePod('o').scheduler('custom-scheduler');
  const { scheduler } = makeScene({ nodes, pods: [other] });
  expect([scheduler.isResponsibleFor(other.build()), scheduler.pendingCount()]).toEqual([false, 0]);
});

test('pods bound by others and pods that ended leave the queue', () => {
  const { scheduler } = makeScene({ nodes, pods: [pod, makePod('q')] });
  scheduler.podChanged(pod.build(), pod.version('2').node('n').build());
  scheduler.podChanged(makePod('q').build(), makePod('q').version('2').phase('Failed').build());
  expect([scheduler.pendingCount(), scheduler.scheduleBatch(5)]).toEqual([0, []]);
});

test('a pod being deleted is dropped with an event', () => {
  const { scheduler } = makeScene({ nodes, pods: [pod.deleting()] });
  const message = 'skip schedule deleting pod: default/p';
  expect(scheduler.scheduleBatch(1)).toMatchObject([
    { kind: 'dropped', event: { type: 'Warning', reason: 'FailedScheduling', message } },
  ]);
});

test('a repeated failure patches the status only once', () => {
  const tooBig = makePod('p').requests({ cpu: '2' });
  const { scheduler } = makeScene({ nodes, pods: [tooBig] });
  const [failed] = scheduler.scheduleBatch(1);
  if (failed?.kind !== 'failed') throw new TypeError('expected a failure');
  const shown = tooBig.version('2').status({ conditions: [failed.statusPatch!.condition!] });
  scheduler.podChanged(tooBig.build(), shown.build());
  scheduler.parts.queue.activate(['default-p']);
  expect(scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'failed', statusPatch: undefined, attempt: 2 }]);
});

describe('permit', () => {
  const waiting: AnyPlugin = { name: 'Extra', permit: () => ({ status: waitStatus('Extra'), timeoutMs: 5000 }) };

  test('an allowed pod is bound later, without holding up its batch', () => {
    const { scheduler } = sceneWith(waiting);
    let woken = 0;
    scheduler.onLateDecision = () => woken++;
    expect([scheduler.scheduleBatch(5), scheduler.bindingCount()]).toEqual([[], 1]);
    scheduler.parts.profiles.get('default-scheduler')!.framework.handle.waitingPod('default-p')!.allow('Extra');
    expect([woken, scheduler.hasActive()]).toEqual([1, true]);
    expect(bindOf(scheduler.scheduleBatch(0)).nodeName).toBe('n');
  });

  test('a timeout rejects and names plugin and wait', async () => {
    const { scheduler, advance } = sceneWith(waiting);
    scheduler.scheduleBatch(1);
    expect(scheduler.nextDeadlineMs()).toBe(5000);
    await advance(5000);
    const message = '0/1 nodes are available: 1 rejected due to timeout after waiting 5s at plugin Extra.';
    expect(scheduler.scheduleBatch(0)).toMatchObject([{ kind: 'failed', message }]);
    expect(scheduler.parts.cache.pod('default-p')).toBeUndefined();
  });

  test('deleting a waiting pod ends the wait', () => {
    const { scheduler } = sceneWith(waiting);
    scheduler.scheduleBatch(1);
    scheduler.podChanged(pod.build(), undefined);
    expect(scheduler.scheduleBatch(0)).toMatchObject([{ kind: 'dropped' }]);
    expect([scheduler.bindingCount(), scheduler.pendingCount()]).toEqual([0, 0]);
  });
});

test('a slow PreBind does not hold up the batch', async () => {
  let finish: (status: Status) => void = () => undefined;
  const slow: AnyPlugin = { name: 'Extra', preBind: () => new Promise<Status>((resolve) => (finish = resolve)) };
  const { scheduler } = sceneWith(slow);
  expect(scheduler.scheduleBatch(1)).toEqual([]);
  const ready = new Promise<void>((resolve) => (scheduler.onLateDecision = resolve));
  finish(SUCCESS);
  await ready;
  expect(bindOf(scheduler.scheduleBatch(0)).uid).toBe('default-p');
});

test('a failure after assume unreserves everything in reverse order', () => {
  const calls: string[] = [];
  const reserving: AnyPlugin = {
    name: 'Extra',
    reserve: () => (calls.push('reserve'), unschedulable('Extra', 'no luck')),
    unreserve: () => void calls.push('unreserve'),
  };
  const { scheduler } = sceneWith(reserving);
  expect(scheduler.scheduleBatch(1)).toMatchObject([
    { kind: 'failed', message: '0/1 nodes are available: 1 no luck.' },
  ]);
  expect([calls, scheduler.parts.cache.pod('default-p')]).toEqual([['reserve', 'unreserve'], undefined]);
});

test('a pending plugin is remembered as such', () => {
  const pending: AnyPlugin = { name: 'Extra', permit: () => ({ status: pendingStatus('Extra', 'made a claim') }) };
  const { scheduler } = sceneWith(pending);
  scheduler.scheduleBatch(1);
  expect([...scheduler.parts.queue.entry('default-p')!.pendingPlugins]).toEqual(['Extra']);
});

test('PostFilter may nominate; its effects and text come with the decision', () => {
  const helper: AnyPlugin = {
    name: 'Extra',
    postFilter: () => ({
      status: unschedulable('Extra', 'preemption: none'),
      nomination: { mode: 'set', nodeName: 'n' },
      effects: [],
    }),
  };
  const { scheduler } = sceneWith(helper);
  scheduler.podChanged(undefined, makePod('x').node('n').requests({ cpu: '1' }).build());
  expect(scheduler.scheduleBatch(1)).toMatchObject([
    {
      kind: 'failed',
      message: '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: none',
      statusPatch: { nominatedNodeName: 'n' },
    },
  ]);
  expect(scheduler.parts.queue.nominator.nominatedPods('n').map(({ key }) => key)).toEqual(['default/p']);
});

test.each([
  ['modern', 'SchedulerError'],
  ['k8s-1.20', 'Unschedulable'],
] as const)('%s: an error inside the algorithm', (bundle, reason) => {
  const broken: AnyPlugin = { name: 'Extra', preFilter: () => ({ status: errorStatus('Extra', 'boom') }) };
  const { scheduler } = sceneWith(broken, bundle);
  expect(scheduler.scheduleBatch(1)).toMatchObject([
    { kind: 'failed', message: 'running PreFilter plugin "Extra": boom', statusPatch: { condition: { reason } } },
  ]);
});

test.each([
  ['an unknown plugin', { plugins: { filter: { enabled: [{ name: 'Nope' }] } } }, 'plugin does not exist'],
  [
    'a plugin at a point it lacks',
    { plugins: { score: { enabled: [{ name: 'NodeName' }] } } },
    'does not extend score',
  ],
  ['no binder', { plugins: { bind: { disabled: [{ name: '*' }] } } }, 'at least one bind plugin'],
  [
    'arguments given twice',
    {
      pluginConfig: [
        { name: 'NodeName', args: {} },
        { name: 'NodeName', args: {} },
      ],
    },
    'Duplicate value: "NodeName"',
  ],
])('a profile with %s is refused', (_name, part, message) => {
  expect(() => makeScene({ profiles: [{ schedulerName: 'default-scheduler', ...part }] })).toThrow(message);
});
