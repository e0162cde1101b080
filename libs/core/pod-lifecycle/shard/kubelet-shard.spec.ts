import { formatTime } from '@orrery/time';
import { SimulatedStore } from '../testing/simulated-store';

const nodes = (count: number): SimulatedStore => {
  const store = new SimulatedStore();
  for (let i = 1; i <= count; i++) store.addNode(`n${i}`, { podCIDR: `10.${i >> 8}.${i & 255}.0/24` });
  return store;
};

describe('heartbeats', () => {
  it('a thousand nodes renew in one batch every ten seconds, in name order', () => {
    const store = nodes(1000).runUntil(29_999);
    expect(store.leaseBatches.map(({ atMs, nodes: { length } }) => [atMs, length])).toEqual([
      [0, 1000],
      [10_000, 1000],
      [20_000, 1000],
    ]);
    expect(store.leaseBatches[1]!.nodes.slice(0, 3)).toEqual(['n1', 'n10', 'n100']);
  });
  it('an unchanged status is written every five minutes', () => {
    const store = nodes(1).runUntil(600_000);
    expect(store.writes).toEqual(['300000 n1 node-status', '600000 n1 node-status']);
    const ready = store.nodes.get('n1')!.status.conditions!.at(-1);
    expect(ready).toMatchObject({
      type: 'Ready',
      lastHeartbeatTime: '1970-01-01T00:10:00Z',
      lastTransitionTime: '1970-01-01T00:00:00Z',
    });
  });
  it('a condition set to Unknown is put right at the next sync', () => {
    const store = nodes(1).runUntil(42_000);
    const node = store.nodes.get('n1')!;
    const conditions = node.status.conditions!.map((condition) => ({ ...condition, status: 'Unknown' }));
    store.storeNode({ ...node, status: { ...node.status, conditions } });
    store.runUntil(60_000);
    expect(store.writes).toEqual(['50000 n1 node-status']);
    expect(store.nodes.get('n1')!.status.conditions!.at(-1)).toMatchObject({
      status: 'True',
      lastTransitionTime: '1970-01-01T00:00:50Z',
    });
  });
  it('a node registered between two syncs joins the common rhythm', () => {
    const store = nodes(1).runUntil(13_700).addNode('late').runUntil(25_000);
    expect(store.leaseBatches.slice(2)).toEqual([
      { atMs: 13_700, nodes: ['late'] },
      { atMs: 20_000, nodes: ['late', 'n1'] },
    ]);
  });
});

describe('a dead kubelet', () => {
  it('neither renews nor touches pods, and catches up when it is back', () => {
    const store = nodes(2).addPod('old').runUntil(5000);
    store.shard.stopKubelet('n1');
    store.addPod('new').deletePod('old').runUntil(95_000);
    expect(store.leaseBatches.slice(2).every(({ nodes: renewed }) => !renewed.includes('n1'))).toBe(true);
    expect(store.pod('new').status!.startTime).toBeUndefined();
    store.shard.resumeKubelet('n1', 95_000);
    store.runUntil(101_000);
    expect(store.leaseBatches.slice(-2)).toEqual([
      { atMs: 95_000, nodes: ['n1'] },
      { atMs: 100_000, nodes: ['n1', 'n2'] },
    ]);
    expect(store.pod('new').status!.phase).toBe('Running');
    expect(store.pods.has('uid-old')).toBe(false);
  });
  it('writes readiness back that the node controller took away', () => {
    const store = nodes(1).addPod('p').runUntil(5000);
    store.shard.stopKubelet('n1');
    const { status } = store.pod('p');
    const conditions = status!.conditions!.map((c) => (c.type === 'Ready' ? { ...c, status: 'False' } : c));
    store.storePod({ ...store.pod('p'), status: { ...status!, conditions } });
    store.runUntil(50_000);
    expect(store.pod('p').status!.conditions!.find(({ type }) => type === 'Ready')!.status).toBe('False');
    store.shard.resumeKubelet('n1', 50_000);
    store.runUntil(50_000);
    expect(store.pod('p').status).toEqual(status);
  });
});

describe('what others write', () => {
  it('conditions of others stay, and count for readiness gates', () => {
    const store = nodes(1)
      .addPod('p', { readinessGates: [{ conditionType: 'lb' }] })
      .runUntil(5000);
    const ready = (): string => store.pod('p').status!.conditions!.find(({ type }) => type === 'Ready')!.status;
    expect(ready()).toBe('False');
    const { status } = store.pod('p');
    const gate = { type: 'lb', status: 'True', lastTransitionTime: formatTime(0) };
    store.storePod({ ...store.pod('p'), status: { ...status!, conditions: [...status!.conditions!, gate] } });
    store.runUntil(6000);
    expect(ready()).toBe('True');
    expect(store.pod('p').status!.conditions).toContainEqual(gate);
  });
  it('a terminal phase is accepted: containers stop and never start again', () => {
    const store = nodes(1).addPod('p').runUntil(5000);
    store.storePod({ ...store.pod('p'), status: { ...store.pod('p').status!, phase: 'Failed', reason: 'Evicted' } });
    store.runUntil(100_000);
    expect(store.pod('p').status).toMatchObject({ phase: 'Failed', reason: 'Evicted' });
    expect(store.pod('p').status!.containerStatuses![0]!.state!.terminated).toBeDefined();
    expect(store.startsOf('p')).toHaveLength(1);
  });
  it('a write that failed is made again', () => {
    const store = nodes(1).addPod('p');
    const written = store.shard.runDue(0).patchPodStatuses[0]!.status;
    store.shard.podWriteFailed('uid-p', 50);
    expect(store.shard.runDue(50).patchPodStatuses[0]!.status).toEqual(written);
  });
});

describe('a restart', () => {
  test.each([0, 400, 900, 7000, 12_000, 30_050])('at %i ms leads to the same end', (atMs) => {
    const run = (restartAtMs: number | undefined): string[] => {
      const store = nodes(1)
        .addPod('web')
        .addPod(
          'job',
          { restartPolicy: 'OnFailure' },
          { 'orrery.dev/exit-after': '5s', 'orrery.dev/exit-code': '1,0' },
        );
      if (restartAtMs !== undefined && restartAtMs < 30_000) store.runUntil(restartAtMs).restart();
      store.runUntil(30_000).deletePod('web');
      if (restartAtMs !== undefined && restartAtMs >= 30_000) store.runUntil(restartAtMs).restart();
      store.runUntil(100_000);
      return [...store.pods.values()].map(
        ({ metadata, status }) => `${metadata.name} ${status!.phase} ${status!.podIP}`,
      );
    };
    expect(run(atMs)).toEqual(run(undefined));
    expect(run(atMs)).toEqual(['job Succeeded 10.0.1.1']);
  });
  it('gives no address twice', () => {
    const store = nodes(1).addPod('a').addPod('b').runUntil(5000).restart().addPod('c').runUntil(10_000);
    expect(['a', 'b', 'c'].map((name) => store.pod(name).status!.podIP).sort()).toEqual([
      '10.0.1.1',
      '10.0.1.2',
      '10.0.1.3',
    ]);
  });
  it('does not start running containers again', () => {
    const store = nodes(1).addPod('a').runUntil(5000).restart().runUntil(50_000);
    expect(store.writesOf('a')).toHaveLength(2);
  });
});

it('many pods cost two writes each', () => {
  const store = nodes(20);
  for (let i = 0; i < 2_000; i++) store.addPod(`p${i}`, {}, {}, `n${1 + (i % 20)}`);
  store.runUntil(9_000);
  expect(store.writes).toHaveLength(4_000);
});
