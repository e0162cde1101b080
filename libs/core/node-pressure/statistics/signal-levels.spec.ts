import type { NodeStatistics } from './node-statistics';
import { signalLevels } from './signal-levels';
import type { Threshold } from '../thresholds/threshold';

const statistics = (available: number): NodeStatistics => ({
  processes: { available: 90, capacity: 100, timeMs: 0 },
  memory: { available, capacity: 1000, timeMs: 0 },
  ofPod: () => undefined,
});
const hard: Threshold = { signal: 'memory.available', value: { amount: 100, text: '100' }, gracePeriodMs: 0 };
const soft: Threshold = { signal: 'memory.available', value: { fraction: 0.5 }, gracePeriodMs: 30_000 };

describe('signalLevels', () => {
  it.each([
    [600, [false, false]],
    [500, [false, false]],
    [499, [false, true]],
    [99, [true, true]],
    [-5, [true, true]],
  ])('meets thresholds with %d left: %j', (available, isMet) => {
    const [memory] = signalLevels(statistics(available), [hard, soft]);
    expect(memory).toMatchObject({
      signal: 'memory.available',
      available,
      capacity: 1000,
      condition: 'MemoryPressure',
    });
    expect(memory!.thresholds.map(({ wanted }) => wanted)).toEqual([100, 500]);
    expect(memory!.thresholds.map((each) => each.isMet)).toEqual(isMet);
  });

  it('has signals without a threshold, and none that was not measured', () => {
    expect(signalLevels(statistics(600), []).map(({ signal, thresholds }) => [signal, thresholds])).toEqual([
      ['memory.available', []],
      ['pid.available', []],
    ]);
  });
});
