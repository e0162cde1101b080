import type { Node } from '@orrery/api-types';
import fc from 'fast-check';
import { NodeLifecycleController } from '../node-lifecycle-controller';
import { nodeHealthSettings } from '../settings/settings';

const LAST_RENEWAL_S = 100;

interface Story {
  readonly title: string;
  /** Renewals whose reports are lost, in seconds. */
  readonly lost?: readonly number[];
  /** A report that comes once more at an instant, after that of the instant's own. */
  readonly again?: { readonly atS: number; readonly renewedS: number };
  /** Instants after whose pass reports come, by the second of their renewal. */
  readonly late?: Readonly<Record<number, number>>;
}

const STORIES: readonly Story[] = [
  { title: 'all reports come' },
  { title: 'the last report is lost', lost: [100] },
  { title: 'the last reports are lost', lost: [80, 90, 100] },
  { title: 'all reports are lost', lost: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100] },
  { title: 'the last report comes after the pass of its instant', late: { 100: 100 } },
  { title: 'the last report comes two passes later', late: { 100: 110 } },
  { title: 'the last report comes when the node is about to be lost', late: { 100: 150 } },
  { title: 'all reports come after their passes', late: lateBy(0) },
  { title: 'all reports come a period later', late: lateBy(10) },
  { title: 'reports come in the wrong order', late: { 80: 105, 90: 100, 100: 95 } },
  { title: 'late reports, and the last one is lost', late: lateBy(20), lost: [100] },
  { title: 'an earlier report comes again before the pass', again: { atS: 100, renewedS: 90 } },
  { title: 'an earlier report comes again when the node is silent', again: { atS: 120, renewedS: 50 } },
];

/** Every report comes so many seconds after its renewal, after the pass of that instant. */
function lateBy(seconds: number): Record<number, number> {
  const renewals = Array.from({ length: LAST_RENEWAL_S / 10 + 1 }, (_, i) => 10 * i);
  return Object.fromEntries(renewals.map((renewedS) => [renewedS, renewedS + seconds]));
}

const ready: Node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a', uid: 'a', resourceVersion: '7', creationTimestamp: '1970-01-01T00:00:00Z' },
  spec: {},
  status: { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: '1970-01-01T00:00:00Z' }] },
};

/** The seconds at which a node is declared lost that renews its Lease every ten seconds up to {@link LAST_RENEWAL_S}, and how many passes there were by then. */
function lostAt({ lost = [], again, late = {} }: Story, rests: boolean): { atS: number; passes: number } {
  const controller = new NodeLifecycleController(nodeHealthSettings('modern'));
  const { leases } = controller;
  const table = new Map<string, number>();
  controller.nodeChanged(undefined, ready, 0);
  let passes = 0;
  for (let atMs = 0, duePassMs = 0; atMs < 400_000; atMs += 5000) {
    const renewedMs = atMs % 10_000 === 0 && atMs <= LAST_RENEWAL_S * 1000 ? atMs : undefined;
    if (renewedMs !== undefined) table.set('a', renewedMs);
    if (renewedMs !== undefined && !lost.includes(renewedMs / 1000) && late[renewedMs / 1000] === undefined) {
      leases.reported({ nodeName: 'a', renewTimeMs: renewedMs }, atMs);
    }
    if (again?.atS === atMs / 1000) leases.reported({ nodeName: 'a', renewTimeMs: again.renewedS * 1000 }, atMs);
    if (rests) duePassMs = Math.max(duePassMs, controller.nextBusyPassMs(atMs));
    if (atMs >= duePassMs) {
      passes++;
      if (leases.hasSilentNodes(atMs)) leases.recall(table, atMs);
      const actions = controller.monitorPass(atMs);
      if (actions.some(({ kind }) => kind === 'patchNodeConditions')) return { atS: atMs / 1000, passes };
      duePassMs = rests ? controller.nextBusyPassMs(atMs + 1) : atMs + 5000;
    }
    for (const [renewedS, atS] of Object.entries(late)) {
      if (atS !== atMs / 1000 || lost.includes(Number(renewedS))) continue;
      leases.reported({ nodeName: 'a', renewTimeMs: Number(renewedS) * 1000 }, atMs + 1);
    }
  }
  return { atS: Infinity, passes };
}

test.each(STORIES)('a node is lost when its Lease says so: $title', (story) => {
  const [full, resting] = [lostAt(story, false), lostAt(story, true)];
  expect([full.atS, resting.atS]).toEqual([155, 155]);
  // Reports that come late make passes look whether the node is silent.
  if (!story.late) expect(resting.passes).toBeLessThan(full.passes / 2);
});

it('a node is lost at the same instant, whichever reports are late, lost or in another order', () => {
  const delivery = fc.oneof(
    fc.constant('lost' as const),
    fc.constant('in time' as const),
    fc.nat(12).map((passes) => passes * 5),
  );
  const count = LAST_RENEWAL_S / 10 + 1;
  fc.assert(
    fc.property(fc.array(delivery, { minLength: count, maxLength: count }), (deliveries) => {
      const lost = deliveries.flatMap((each, i) => (each === 'lost' ? [10 * i] : []));
      const late = deliveries.flatMap((each, i) => (typeof each === 'number' ? [[10 * i, 10 * i + each]] : []));
      const story = { title: '', lost, late: Object.fromEntries(late) as Record<number, number> };
      expect([lostAt(story, false).atS, lostAt(story, true).atS]).toEqual([155, 155]);
    }),
    { numRuns: 300 },
  );
});

test('a node that has renewed its Lease a moment ago is noticed by the pass at hand', () => {
  const controller = new NodeLifecycleController(nodeHealthSettings('modern'));
  controller.nodeChanged(undefined, ready, 0);
  controller.monitorPass(0);
  expect(controller.leases.hasSilentNodes(50_000)).toBe(false);
  expect(controller.leases.hasSilentNodes(55_000)).toBe(true);
  controller.leases.recall(new Map([['a', 55_000]]), 55_000);
  expect(controller.leases.hasSilentNodes(55_000)).toBe(false);
  expect(controller.monitorPass(55_000)).toEqual([]);
  expect(controller.leases.hasSilentNodes(105_000)).toBe(false);
  expect(controller.leases.hasSilentNodes(110_000)).toBe(true);
});
