import type { Node, Pod } from '@orrery/api-types';
import { parse } from 'yaml';
import { SimulatedStore } from '../testing/simulated-store';
import type { StageFile, StageFileSpec } from './stage-file';

const PHASE_IS = (phase: string) => ({ key: '.status.phase', operator: 'In', values: [phase] });
const ALIVE = { key: '.metadata.deletionTimestamp', operator: 'DoesNotExist' };

function file(name: string, spec: Partial<StageFileSpec>): StageFile {
  return { metadata: { name }, spec: { resourceRef: { kind: 'Pod' }, selector: {}, next: {}, ...spec } };
}

const READY = file('pod-ready', {
  selector: { matchExpressions: [ALIVE, PHASE_IS('Pending')] },
  delay: { durationMilliseconds: 5000 },
  next: {
    event: { type: 'Normal', reason: 'Led', message: 'led' },
    statusTemplate: [
      '{{ $now := Now }}',
      'conditions:',
      '- { type: Ready, status: "True", lastTransitionTime: {{ $now | Quote }} }',
      'containerStatuses:',
      '{{ range .spec.containers }}',
      '- { name: {{ .name }}, image: {{ .image | Quote }}, ready: true, restartCount: 0, state: { running: { startedAt: {{ $now | Quote }} } } }',
      '{{ end }}',
      'podIP: {{ PodIPWith .spec.nodeName (or .spec.hostNetwork false) .metadata.uid .metadata.name .metadata.namespace }}',
      'phase: Running',
      'startTime: {{ $now | Quote }}',
    ].join('\n'),
  },
});
const DONE = file('pod-done', {
  selector: { matchExpressions: [ALIVE, PHASE_IS('Running')] },
  delay: { durationMilliseconds: 60_000 },
  next: { statusTemplate: 'phase: Succeeded\ncontainerStatuses: null' },
});

const start = (...files: StageFile[]) =>
  new SimulatedStore()
    .addNode('n1')
    .runUntil(0)
    .lead(...files);
const label = (store: SimulatedStore, name: string, labels: Record<string, string>): SimulatedStore => {
  const pod = store.pod(name);
  store.storePod({ ...pod, metadata: { ...pod.metadata, labels } });
  return store;
};
const node = (store: SimulatedStore): Node => store.nodes.get('n1')!;
const phaseOf = (pod: Pod) => pod.status?.phase;

test('a pod follows the stages of files in place of its own life', () => {
  const store = start(READY, DONE).addPod('p').runUntil(4999);
  expect(store.writesOf('p')).toEqual([]);
  store.runUntil(5000);
  expect(store.pod('p').status).toMatchObject({
    phase: 'Running',
    podIP: '10.1.0.1',
    startTime: '1970-01-01T00:00:05Z',
  });
  expect(store.pod('p').metadata.annotations).toEqual({ 'orrery.dev/stage': 'pod-ready' });
  store.runUntil(64_999);
  expect(phaseOf(store.pod('p'))).toBe('Running');
  store.runUntil(100_000);
  expect(store.writesOf('p')).toEqual(['5000 p status Running', '65000 p status Succeeded']);
  expect(store.messagesOf('p')).toEqual(['5000 Led led']);
});

test('stages go on where they were when the kubelet restarts', () => {
  const store = start(READY).addPod('p').runUntil(6000).restart().lead(READY).runUntil(600_000);
  expect(store.writesOf('p')).toEqual(['5000 p status Running']);
});

test('where no stage is for the deletion, the kubelet sees to it', () => {
  const store = start(READY).addPod('p').runUntil(6000).deletePod('p').runUntil(10_000);
  expect(store.writesOf('p').at(-1)).toBe('6100 p delete');
});

test('a stage deletes at once, and takes finalizers away', () => {
  const gone = file('gone', {
    selector: { matchExpressions: [{ key: '.metadata.deletionTimestamp', operator: 'Exists' }] },
    next: { delete: true, finalizers: { empty: true } },
  });
  const store = start(READY, gone).addPod('p').runUntil(6000).deletePod('p').runUntil(10_000);
  expect(store.writesOf('p').slice(1)).toEqual([
    '6000 p finalizers {"add":[],"remove":[],"empty":true}',
    '6000 p delete',
  ]);
});

