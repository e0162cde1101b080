import type { Node } from '@orrery/api-types';
import { NodeLifecycleController } from '../node-lifecycle-controller';
import { nodeHealthSettings } from '../settings/settings';
import { SimulatedCluster } from '../testing/simulated-cluster';

const settings = nodeHealthSettings('k8s-1.20');
const node = (name: string, readyStatus?: string): Node => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, uid: `uid-${name}`, resourceVersion: '7', creationTimestamp: '1970-01-01T00:00:00Z' },
  spec: {},
  status:
    readyStatus === undefined ? {} : { conditions: [{ type: 'Ready', status: readyStatus, lastHeartbeatTime: 'x' }] },
});

function withNodes(...nodes: Node[]): NodeLifecycleController {
  const controller = new NodeLifecycleController(settings);
  nodes.forEach((each) => controller.nodeChanged(undefined, each, 0));
  return controller;
}

describe('a pass whose writes fail', () => {
  it('leaves the node out of its zone and evaluates it again in the next pass', () => {
    const controller = withNodes(node('a', 'True'), node('b', 'True'), node('c', 'True'));
    controller.monitorPass(0);
    controller.leases.renewedAll([
      { nodeName: 'b', renewTimeMs: 1 },
      { nodeName: 'c', renewTimeMs: 1 },
    ]);
    controller.monitorPass(30_000);
    const patched = controller
      .startMonitorPass(45_000)
      .flatMap((a) => (a.kind === 'patchNodeConditions' ? [a.nodeName] : []));
    expect(patched).toEqual(['a']);
    expect(controller.finishMonitorPass(new Set(['a']))).toEqual([]);
    expect(controller.zoneViews()[0]).toMatchObject({ size: 2, unhealthyNodes: 0 });
    expect(controller.startMonitorPass(50_000)).toContainEqual(
      expect.objectContaining({ kind: 'patchNodeConditions', nodeName: 'a' }),
    );
    controller.finishMonitorPass();
    expect(controller.zoneViews()[0]).toMatchObject({ size: 3, unhealthyNodes: 1 });
  });
  it('evaluates the newer version of a node after a conflict', () => {
    const controller = withNodes(node('a', 'True'));
    controller.monitorPass(0);
    expect(controller.startMonitorPass(45_000)).toHaveLength(1);
    const reread = node('a', 'True');
    reread.status.conditions![0]!.lastHeartbeatTime = 'y';
    controller.nodeChanged(undefined, reread, 45_000);
    expect(controller.retryHealthUpdate(['a'])).toEqual([]);
    expect(controller.finishMonitorPass()).toEqual([]);
    expect(controller.zoneViews()[0]).toMatchObject({ unhealthyNodes: 0 });
  });
  it('asks again to mark pods until it worked', () => {
    const controller = withNodes(node('a', 'True'), node('b', 'True'));
    controller.monitorPass(0);
    controller.leases.renewed('b', 1);
    const marks = (now: number): number =>
      controller.monitorPass(now).filter(({ kind }) => kind === 'markPodsNotReady').length;
    expect(marks(45_000)).toBe(1);
    controller.podMarkingFailed('a');
    controller.nodeChanged(undefined, node('a', 'Unknown'), 45_000);
    expect(marks(50_000)).toBe(1);
    expect(marks(55_000)).toBe(0);
  });
  it('queues a node again whose NoExecute taint failed, for a later tick', () => {
    const controller = withNodes(node('a', 'False'), node('b', 'True'));
    controller.monitorPass(0);
    expect(controller.noExecutePass(0)).toHaveLength(1);
    controller.noExecuteTaintFailed('a', 0);
    expect(controller.nextNoExecuteDeadlineMs(0)).toBe(10_000);
    expect(controller.noExecutePass(10_000)).toHaveLength(1);
  });
});

describe('nextNoExecuteDeadlineMs', () => {
  it('is undefined while no node waits: a quiet day costs no wake-ups', () => {
    const controller = withNodes(node('a', 'True'));
    controller.monitorPass(0);
    expect(controller.nextNoExecuteDeadlineMs(0)).toBeUndefined();
  });
  it('is undefined while the zone is stopped', () => {
    const controller = withNodes(node('a', 'False'));
    controller.monitorPass(0);
    controller.monitorPass(5_000);
    expect(controller.zoneViews()[0]).toMatchObject({ ratePerSecond: 0, queueLength: 1, nextTokenAtMs: null });
    expect(controller.nextNoExecuteDeadlineMs(5_000)).toBeUndefined();
  });
  it('lies on the grid of the origin', () => {
    const controller = new NodeLifecycleController(settings, 37);
    controller.nodeChanged(undefined, node('a', 'False'), 40);
    controller.nodeChanged(undefined, node('b', 'True'), 40);
    expect(controller.nextMonitorPassMs(40)).toBe(5_037);
    controller.monitorPass(5_037);
    expect(controller.nextNoExecuteDeadlineMs(5_037)).toBe(5_037);
    expect(controller.nextNoExecuteDeadlineMs(5_038)).toBe(5_137);
  });
  it('misses nothing that a tick every 100 ms would do', () => {
    const run = (everyTick: boolean): string[] => {
      const cluster = new SimulatedCluster(settings).addZone('a', 12, 'a', 2).addZone('b', 4);
      if (everyTick) cluster.controller.nextNoExecuteDeadlineMs = (nowMs) => Math.ceil(nowMs / 100) * 100;
      return cluster.dies(0, 'a01', 'a02', 'a03', 'b1').dies(40, 'a04').runUntil(150).log;
    };
    expect(run(false)).toEqual(run(true));
    expect(run(false).filter((line) => line.includes('+NX'))).toHaveLength(5);
  });
});

it('counts evictions per zone', () => {
  const cluster = new SimulatedCluster(settings).addZone('a', 12, 'a', 2).dies(0, 'a01', 'a02').runUntil(100);
  expect(cluster.controller.zoneViews()).toEqual([
    {
      key: ':\0:a',
      state: 'Normal',
      size: 12,
      unhealthyNodes: 2,
      health: (100 * 10) / 12,
      ratePerSecond: 0.1,
      nextTokenAtMs: 70_000,
      queueLength: 0,
      queuedNodes: [],
      evictionsTotal: 2,
    },
  ]);
});

it('changes nothing in passes without nodes, whatever was there before', () => {
  const steps: Record<number, (controller: NodeLifecycleController) => void> = {
    10_000: (controller) => controller.nodeChanged(undefined, node('a', 'True'), 10_000),
    90_000: (controller) => controller.nodeChanged(node('a', 'True'), undefined, 90_000),
    200_000: (controller) => controller.nodeChanged(undefined, node('b', 'False'), 200_000),
  };
  const run = (everyPass: boolean): unknown[] => {
    const controller = new NodeLifecycleController(settings);
    const reports: unknown[] = [];
    let passes = 0;
    for (let nowMs = 0; nowMs <= 300_000; nowMs += 5000) {
      steps[nowMs]?.(controller);
      if (!everyPass && controller.hasNothingToMonitor) continue;
      passes++;
      reports.push(...controller.monitorPass(nowMs).map((action) => [nowMs, action]));
      const deadlineMs = controller.nextNoExecuteDeadlineMs(nowMs);
      if (deadlineMs !== undefined) reports.push(...controller.noExecutePass(deadlineMs));
    }
    reports.push(controller.toState());
    expect(passes).toBe(everyPass ? 61 : 38);
    return reports;
  };
  expect(run(false)).toEqual(run(true));
});
