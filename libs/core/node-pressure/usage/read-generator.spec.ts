import fc from 'fast-check';
import { firstAbove, integrate, valueAt, type Curve } from './curve';
import { parseCurve } from './parse-curve';

const MI = 1024 ** 2;
const context = { originMs: 10_000, podOriginMs: 4000, bases: { limit: 1000 * MI, request: 100 * MI }, key: ['uid'] };
const curveOf = (document: unknown): Curve => {
  const verdict = parseCurve(JSON.stringify(document), context);
  if (!verdict.ok) throw new Error(verdict.error);
  return verdict.curve;
};

test.each<[object, [atSeconds: number, mi: number][]]>([
  [
    { constant: '5Mi' },
    [
      [0, 5],
      [10, 5],
      [99, 5],
    ],
  ],
  [{ constant: 'request×1.5' }, [[10, 150]]],
  [{ constant: '50%limit' }, [[10, 500]]],
  [
    { ramp: { rate: '1Mi' } },
    [
      [0, 0],
      [10, 0],
      [15, 5],
      [110, 100],
    ],
  ],
  [
    { ramp: { from: '10Mi', rate: '2Mi', cap: '20Mi' } },
    [
      [10, 10],
      [12, 14],
      [15, 20],
      [99, 20],
    ],
  ],
  [
    { ramp: { from: '10Mi', rate: '-2Mi', cap: '4Mi' } },
    [
      [10, 10],
      [12, 6],
      [13, 4],
      [99, 4],
    ],
  ],
  [
    { ramp: { rate: '1Mi' }, origin: 'pod' },
    [
      [4, 0],
      [10, 6],
    ],
  ],
  [{ ramp: { rate: '1Mi' }, from: '1970-01-01T00:00:02Z' }, [[4, 2]]],
  [
    { sine: { mean: '100Mi', amplitude: '50Mi', period: '64s' } },
    [
      [10, 100],
      [26, 150],
      [42, 100],
      [58, 50],
      [90, 150],
    ],
  ],
  [
    { sine: { mean: '100Mi', amplitude: '50Mi', period: '64s', phase: '16s' } },
    [
      [10, 150],
      [42, 50],
    ],
  ],
  [
    { sum: ['10Mi', { ramp: { rate: '1Mi' } }] },
    [
      [10, 10],
      [15, 15],
    ],
  ],
  [{ scale: { of: { ramp: { rate: '1Mi' } }, by: 3 } }, [[12, 6]]],
  [
    { clip: { of: { ramp: { rate: '1Mi' } }, min: '2Mi', max: '4Mi' } },
    [
      [10, 2],
      [11, 2],
      [13, 3],
      [14, 4],
      [99, 4],
    ],
  ],
  [
    {
      points: [
        { at: '0s', value: '1Mi' },
        { at: '4s', value: '5Mi', interpolation: 'linear' },
      ],
    },
    [
      [10, 1],
      [12, 3],
      [20, 5],
    ],
  ],
  [
    { trace: 'seconds,memory\n0,1Mi\n# a pause\n2,3Mi\n1m 9Mi' },
    [
      [10, 1],
      [11, 1],
      [12, 3],
      [70, 9],
    ],
  ],
])('%j', (document, samples) => {
  const curve = curveOf(document);
  expect(samples.map(([at]) => [at, valueAt(curve, at * 1000) / MI])).toEqual(samples);
});

test.each<[unknown, string]>([
  [{}, 'give one of constant'],
  [{ constant: '1', ramp: {} }, 'give one of constant'],
  [{ wave: 1 }, 'there is no wave'],
  [{ ramp: { rate: 'fast' } }, 'ramp.rate: fast: no amount'],
  [{ ramp: { rate: '1', steep: 1 } }, 'there is no steep'],
  [{ sine: { mean: '1', amplitude: '1', period: '0s' } }, 'sine.period: at least 1s'],
  [{ noise: { sigma: '1', interval: '1ms' } }, 'noise.interval: at least 1s'],
  [{ scale: { of: '1', by: -1 } }, 'scale.by'],
  [{ clip: { of: '1', min: '3', max: '2' } }, 'min is above max'],
  [{ sum: '1' }, 'sum: must be a list'],
  [{ constant: '1', origin: 'moon' }, 'origin: give container'],
  [{ constant: '1', from: 'soon' }, 'from: soon is not a time'],
  [
    {
      points: [
        { at: '2s', value: '1' },
        { at: '1s', value: '1' },
      ],
    },
    'times must increase',
  ],
  [{ points: [] }, 'give 1 to'],
  [{ trace: 'nothing here' }, 'not a time to wait'],
])('%j is refused: %s', (document, error) => {
  expect(parseCurve(JSON.stringify(document), context)).toMatchObject({
    ok: false,
    error: expect.stringContaining(error),
  });
});

test('what is not JSON is refused', () => {
  expect(parseCurve('{ramp', context)).toEqual({ ok: false, error: 'a generator must be JSON' });
});

test('curves in curves end somewhere', () => {
  let document: object = { constant: '1' };
  for (let i = 0; i < 30; i++) document = { sum: [document] };
  expect(parseCurve(JSON.stringify(document), context)).toEqual({ ok: false, error: 'curves are nested too deep' });
});

test('noise is normal around its mean, and the same in each run', () => {
  const document = { noise: { mean: '100Mi', sigma: '10Mi', interval: '1s' } };
  const sample = (): number[] =>
    Array.from({ length: 2000 }, (_, i) => valueAt(curveOf(document), 10_000 + i * 1000) / MI);
  const values = sample();
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / values.length);
  expect(mean).toBeGreaterThan(99);
  expect(mean).toBeLessThan(101);
  expect(deviation).toBeGreaterThan(9);
  expect(deviation).toBeLessThan(11);
  expect(sample()).toEqual(values);
});

test('a crossing is the first millisecond above the bound, whatever the curve is made of', () => {
  const part = fc.oneof(
    fc.record({ ramp: fc.record({ rate: fc.integer({ min: 1, max: 50 }), cap: fc.integer({ min: 50, max: 900 }) }) }),
    fc.record({
      sine: fc.record({
        mean: fc.integer({ min: 0, max: 200 }),
        amplitude: fc.integer({ min: 1, max: 100 }),
        period: fc.integer({ min: 1, max: 60 }).map((seconds) => `${seconds}s`),
      }),
    }),
    fc.record({ noise: fc.record({ sigma: fc.integer({ min: 1, max: 20 }), interval: fc.constant('3s') }) }),
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 300 }), (parts, bound) => {
      const curve = curveOf({ clip: { of: { sum: parts }, max: 400 } });
      const { aboveAtMs } = firstAbove([curve], bound, { fromMs: 10_000, horizonMs: 40_000 });
      const end = aboveAtMs ?? 40_000;
      for (let at = 10_000; at < end; at += 97) expect(curve.pieceAt(at).value).toBeLessThanOrEqual(bound + 1e-6);
      if (aboveAtMs !== undefined) expect(curve.pieceAt(aboveAtMs).value).toBeGreaterThan(bound - 1e-6);
    }),
    { numRuns: 60 },
  );
});

test('the area under a wave is that of its mean', () => {
  const curve = curveOf({ sine: { mean: '100', amplitude: '50', period: '10s' } });
  expect(integrate(curve, 10_000, 70_000)).toBeCloseTo(100 * 60_000, 3);
});