test('pods that no stage is for live as before', () => {
  const only = file('only', { selector: { matchLabels: { app: 'x' } }, next: { statusTemplate: 'phase: Failed' } });
  const store = start(only).addPod('p').addPod('q').runUntil(10_000);
  expect(phaseOf(store.pod('p'))).toBe('Running');
  expect(store.startsOf('p')).toEqual([800]);
  label(store, 'p', { app: 'x' }).runUntil(20_000);
  expect([phaseOf(store.pod('p')), phaseOf(store.pod('q'))]).toEqual(['Failed', 'Running']);
});

test('a stage that only tells an event tells it once, and leaves the life of the pod alone', () => {
  const tells = file('tells', {
    selector: { matchExpressions: [PHASE_IS('Running')] },
    next: { event: { reason: 'Told' } },
  });
  const store = start(tells).addPod('p').runUntil(100_000);
  expect(store.messagesOf('p').filter((text) => text.includes('Told'))).toEqual(['800 Told ']);
});

test('with immediateNextStage the stage between is never seen', () => {
  const step = (name: string, from: string, to: string, immediateNextStage: boolean) =>
    file(name, {
      selector: { matchExpressions: [PHASE_IS(from)] },
      next: { statusTemplate: `phase: ${to}` },
      immediateNextStage,
    });
  const chain = (isImmediate: boolean) =>
    start(step('a', 'Pending', 'Running', isImmediate), step('b', 'Running', 'Succeeded', isImmediate))
      .addPod('p')
      .runUntil(1)
      .writesOf('p');
  expect(chain(true)).toEqual(['0 p status Succeeded']);
  expect(chain(false)).toEqual(['0 p status Running', '0 p status Succeeded']);
});

test('stages that run in circles do not stop the clock', () => {
  const turn = (name: string, from: string, to: string) =>
    file(name, { selector: { matchExpressions: [PHASE_IS(from)] }, next: { statusTemplate: `phase: ${to}` } });
  const store = start(turn('a', 'Pending', 'Running'), turn('b', 'Running', 'Pending'))
    .addPod('p')
    .runUntil(1500);
  expect(store.writesOf('p').length).toBe(200);
});

test('a stage that cannot be played says so, and is tried again', () => {
  const bad = file('bad', { next: { statusTemplate: 'phase: {{ .metadata.name.x }}' } });
  const store = start(bad).addPod('p').runUntil(15_000);
  expect(store.messagesOf('p')).toEqual([
    '0 StageFailed The stage bad cannot be played: there is no field x in p',
    '10000 StageFailed The stage bad cannot be played: there is no field x in p',
  ]);
});

test.each([
  ['by weight', [1, 3], {}, [24, 36, 64, 76]],
  ['not at all with weight 0 beside another', [0, 1], {}, [0, 0, 100, 100]],
  ['evenly where all weights are 0', [0, 0], {}, [40, 60, 40, 60]],
  ['by what the pods say', [1, 1], { 'b.stage.kwok.x-k8s.io/weight': '0' }, [100, 100, 0, 0]],
])('of several stages one is chosen %s', (_, [a = 0, b = 0], annotations, [minA, maxA, minB, maxB]) => {
  const choice = (name: string, weight: number, phase: string) =>
    file(name, {
      selector: { matchExpressions: [PHASE_IS('Pending')] },
      weight,
      next: { statusTemplate: `phase: ${phase}` },
    });
  const store = start(choice('a', a, 'Failed'), choice('b', b, 'Succeeded'));
  for (let i = 0; i < 100; i++) store.addPod(`p${i}`, {}, annotations);
  store.runUntil(10);
  const count = (phase: string) => [...store.pods.values()].filter((pod) => phaseOf(pod) === phase).length;
  expect(count('Failed')).toBeGreaterThanOrEqual(minA!);
  expect(count('Failed')).toBeLessThanOrEqual(maxA!);
  expect(count('Succeeded')).toBeGreaterThanOrEqual(minB!);
  expect(count('Succeeded')).toBeLessThanOrEqual(maxB!);
});

