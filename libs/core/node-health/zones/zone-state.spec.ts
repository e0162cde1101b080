import fc from 'fast-check';
import { isCountedInZone } from './disruption';
import { NODE_HEALTH_BUNDLES } from '../settings/settings';
import { printableZoneKey, regionOf, zoneKey, zoneName } from './zone-key';
import { computeZoneState, evictionRatePerSecond, ZoneState } from './zone-state';

test.each([
  [0, 0, 'Normal'],
  [3, 0, 'Normal'],
  [0, 1, 'FullDisruption'],
  [1, 2, 'Normal'],
  [1, 3, 'PartialDisruption'],
  [9, 11, 'PartialDisruption'],
  [10, 10, 'Normal'],
  [22, 28, 'PartialDisruption'],
  [450, 550, 'PartialDisruption'],
  [451, 550, 'Normal'],
])('%i ready and %i not ready: %s', (ready, notReady, want) => {
  expect(computeZoneState({ ready, notReady }, 0.55)).toBe(want);
});

it('compares 0.55 exactly, however large the zone', () => {
  const count = fc.integer({ min: 0, max: 1_000_000_000 });
  fc.assert(
    fc.property(count, count, (ready, notReady) => {
      const partial = notReady > 2 && ready > 0 && 20n * BigInt(notReady) >= 11n * BigInt(notReady + ready);
      expect(computeZoneState({ ready, notReady }, 0.55) === ZoneState.PartialDisruption).toBe(partial);
    }),
  );
});

test.each([
  ['Normal', 1000, 0.1],
  ['FullDisruption', 3, 0.1],
  ['PartialDisruption', 50, 0],
  ['PartialDisruption', 51, 0.01],
] as const)('%s zone of %i: %d nodes per second', (state, size, want) => {
  expect(evictionRatePerSecond(state, size, NODE_HEALTH_BUNDLES.modern)).toBe(want);
});

const BETA = 'failure-domain.beta.kubernetes.io';
const STABLE = 'topology.kubernetes.io';
test.each([
  [undefined, ''],
  [{}, ''],
  [{ [`${STABLE}/zone`]: 'z' }, '::z'],
  [{ [`${STABLE}/region`]: 'r' }, 'r::'],
  [{ [`${STABLE}/zone`]: 'z', [`${BETA}/zone`]: 'b', [`${BETA}/region`]: 'r' }, 'r::b'],
  [{ [`${STABLE}/zone`]: 'z', [`${BETA}/zone`]: '' }, ''],
])('labels %j: zone %s', (labels, want) => {
  const key = zoneKey(labels);
  expect(printableZoneKey(key)).toBe(want);
  const [region = '', zone = ''] = want.split('::');
  for (const each of [key, printableZoneKey(key)]) expect([regionOf(each), zoneName(each)]).toEqual([region, zone]);
});

it('keeps zones of different regions apart, NUL between', () => {
  expect(zoneKey({ [`${STABLE}/region`]: 'r', [`${STABLE}/zone`]: 'z' })).toBe('r:\0:z');
});

test.each([
  ['n1', undefined, true, true],
  ['n1', { 'node.kubernetes.io/exclude-disruption': '' }, false, false],
  ['kube-master', undefined, true, false],
  ['kube-master', undefined, false, true],
  ['kube-master-abc', undefined, true, false],
  ['kube-master-abcd', undefined, true, true],
  ['master-ab', undefined, true, true],
] as const)('%s with %j, masters by name excluded %s: counted %s', (name, labels, byName, want) => {
  expect(isCountedInZone(name, labels, byName)).toBe(want);
});
