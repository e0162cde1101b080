import { CHARTS, chartWords, type MetricsPoint, pointWords, type Chart } from './charts';

const point = (parts: Partial<MetricsPoint>): MetricsPoint => ({
  time: '2026-01-01T00:00:00Z',
  nodes: 0,
  readyNodes: 0,
  pods: 0,
  runningPods: 0,
  waitingPods: 0,
  allocatableCpuMillis: 0,
  requestedCpuMillis: 0,
  allocatableMemoryBytes: 0,
  requestedMemoryBytes: 0,
  placements: 0,
  evictions: 0,
  ...parts,
});

test('charts are put into words: lines by where they are, bars by their sum', () => {
  const points = [
    point({ allocatableCpuMillis: 4000, requestedCpuMillis: 3000, nodes: 2, readyNodes: 2, evictions: 2 }),
    point({ allocatableCpuMillis: 4000, requestedCpuMillis: 1000, nodes: 2, readyNodes: 1, evictions: 1 }),
  ];
  expect(CHARTS.map((chart) => chartWords(chart, points))).toEqual([
    'Requested share of the nodes. CPU: 25 % now, 75 % at most; memory: 0 % now, 0 % at most.',
    'Pods. running: 0 now, 0 at most; waiting for a node: 0 now, 0 at most.',
    'Placements and evictions. placed: 0 in all; evicted: 3 in all.',
    'Nodes. ready: 1 now, 2 at most; not ready: 1 now, 1 at most.',
  ]);
});

test('the values of a point are said with its time, limits left out', () => {
  const limit = { name: 'limit', tone: 'bad', isLimit: true, of: () => 10 } as const;
  const chart: Chart<{ time: string; left: number }> = {
    title: 'Left',
    unit: '%',
    series: [{ name: 'left', tone: 'info', of: ({ left }) => left }, limit],
  };
  expect(pointWords(chart, { time: '2026-01-01T00:00:05Z', left: 12.34 })).toEqual([
    '2026-01-01 00:00:05',
    'left: 12.3 %',
  ]);
});
