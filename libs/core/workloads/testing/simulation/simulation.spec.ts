import { SimulatedWorld } from './simulated-world';

/** Seed that is run again with `ORRERY_WORKLOAD_SEED=<seed> npx jest libs/core/workloads/testing/simulation`. */
const replayed = process.env['ORRERY_WORKLOAD_SEED'];
const SEEDS = replayed === undefined ? Array.from({ length: 48 }, (_, i) => i + 1) : [Number(replayed)];

test.each(SEEDS)('whatever goes wrong, workloads keep their bounds and come to rest: seed %i', (seed) => {
  const world = new SimulatedWorld(seed);
  try {
    world.run();
  } catch (error) {
    const how = `replay: ORRERY_WORKLOAD_SEED=${seed} npx jest libs/core/workloads/testing/simulation`;
    throw new Error(`${(error as Error).message}\n${how}`, { cause: error });
  }
});

test('the same seed is the same run', () => {
  const states = [1, 2].map(() => {
    const world = new SimulatedWorld(7);
    world.run();
    return JSON.stringify([...world.store.objects.values()]);
  });
  expect(states[0]).toBe(states[1]);
});
