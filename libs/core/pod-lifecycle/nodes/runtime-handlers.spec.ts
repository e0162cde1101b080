import type { KubeObject, Node, PodSpec } from '@orrery/api-types';
import { SimulatedStore } from '../testing/simulated-store';
import { handlerProblem, RUNTIME_HANDLERS_ANNOTATION, runtimeHandlersOf } from './runtime-handlers';

test.each<[string, object, string[] | undefined]>([
  ['nothing', {}, undefined],
  ['an empty status', { status: { runtimeHandlers: [] } }, undefined],
  ['its status', { status: { runtimeHandlers: [{ name: '' }, { name: 'gvisor' }] } }, ['', 'gvisor']],
  [
    'its annotation before its status',
    {
      metadata: { annotations: { [RUNTIME_HANDLERS_ANNOTATION]: 'a, b' } },
      status: { runtimeHandlers: [{ name: 'c' }] },
    },
    ['a', 'b'],
  ],
])('%s says which handlers a node has', (_what, node, want) => {
  // Only what is asked for is there.
  expect(runtimeHandlersOf({ metadata: { name: 'n' }, ...node } as unknown as Node)).toEqual(want);
});

test('a runtime refuses what it does not have', () => {
  expect(handlerProblem('gvisor', undefined)).toBeUndefined();
  expect(handlerProblem('gvisor', ['gvisor'])).toBeUndefined();
  expect(handlerProblem('kata', ['gvisor'])).toContain('no runtime for "kata" is configured');
});

test('a pod whose class has another handler waits until the node has it', () => {
  const kata = { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'safe' }, handler: 'kata' };
  // Only what kubelets read is there.
  const findObject = (kind: string): KubeObject | undefined =>
    kind === 'RuntimeClass' ? (kata as unknown as KubeObject) : undefined;
  const store = new SimulatedStore({ findObject }).addNode('n1');
  const offer = (handlers: string): void => {
    const node = store.nodes.get('n1')!;
    const annotations = { ...node.metadata.annotations, [RUNTIME_HANDLERS_ANNOTATION]: handlers };
    store.storeNode({ ...node, metadata: { ...node.metadata, annotations } });
  };
  offer('runc');
  store.addPod('web', { runtimeClassName: 'safe' } as Partial<PodSpec>).runUntil(60_000);
  expect(store.pod('web').status!.phase).toBe('Pending');
  expect(store.messagesOf('web')).toEqual([
    '0 FailedCreatePodSandBox Failed to create pod sandbox: rpc error: code = Unknown desc = ' +
      'failed to get sandbox runtime: no runtime for "kata" is configured',
  ]);
  offer('runc,kata');
  expect(store.runUntil(63_000).pod('web').status!.phase).toBe('Running');
});
