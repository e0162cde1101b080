import type { Node } from '@orrery/api-types';
import { NodeLifecycleController } from '../node-lifecycle-controller';
import { nodeHealthSettings } from '../settings/settings';

const LAST_RENEWAL_S = 100;

interface Story {
  readonly title: string;
  /** Renewals whose reports are lost, in seconds. */
  readonly lost?: readonly number[];
  /** A report that comes once more at an instant, after that of the instant's own. */
  readonly again?: { readonly atS: number; readonly renewedS: number };
}

const STORIES: readonly Story[] = [
  { title: 'all reports come' },
  { title: 'the last report is lost', lost: [100] },
  { title: 'the last reports are lost', lost: [80, 90, 100] },
  { title: 'all reports are lost', lost: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100] },
  { title: 'an earlier report comes again before the pass', again: { atS: 100, renewedS: 90 } },
  { title: 'an earlier report comes again when the node is silent', again: { atS: 120, renewedS: 50 } },
];

const ready: Node = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a', uid: 'a', resourceVersion: '7', creationTimestamp: '1970-01-01T00:00:00Z' },
  spec: {},
  status: { conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: '1970-01-01T00:00:00Z' }] },
};

/** The seconds at which a node is declared lost that renews its Lease every ten seconds up to {@link LAST_RENEWAL_S}, and how many passes there were by then. */
function lostAt({ lost = [], again }: Story, rests: boolean): { atS: number; passes: number } {
  const controller = new NodeLifecycleController(nodeHealthSettings('modern'));
  const { leases } = controller;
  const table = new Map<string, number>();
  controller.nodeChanged(undefined, ready, 0);
  let passes = 0;
  for (let atMs = 0, duePassMs = 0; atMs < 400_000; atMs += 5000) {
    const renewedMs = atMs % 10_000 === 0 && atMs <= LAST_RENEWAL_S * 1000 ? atMs : undefined;
    if (renewedMs !== undefined) table.set('a', renewedMs);
    if (renewedMs !== undefined && !lost.includes(renewedMs / 1000)) {
      leases.reported({ nodeName: 'a', renewTimeMs: renewedMs }, atMs);
    }
    if (again?.atS === atMs / 1000) leases.reported({ nodeName: 'a', renewTimeMs: again.renewedS * 1000 }, atMs);
    if (rests) duePassMs = Math.max(duePassMs, controller.nextBusyPassMs(atMs));
    if (atMs < duePassMs) continue;
    passes++;
    if (leases.hasSilentNodes(atMs)) leases.recall(table, atMs);
    const actions = controller.monitorPass(atMs);
    if (actions.some(({ kind }) => kind === 'patchNodeConditions')) return { atS: atMs / 1000, passes };
    duePassMs = rests ? controller.nextBusyPassMs(atMs + 1) : atMs + 5000;
  }
  return { atS: Infinity, passes };
}

test.each(STORIES)('a node is lost when its Lease says so: $title', (story) => {
  const [full, resting] = [lostAt(story, false), lostAt(story, true)];
  expect([full.atS, resting.atS]).toEqual([155, 155]);
  expect(resting.passes).toBeLessThan(full.passes / 2);
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
