import fc from 'fast-check';
import { NodeFaultKind } from '../faults/node-faults';
import { HostedPods } from './hosted-pods';
import { SimulatedStore } from '../testing/simulated-store';

const LAST_MS = 120_000;
const instant = fc.integer({ min: 0, max: LAST_MS / 10 }).map((at) => at * 5);
const pod = fc.record({
  image: fc.constantFrom('a', 'b'),
  pull: fc.constantFrom('0s', '1s', '20s'),
  exit: fc.constantFrom('never', '0s', '7s'),
  ready: fc.constantFrom('0s', '3s'),
});
/** Events that happen to others, or around the pods, while they sleep. */
const happening = fc.oneof(
  fc.record({ kind: fc.constantFrom('come', 'delete', 'kill', 'annotate'), index: fc.nat(7) }),
  fc.record({
    kind: fc.constantFrom('restart', 'no network', 'stop', 'well', 'fast registry', 'slow registry', 'tidy'),
  }),
);
const story = fc.record({
  pods: fc.array(pod, { minLength: 8, maxLength: 8 }),
  happenings: fc.array(fc.tuple(instant, happening), { minLength: 4, maxLength: 24 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

/** Returns all output of the kubelets; the node has five addresses. */
function play({ pods, happenings }: Story): object {
  const store = new SimulatedStore().addNode('n1', { podCIDR: '10.1.0.0/29' });
  const come = (i: number): void => {
    const { image, pull, exit, ready } = pods[i]!;
    const behaviour = { 'pull-time': pull, 'app.exit-after': exit, 'app.ready-after': ready };
    const annotations = Object.fromEntries(
      Object.entries(behaviour).map(([name, value]) => [`orrery.dev/${name}`, value]),
    );
    store.addPod(`p${i}`, { containers: [{ name: 'app', image }] }, annotations);
  };
  for (let i = 0; i < 4; i++) come(i);
  for (const [atMs, { kind, index = 0 }] of [...happenings].sort(([a], [b]) => a - b) as [
    number,
    { kind: string; index?: number },
  ][]) {
    store.runUntil(Math.max(atMs, store.nowMs));
    const { shard, nowMs } = store;
    const known = store.pods.get(`uid-p${index}`);
    const hosted = shard.livingNode('n1');
    if (kind === 'come' && !known) come(index);
    if (kind === 'delete' && known) store.deletePod(`p${index}`, 3);
    if (kind === 'kill' && known) shard.killContainer(`uid-p${index}`, 'app', nowMs);
    if (kind === 'annotate' && known) {
      const annotations = { ...known.metadata.annotations, 'orrery.dev/app.exit-after': '2s' };
      store.storePod({ ...known, metadata: { ...known.metadata, annotations } });
    }
    if (kind === 'restart') store.restart();
    if (kind === 'no network')
      shard.setFaults('n1', new Map([[NodeFaultKind.NetworkNotReady, { sinceMs: nowMs }]]), nowMs);
    if (kind === 'stop') shard.stopKubelet('n1', nowMs);
    if (kind === 'well') shard.resumeKubelet('n1', nowMs);
    if (kind === 'fast registry') hosted?.setOwnWork({ registry: { latencyMs: 10, bytesPerSecond: 1e9 } });
    if (kind === 'slow registry') hosted?.setOwnWork({ registry: { latencyMs: 9000, bytesPerSecond: 1e6 } });
    if (kind === 'tidy') hosted?.removeImages(() => false, nowMs);
  }
  store.runUntil(LAST_MS);
  return { writes: store.writes, events: store.events, pods: [...store.pods.values()] };
}

it('a pod that remembers what it went to sleep for lives as one that thinks again when it wakes', () => {
  let remembered = 0;
  fc.assert(
    fc.property(story, (made) => {
      const sleep = jest.spyOn(HostedPods.prototype, 'sleep');
      const reported = play(made);
      remembered += sleep.mock.calls.length;
      sleep.mockImplementation(function (this: HostedPods, entry, atMs) {
        this.wake(entry.pod.metadata.uid, atMs);
      });
      const reportedAgain = play(made);
      sleep.mockRestore();
      expect(reported).toEqual(reportedAgain);
    }),
    { numRuns: 150 },
  );
  expect(remembered).toBeGreaterThan(1000);
});
