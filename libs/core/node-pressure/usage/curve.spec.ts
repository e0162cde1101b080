import fc from 'fast-check';
import { areSettled, firstAbove, integrate, valueAt, type Curve } from './curve';
import { parseCurve } from './parse-curve';

const GI = 1024 ** 3;

function curveOf(text: string, originMs = 0): Curve {
  const verdict = parseCurve(text, { originMs, bases: { limit: 2 * GI, '': 10 * GI }, key: ['test'] });
  if (!verdict.ok) throw new Error(verdict.error);
  return verdict.curve;
}

describe('curves as text', () => {
  test.each([
    ['1Gi', 5000, GI],
    ['0s=1Gi,30s=3Gi', 29_999, GI],
    ['0s=1Gi,30s=3Gi', 30_000, 3 * GI],
    ['1Gi,10s~3Gi', 5000, 2 * GI],
    ['1Gi,10s~3Gi', 60_000, 3 * GI],
    ['10s~1Gi', 5000, GI / 2],
    ['1Gi,10s=2Gi,20s~4Gi,30s=0', 15_000, 3 * GI],
    ['1Gi,10s=2Gi,20s~4Gi,30s=0', 30_000, 0],
    ['50%limit', 0, GI],
    ['80%', 0, 8 * GI],
    ['1Gi;from=1970-01-01T00:00:10Z', 9999, 0],
    ['1Gi;from=1970-01-01T00:00:10Z', 10_000, GI],
  ])('%s at %i ms', (text, atMs, value) => expect(valueAt(curveOf(text), atMs)).toBe(value));

  test.each([
    ['', 'no point'],
    ['lots', 'lots: no amount'],
    ['-1Gi', 'no amount'],
    ['5s=1Gi,5s=2Gi', 'times must increase'],
    ['soon=1Gi', 'soon is not a time to wait'],
    ['0s~1Gi', 'a climb needs time'],
    ['50%request', 'there is no request'],
    ['50%constructor', 'there is no constructor'],
    ['1Gi;noise=10%', 'write noise=10%/5s'],
    ['1Gi;noise=200%/5s', 'write noise=10%/5s'],
    ['1Gi;from=noon', 'no time'],
    ['1Gi;wave=1', 'no option'],
  ])('"%s" is refused: %s', (text, error) => {
    const verdict = parseCurve(text, { originMs: 0, bases: {}, key: [] });
    expect(verdict).toEqual({ ok: false, error: expect.stringContaining(error) });
  });

  it('deviates by chance within its share, the same for the same seed', () => {
    const values = Array.from({ length: 50 }, (_, i) => valueAt(curveOf('1000;noise=10%/5s'), i * 5000));
    expect(values).toEqual(Array.from({ length: 50 }, (_, i) => valueAt(curveOf('1000;noise=10%/5s'), i * 5000)));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(900);
    expect(Math.max(...values)).toBeLessThanOrEqual(1100);
    expect(new Set(values).size).toBeGreaterThan(20);
    expect(valueAt(curveOf('1000;noise=10%/5s'), 4999)).toBe(values[0]);
  });
});

describe('crossings', () => {
  const corner = fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 1000 }), fc.boolean());
  const text = fc
    .tuple(fc.integer({ min: 0, max: 1000 }), fc.array(corner, { maxLength: 4 }))
    .map(([first, corners]) => {
      let at = 0;
      const rest = corners.map(([waitMs, value, isLinear]) => `${(at += waitMs)}ms${isLinear ? '~' : '='}${value}`);
      return [`${first}`, ...rest].join(',');
    });

  it('are the first millisecond above the bound', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 1500 }), (texts, bound) => {
        const curves = texts.map((each) => curveOf(each));
        const sum = (at: number): number => curves.reduce((total, curve) => total + curve.pieceAt(at).value, 0);
        let found: number | undefined;
        for (let at = 0; at <= 21_000 && found === undefined; at++) if (sum(at) > bound + 1e-6) found = at;
        const { aboveAtMs } = firstAbove(curves, bound, { fromMs: 0, horizonMs: 30_000 });
        if (found === undefined) {
          // A curve that only touches the bound may be above it by a rounding error.
          if (aboveAtMs !== undefined) expect(sum(aboveAtMs)).toBeLessThanOrEqual(bound + 1e-6);
        } else expect(Math.abs(aboveAtMs! - found)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40 },
    );
  });

  it('are looked for again when a horizon ends the search', () => {
    const noisy = curveOf('100;noise=10%/1s');
    expect(firstAbove([noisy], 1000, { fromMs: 0, horizonMs: 10_000 })).toEqual({ lookAgainAtMs: 11_000 });
    expect(firstAbove([curveOf('100')], 1000, { fromMs: 0, horizonMs: 10_000 })).toEqual({});
  });

  it('settled curves stay as they are', () => {
    const curve = curveOf('1Gi,10s~2Gi');
    expect([areSettled([curve], 5000), areSettled([curve], 10_000)]).toEqual([false, true]);
  });

  it('integrates exactly', () => {
    expect(integrate(curveOf('100,10s~300,20s=0'), 0, 25_000)).toBe(200 * 10_000 + 300 * 10_000);
    expect(integrate(undefined, 0, 1000)).toBe(0);
  });
});
