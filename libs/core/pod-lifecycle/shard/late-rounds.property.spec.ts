import fc from 'fast-check';
import { SimulatedStore } from '../testing/simulated-store';

const LAST_MS = 300_000;
const pod = fc.record({
  pull: fc.constantFrom('0s', '1s', '20s'),
  exit: fc.constantFrom('never', '0s', '700ms', '30s'),
  code: fc.constantFrom('0', '3'),
  ready: fc.constantFrom('0s', '3s'),
  restartPolicy: fc.constantFrom('Always' as const, 'OnFailure' as const, 'Never' as const),
});
const story = fc.record({
  pods: fc.array(pod, { minLength: 1, maxLength: 3 }),
  lateness: fc.array(fc.nat(5000), { minLength: 1, maxLength: 40 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

function play({ pods, lateness }: Story): SimulatedStore {
  const store = new SimulatedStore();
  // Each on a node of its own: pods of one node pull one after the other, in the order in which they get to it.
  pods.forEach(({ pull, exit, code, ready, restartPolicy }, i) => {
    store.addNode(`n${i}`, { podCIDR: `10.1.${i}.0/24` });
    const annotations = {
      'orrery.dev/pull-time': pull,
      'orrery.dev/app.exit-after': exit,
      'orrery.dev/app.exit-code': code,
      'orrery.dev/app.ready-after': ready,
    };
    store.addPod(`p${i}`, { restartPolicy }, annotations, `n${i}`);
  });
  let round = 0;
  return store.runUntil(LAST_MS, () => lateness[round++ % lateness.length]!);
}

function livesOf(store: SimulatedStore): object[] {
  return [...store.pods.values()].map(({ metadata: { name }, status }) => ({
    name,
    phase: status!.phase,
    startTime: status!.startTime,
    containers: status!.containerStatuses,
    events: store.events.filter((event) => event.name === name).map(({ reason, message }) => `${reason} ${message}`),
  }));
}

it('however late the rounds of a kubelet come, containers start, end and come back when they are due', () => {
  let lateStarts = 0;
  fc.assert(
    fc.property(story, (made) => {
      const late = play(made);
      const inTime = play({ ...made, lateness: [0] });
      lateStarts += late.startsOf('p0').filter((atMs, i) => atMs !== inTime.startsOf('p0')[i]).length;
      expect(livesOf(late)).toEqual(livesOf(inTime));
    }),
    { numRuns: 150 },
  );
  expect(lateStarts).toBeGreaterThan(100);
});

it('what was due in a long standstill takes place when it is over, and the rest after it', () => {
  const store = new SimulatedStore({ overrides: { imagePullMs: 500 } }).addNode('n1').addPod('web').runUntil(250);
  store.nowMs = 60_000;
  store.runUntil(70_000);
  expect(store.startsOf('web')).toEqual([60_100]);
});
