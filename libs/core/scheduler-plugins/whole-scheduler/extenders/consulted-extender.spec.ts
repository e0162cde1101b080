import { makeNode, makePod } from '@orrery/builders';
import { makeScene } from '../../testing/scheduling-scene';
import { ConsultedExtender, HttpExtender, type ExtenderReply } from '@orrery/scheduling';

/** Makes a scene whose extender answers on the test's call. */
function slowScene(pods = [makePod('p'), makePod('q')]): {
  readonly scene: ReturnType<typeof makeScene>;
  readonly asked: string[][];
  readonly reply: (answer: ExtenderReply) => Promise<void>;
} {
  const asked: string[][] = [];
  let resolve: (answer: ExtenderReply) => void = () => undefined;
  const http = new HttpExtender(
    {
      urlPrefix: 'http://slow',
      filterVerb: 'filter',
      prioritizeVerb: undefined,
      preemptVerb: undefined,
      bindVerb: undefined,
      weight: 0,
      enableHttps: false,
      tlsConfig: undefined,
      httpTimeoutMs: 1000,
      nodeCacheCapable: true,
      managedResources: [],
      ignorable: false,
    },
    (_url, body) => {
      asked.push((body as { NodeNames: string[] }).NodeNames);
      return new Promise((done) => (resolve = done));
    },
  );
  const scene = makeScene({
    nodes: [makeNode('a'), makeNode('b')],
    pods,
    extenders: [new ConsultedExtender(http)],
  });
  const { scheduler } = scene;
  return {
    scene,
    asked,
    reply: async (answer) => {
      const known = new Promise<void>((done) => (scheduler.onLateDecision = done));
      resolve(answer);
      await known;
    },
  };
}

const agrees = (...names: string[]): ExtenderReply => ({ status: 200, body: { NodeNames: names } });

test('the batch ends at the pod that is asked about, and goes on with the answer', async () => {
  const { scene, asked, reply } = slowScene();
  const { scheduler } = scene;
  expect(scheduler.scheduleBatch(10)).toEqual([]);
  expect([scheduler.hasActive(), asked.map((names) => [...names].sort())]).toEqual([false, [['a', 'b']]]);
  const { answers } = scheduler;
  expect(answers).toBeDefined();
  await reply(agrees('b'));
  await answers;
  expect([scheduler.hasActive(), scheduler.answers]).toEqual([true, undefined]);
  expect(scheduler.scheduleBatch(10)).toMatchObject([
    { kind: 'bind', pod: { metadata: { name: 'p' } }, nodeName: 'b' },
  ]);
  expect(asked).toHaveLength(2);
  await reply(agrees('a'));
  expect(scheduler.scheduleBatch(10)).toMatchObject([
    { kind: 'bind', pod: { metadata: { name: 'q' } }, nodeName: 'a' },
  ]);
});

test('nodes that came meanwhile are left to the next cycle, so that the cycle ends', async () => {
  const { scene, asked, reply } = slowScene();
  const { scheduler } = scene;
  scheduler.scheduleBatch(1);
  scheduler.nodeChanged(undefined, makeNode('new').build());
  await reply(agrees('a', 'b'));
  const [decision] = scheduler.scheduleBatch(1);
  expect(decision).toMatchObject({ kind: 'bind', attempt: 1 });
  expect(decision?.kind === 'bind' && decision.nodeName).not.toBe('new');
  expect(asked).toHaveLength(1);
});

test('a pod that is deleted while it is asked about is forgotten', async () => {
  const { scene, reply } = slowScene();
  const { scheduler } = scene;
  scheduler.scheduleBatch(1);
  scheduler.podChanged(makePod('p').build(), undefined);
  await reply(agrees('a', 'b'));
  scheduler.scheduleBatch(10);
  await reply(agrees('a', 'b'));
  expect(scheduler.scheduleBatch(10)).toMatchObject([{ kind: 'bind', pod: { metadata: { name: 'q' } } }]);
  expect(scheduler.pendingCount()).toBe(0);
});

test('all nodes are asked about after the promised one was refused', async () => {
  const { scene, asked, reply } = slowScene([makePod('p').nominated('a')]);
  const { scheduler } = scene;
  scheduler.scheduleBatch(1);
  await reply(agrees());
  expect(scheduler.scheduleBatch(1)).toEqual([]);
  expect(asked.map((names) => [...names].sort())).toEqual([['a'], ['a', 'b']]);
  await reply(agrees('b'));
  expect(scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'bind', nodeName: 'b' }]);
});
