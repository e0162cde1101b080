import fc from 'fast-check';
import { RequeueMode } from '../settings/settings';
import { RecordedRunReplay, type RecordedNode, type RecordedRun } from '../testing/recorded-run';

const LAST_SECONDS = 900;
const ZONES = ['a', 'b'];
const seconds = fc.nat(LAST_SECONDS * 10).map((tenths) => tenths / 10);
const node = fc.record({
  zone: fc.constantFrom(...ZONES),
  leaseOffsetSeconds: fc.nat(99).map((tenths) => tenths / 10),
  neverPosts: fc.nat(7).map((chance) => chance === 0),
  addedAt: fc.option(seconds, { nil: undefined, freq: 3 }),
});
const act = fc.record({
  t: seconds,
  index: fc.nat(9),
  action: fc.constantFrom('stop' as const, 'stop' as const, 'resume' as const, 'notReady' as const, 'ready' as const),
});
const story = fc.record({
  nodes: fc.array(node, { minLength: 1, maxLength: 10 }),
  acts: fc.array(act, { maxLength: 8 }),
  durationSeconds: seconds,
  requeue: fc.constantFrom(...Object.values(RequeueMode)),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

function runOf({ nodes, acts, durationSeconds }: Story): RecordedRun {
  const specs = nodes.map(({ zone, addedAt, neverPosts, leaseOffsetSeconds }, i): RecordedNode => ({
    name: `n${i}`,
    zone,
    labels: { 'topology.kubernetes.io/zone': zone },
    leaseOffsetSeconds,
    neverPosts,
    ...(addedAt !== undefined && { addedAt }),
  }));
  const script = acts.flatMap(({ t, index, action }) => {
    const { name, addedAt = 0 } = specs[index % specs.length]!;
    return t > addedAt ? [{ t, node: name, action }] : [];
  });
  script.sort((a, b) => a.t - b.t);
  return {
    ...{ id: 'random', description: '', durationSeconds, nodes: specs, script },
    ...{ timeline: [], final: {}, plainQueueAgreesUntilSeconds: null },
  };
}

function play(made: Story, rests: boolean): RecordedRunReplay {
  const replay = new RecordedRunReplay(runOf(made), made.requeue, rests);
  replay.replay();
  return replay;
}

it('passes that find nothing to do can be left out: what happens, and what is known at any instant, is the same', () => {
  const passes = { full: 0, resting: 0 };
  fc.assert(
    fc.property(story, (made) => {
      const [full, resting] = [play(made, false), play(made, true)];
      passes.full += full.passes;
      passes.resting += resting.passes;
      expect(resting.timeline).toEqual(full.timeline);
      expect(resting.final()).toEqual(full.final());
      expect(resting.state()).toEqual(full.state());
    }),
    { numRuns: 60 },
  );
  expect(passes.resting).toBeLessThan(passes.full / 2);
});
