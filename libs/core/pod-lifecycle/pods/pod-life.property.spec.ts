import type { PodSpec } from '@orrery/api-types';
import fc from 'fast-check';
import { SimulatedStore } from '../testing/simulated-store';

const exit = fc.option(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom('0', '1', '1,0', '0,1')), {
  nil: undefined,
});
const shape = fc.record({
  restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
  inits: fc.array(fc.record({ sidecar: fc.boolean(), exit }), { maxLength: 3 }),
  containers: fc.array(fc.record({ exit, ready: fc.integer({ min: 0, max: 30 }) }), { minLength: 1, maxLength: 3 }),
  deleteAtMs: fc.integer({ min: 0, max: 120_000 }),
  restartAtMs: fc.integer({ min: 0, max: 200_000 }),
  graceSeconds: fc.integer({ min: 1, max: 40 }),
  ignoresSigterm: fc.boolean(),
});
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

/** Phases that may follow each phase; none follows a terminal one. */
const LEGAL: Readonly<Record<string, readonly string[]>> = {
  Pending: ['Pending', 'Running', 'Succeeded', 'Failed'],
  Running: ['Running', 'Succeeded', 'Failed'],
  Succeeded: ['Succeeded'],
  Failed: ['Failed'],
};

function podOf(made: Shape): [Partial<PodSpec>, Record<string, string>] {
  const annotations: Record<string, string> = made.ignoresSigterm ? { 'orrery.dev/stop-after': 'never' } : {};
  const note = (name: string, asked: readonly [number, string] | undefined): void => {
    if (!asked) return;
    annotations[`orrery.dev/${name}.exit-after`] = `${asked[0]}s`;
    annotations[`orrery.dev/${name}.exit-code`] = asked[1];
  };
  const initContainers = made.inits.map(({ sidecar, exit: asked }, i) => {
    if (!sidecar) note(`i${i}`, asked);
    return { name: `i${i}`, image: 'i', ...(sidecar ? { restartPolicy: 'Always' } : {}) };
  });
  const containers = made.containers.map(({ exit: asked, ready }, i) => {
    note(`c${i}`, asked);
    annotations[`orrery.dev/c${i}.ready-after`] = `${ready}s`;
    return { name: `c${i}`, image: 'i' };
  });
  return [{ restartPolicy: made.restartPolicy, initContainers, containers }, annotations];
}

it('every pod runs or ends, phases move legally, and deletion always ends in removal', () => {
  fc.assert(
    fc.property(shape, (made) => {
      const store = new SimulatedStore().addNode('n1').addPod('p', ...podOf(made));
      const deleteAtMs = Math.max(made.deleteAtMs, 1);
      for (const [at, act] of [
        [deleteAtMs, () => store.deletePod('p', made.graceSeconds)],
        [made.restartAtMs, () => store.restart()],
      ].sort((a, b) => (a[0] as number) - (b[0] as number)) as [number, () => void][]) {
        store.runUntil(at);
        if (store.pods.has('uid-p')) act();
      }
      store.runUntil(1_000_000);
      expect(store.pods.size).toBe(0);
      const phases = store
        .writesOf('p')
        .flatMap((line) => (line.includes(' status ') ? [line.split(' ').at(-1)!] : []));
      phases.slice(1).forEach((phase, i) => expect(LEGAL[phases[i]!]).toContain(phase));
    }),
    { numRuns: 100 },
  );
});

it('starts are restarts plus one, and what never fails to exit runs for good', () => {
  fc.assert(
    fc.property(shape, (made) => {
      const store = new SimulatedStore()
        .addNode('n1')
        .addPod('p', ...podOf(made))
        .runUntil(600_000);
      const { status } = store.pod('p');
      expect(['Pending', 'Running', 'Succeeded', 'Failed']).toContain(status!.phase);
      for (const each of [...(status!.initContainerStatuses ?? []), ...status!.containerStatuses!]) {
        const starts = store.startsOf('p', each.name).length;
        expect(starts).toBe(starts === 0 ? 0 : each.restartCount + 1);
      }
      const endsByItself = made.containers.some(({ exit: asked }) => asked !== undefined);
      const initsEnd = made.inits.every(
        ({ sidecar, exit: asked }) => sidecar || asked === undefined || !asked[1].startsWith('1'),
      );
      if (!endsByItself && initsEnd) expect(status!.phase).toBe('Running');
    }),
    { numRuns: 100 },
  );
});

it('lastTransitionTime moves exactly when the status of a condition does', () => {
  fc.assert(
    fc.property(shape, (made) => {
      const store = new SimulatedStore().addNode('n1').addPod('p', ...podOf(made));
      let before = new Map<string, { status: string; lastTransitionTime?: string }>();
      for (
        let next = store.shard.nextDeadlineMs();
        next !== undefined && next < 120_000;
        next = store.shard.nextDeadlineMs()
      ) {
        store.runUntil(next);
        const now = new Map(store.pod('p').status!.conditions!.map((condition) => [condition.type, condition]));
        for (const [type, condition] of now) {
          const old = before.get(type);
          if (old?.status === condition.status) expect(condition.lastTransitionTime).toBe(old.lastTransitionTime);
        }
        before = now;
      }
      expect(before.size).toBeGreaterThanOrEqual(4);
    }),
    { numRuns: 60 },
  );
});