const FAILS = 'pod-container-running-failed.stage.kwok.x-k8s.io';

test('a label makes a container fail, as annotations have it', () => {
  const containers = [
    { name: 'app', image: 'a:1' },
    { name: 'side', image: 'b:1' },
  ];
  const store = start().addPod(
    'p',
    { containers },
    {
      [`${FAILS}/container-name`]: 'side',
      [`${FAILS}/reason`]: 'Broken',
      [`${FAILS}/message`]: 'it broke',
      [`${FAILS}/exit-code`]: '7',
    },
  );
  label(store.runUntil(20_000), 'p', { [FAILS]: 'true' }).runUntil(20_999);
  expect(phaseOf(store.pod('p'))).toBe('Running');
  store.runUntil(30_000);
  const { status } = store.pod('p');
  expect(status!.phase).toBe('Failed');
  expect(status!.containerStatuses!.find(({ name }) => name === 'side')!.state!.terminated).toMatchObject({
    exitCode: 7,
    reason: 'Broken',
    message: 'it broke',
    finishedAt: '1970-01-01T00:00:21Z',
  });
  expect(status!.containerStatuses!.find(({ name }) => name === 'app')!.state!.terminated).toMatchObject({
    exitCode: 143,
  });
});

test('the failure of a label can be put off, and has its own words', () => {
  const store = start().addPod('p', {}, { [`${FAILS}/delay`]: '30s', [`${FAILS}/jitter-delay`]: '30s' });
  label(store.runUntil(20_000), 'p', { [FAILS]: 'true' }).runUntil(49_999);
  expect(phaseOf(store.pod('p'))).toBe('Running');
  store.runUntil(50_000);
  expect(store.pod('p').status!.containerStatuses![0]!.state!.terminated).toMatchObject({
    exitCode: 1,
    reason: 'containerFailed',
    message: 'container failed',
  });
});

test('a label makes an init container fail', () => {
  const initContainers = [{ name: 'init', image: 'i:1' }];
  const name = 'pod-init-container-running-failed.stage.kwok.x-k8s.io';
  const store = start().addPod('p', { initContainers }, { 'orrery.dev/init.exit-after': '1h' });
  label(store.runUntil(20_000), 'p', { [name]: 'true' }).runUntil(30_000);
  expect(store.pod('p').status).toMatchObject({ phase: 'Failed' });
  expect(store.pod('p').status!.initContainerStatuses![0]!.state!.terminated).toMatchObject({
    exitCode: 1,
    reason: 'initContainerError',
  });
});

test.each<[string, Record<string, string>, Record<string, string>, number]>([
  [
    'as the label of a trace and its time tell',
    { 'simkube.io/kwok-stage-complete': 'true' },
    { 'simkube.io/kwok-stage-complete-time': '1970-01-01T00:02:00+00:00' },
    120_000,
  ],
  ['at once, where there is no time', { 'simkube.io/kwok-stage-complete': 'true' }, {}, 800],
  ['so long after its containers started', {}, { 'orrery.dev/complete-after': '30s' }, 30_800],
])('a pod ends well %s, whatever its restart policy', (_, labels, annotations, atMs) => {
  const store = start().addPod('p', {}, annotations);
  label(store, 'p', labels).runUntil(atMs - 1);
  expect(phaseOf(store.pod('p'))).not.toBe('Succeeded');
  store.runUntil(atMs + 100_000);
  expect(store.writesOf('p').at(-1)).toBe(`${atMs} p status Succeeded`);
  const { conditions, containerStatuses } = store.pod('p').status!;
  expect(containerStatuses![0]!.state!.terminated).toMatchObject({ exitCode: 0, reason: 'Completed' });
  expect(conditions!.find(({ type }) => type === 'Ready')).toMatchObject({ status: 'False', reason: 'PodCompleted' });
});

