import { signalChart, signalRows, type SignalLevel, type UsagePoint } from './signals';

const GIB = 2 ** 30;
const memory = (available: number): SignalLevel => ({
  name: 'memory.available',
  available,
  capacity: 16 * GIB,
  condition: 'MemoryPressure',
  conditionSince: available < GIB ? '2026-01-01T00:00:30Z' : null,
  thresholds: [
    { amount: GIB, gracePeriod: '0s', isMet: available < GIB },
    { amount: 2 * GIB, gracePeriod: '1m30s', isMet: available < 2 * GIB },
  ],
});
const pids: SignalLevel = {
  name: 'pid.available',
  available: 30_000,
  capacity: 32_000,
  condition: 'PIDPressure',
  thresholds: [{ amount: 3_200, gracePeriod: '0s', isMet: false }],
};
const point = (second: number, available: number): UsagePoint => ({
  time: `2026-01-01T00:00:0${second}Z`,
  cpuMillis: 0,
  memoryBytes: 0,
  signals: [pids, memory(available)],
});

test('signals say what is left, when their kubelet acts, and since when it reports pressure', () => {
  expect(signalRows([pids, memory(GIB / 2)])).toEqual([
    {
      name: 'memory.available',
      percent: 3.125,
      marks: [
        { percent: 6.25, words: 'below 1Gi' },
        { percent: 12.5, words: 'below 2Gi for 1m30s' },
      ],
      isMet: true,
      words: '512Mi of 16Gi left; acts below 1Gi, and below 2Gi for 1m30s; MemoryPressure since 2026-01-01 00:00:30',
    },
    expect.objectContaining({ name: 'pid.available', isMet: false, words: '30,000 of 32,000 left; acts below 3,200' }),
  ]);
});

test('signals without a threshold are not shown', () => {
  expect(signalRows([{ ...pids, thresholds: [] }])).toEqual([]);
});

test('the chart has what moved, and its thresholds', () => {
  const chart = signalChart([point(0, 8 * GIB), point(1, 4 * GIB)])!;
  expect(chart.series.map(({ name }) => name)).toEqual([
    'memory.available',
    'threshold of memory.available',
    'threshold of memory.available',
  ]);
  expect(chart.series.map(({ of }) => of(point(1, 4 * GIB)))).toEqual([25, 6.25, 12.5]);
});

test('the chart begins with memory.available, also where only another signal moved', () => {
  const other = (available: number): UsagePoint => ({
    ...point(0, GIB),
    signals: [{ ...pids, available }, memory(GIB)],
  });
  const names = signalChart([other(1), other(20_000)])!.series.map(({ name }) => name);
  expect(names.filter((name) => !name.startsWith('threshold'))).toEqual(['memory.available', 'pid.available']);
});

test('there is no chart of what stood still', () => {
  expect([signalChart([point(0, GIB), point(1, GIB)]), signalChart([])]).toEqual([undefined, undefined]);
});
