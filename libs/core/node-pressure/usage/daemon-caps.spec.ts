import * as fc from 'fast-check';
import { integrate, valueAt, type Curve } from './curve';
import { ConstantCurve, LeastCurve, RampCurve, StartedCurve } from './curve-algebra';
import { throttled, type DaemonCap } from './daemon-caps';
import type { DaemonCurves } from './daemons';
import type { DaemonName } from './usage-annotations';

const ramp = (from: number, perSecond: number): Curve =>
  new RampCurve({ originMs: 0, from, perMs: perSecond / 1000, cap: undefined });
const KUBE: DaemonCap = { daemons: ['kubelet', 'runtime'], memoryBytes: 10, cpuMillis: 500, processes: 50 };

function held(
  kubelet: DaemonCurves,
  runtime: DaemonCurves,
  misc: DaemonCurves = {},
): (usage: 'usage-cpu' | 'usage-processes') => number[] {
  const daemons = new Map<DaemonName, DaemonCurves>([['kubelet', kubelet], ['runtime', runtime], ['misc', misc]]); // prettier-ignore
  const curves = throttled(daemons, [KUBE]);
  return (usage) => (['kubelet', 'runtime', 'misc'] as const).map((name) => valueAt(curves.get(name)?.[usage], 10_000));
}
const cpu = (curve: Curve): DaemonCurves => ({ 'usage-cpu': curve });

describe('daemons that are held to 500m together', () => {
  test.each<[string, Curve, Curve, number[]]>([
    ['both get what they want', new ConstantCurve(200), new ConstantCurve(300), [200, 300]],
    ['who wants less gets it, the other the rest', new ConstantCurve(100), new ConstantCurve(900), [100, 400]],
    ['who want more than half get half', new ConstantCurve(600), new ConstantCurve(900), [250, 250]],
    ['a climb is cut off', ramp(0, 100), new ConstantCurve(100), [400, 100]],
    ['what the other leaves', ramp(0, 20), new ConstantCurve(900), [200, 300]],
  ])('%s', (_name, kubelet, runtime, expected) => {
    expect(held(cpu(kubelet), cpu(runtime), cpu(new ConstantCurve(2000)))('usage-cpu')).toEqual([...expected, 2000]);
  });

  it('alone may use all, and make so many processes', () => {
    const kubelet = { 'usage-cpu': new ConstantCurve(800), 'usage-processes': new ConstantCurve(70) };
    expect(held(kubelet, {})('usage-cpu')).toEqual([500, 0, 0]);
    expect(held(kubelet, {})('usage-processes')).toEqual([50, 0, 0]);
  });

  it('never use more together, and never more than they want', () => {
    const line = fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 90 }));
    fc.assert(
      fc.property(line, line, fc.integer({ min: 0, max: 60_000 }), (a, b, atMs) => {
        const wants = [ramp(...a), ramp(...b)];
        const daemons = new Map<DaemonName, DaemonCurves>([['kubelet', cpu(wants[0]!)], ['runtime', cpu(wants[1]!)]]); // prettier-ignore
        const curves = throttled(daemons, [KUBE]);
        const got = (['kubelet', 'runtime'] as const).map((name) => valueAt(curves.get(name)!['usage-cpu'], atMs));
        expect(got[0]! + got[1]!).toBeLessThanOrEqual(501);
        got.forEach((value, i) => expect(value).toBeLessThanOrEqual(valueAt(wants[i], atMs)));
        const used = integrate(curves.get('kubelet')!['usage-cpu'], 0, 10_000);
        expect(used).toBeLessThanOrEqual(integrate(wants[0], 0, 10_000) + 1);
      }),
    );
  });
});

describe('curves', () => {
  it('cross where the lowest changes', () => {
    const least = new LeastCurve([ramp(0, 100), new ConstantCurve(500)]);
    expect(least.pieceAt(0)).toEqual({ value: 0, slopePerMs: 0.1, untilMs: 5000 });
    expect(least.pieceAt(5000)).toEqual({ value: 500, slopePerMs: 0, untilMs: Infinity });
  });

  it('are nothing before their start', () => {
    const started = new StartedCurve(new ConstantCurve(7), 1000);
    expect([started.pieceAt(999).value, started.pieceAt(0).untilMs, started.pieceAt(1000).value]).toEqual([0, 1000, 7]);
  });
});