test('a pod that knows its number takes the run whose turn it is', () => {
  const annotations = (number: string) => ({
    'orrery.dev/complete-after': 'oneof(30s never 50s)',
    'static.simkube.io/pod-sequence-number': number,
  });
  const store = start()
    .addPod('a', {}, annotations('3'))
    .addPod('b', {}, annotations('4'))
    .addPod('c', {}, annotations('5'));
  store.runUntil(1_000_000);
  expect(['a', 'b', 'c'].map((name) => phaseOf(store.pod(name)))).toEqual(['Succeeded', 'Running', 'Succeeded']);
});

const NODE_FAILS = 'node-not-ready.stage.kwok.x-k8s.io';
const ready = (store: SimulatedStore) => node(store).status.conditions!.find(({ type }) => type === 'Ready');

test('a label makes a node not ready, until it is taken away', () => {
  const store = start();
  const metadata = node(store).metadata;
  const relabel = (labels: Record<string, string>) =>
    store.storeNode({
      ...node(store),
      metadata: { ...node(store).metadata, labels: { ...metadata.labels, ...labels } },
    });
  store.storeNode({
    ...node(store),
    metadata: {
      ...metadata,
      annotations: { [`${NODE_FAILS}/type`]: 'NetworkUnavailable', [`${NODE_FAILS}/reason`]: 'Cut' },
    },
  });
  store.runUntil(100_000);
  relabel({ [NODE_FAILS]: 'true' });
  store.runUntil(100_999);
  expect(ready(store)!.status).toBe('True');
  store.runUntil(450_000);
  expect(ready(store)).toMatchObject({
    status: 'False',
    reason: 'Cut',
    message: 'node failed',
    lastTransitionTime: '1970-01-01T00:01:41Z',
  });
  expect(node(store).status.conditions).toContainEqual(
    expect.objectContaining({ type: 'NetworkUnavailable', status: 'True' }),
  );
  store.restart().runUntil(500_000);
  expect(ready(store)!.status).toBe('False');
  relabel({ [NODE_FAILS]: 'false' });
  store.runUntil(500_001);
  expect(ready(store)).toMatchObject({ status: 'True', reason: 'KubeletReady' });
  expect(node(store).status.conditions).toContainEqual(
    expect.objectContaining({ type: 'NetworkUnavailable', status: 'False' }),
  );
});

test('nodes follow the stages of files; heartbeats leave what they made bad', () => {
  const spec = parse(`
    resourceRef: { apiGroup: v1, kind: Node }
    selector: { matchExpressions: [{ key: '.status.conditions.[] | select(.type == "Ready") | .status', operator: In, values: ['True'] }] }
    delay: { durationMilliseconds: 30000 }
    next:
      event: { type: Warning, reason: Tired, message: the node is tired }
      statusTemplate: |
        conditions:
        {{ range NodeConditions }}
        {{ if eq .type "DiskPressure" }}
        - { type: DiskPressure, status: "True", reason: Full, message: full, lastHeartbeatTime: {{ Now | Quote }}, lastTransitionTime: {{ Now | Quote }} }
        {{ end }}
        {{ end }}
        phase: Running
  `) as StageFileSpec;
  const store = start({ metadata: { name: 'tired' }, spec }).runUntil(29_999);
  expect(node(store).metadata.annotations?.['orrery.dev/stage']).toBeUndefined();
  store.runUntil(29_999 + 301_000);
  expect(node(store).status).toMatchObject({ phase: 'Running' });
  expect(node(store).status.conditions).toContainEqual(
    expect.objectContaining({ type: 'DiskPressure', status: 'True', reason: 'Full' }),
  );
  expect(ready(store)!.status).toBe('True');
  expect(store.nodeEvents[0]).toMatchObject({ reason: 'Tired', message: 'the node is tired' });
});
