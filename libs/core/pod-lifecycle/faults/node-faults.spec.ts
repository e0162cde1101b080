import { formatTime } from '@orrery/time';
import { SimulatedStore } from '../testing/simulated-store';
import { NodeFaultKind, type FaultsOfNode } from './node-faults';

const seconds = (value: number): number => value * 1000;
const faults = (kind: NodeFaultKind, sinceSeconds: number, amount?: number): FaultsOfNode =>
  new Map([[kind, { sinceMs: seconds(sinceSeconds), amount }]]);

class FaultyStore extends SimulatedStore {
  fault(kind: NodeFaultKind, atSeconds: number, amount?: number): this {
    this.runUntil(seconds(atSeconds) - 1);
    this.nowMs = seconds(atSeconds);
    this.shard.setFaults('n1', faults(kind, atSeconds, amount), this.nowMs);
    return this;
  }

  heal(atSeconds: number): this {
    this.runUntil(seconds(atSeconds) - 1);
    this.nowMs = seconds(atSeconds);
    this.shard.setFaults('n1', new Map(), this.nowMs);
    return this;
  }

  get ready(): string {
    const ready = this.nodes.get('n1')!.status?.conditions?.find(({ type }) => type === 'Ready');
    return `${ready?.status} ${ready?.message}`;
  }

  renewalsIn(fromSeconds: number, toSeconds: number): number[] {
    const within = this.leaseBatches.filter(({ atMs }) => atMs >= seconds(fromSeconds) && atMs < seconds(toSeconds));
    return within.map(({ atMs }) => atMs / 1000);
  }

  app(pod: string) {
    return this.pod(pod).status?.containerStatuses?.[0];
  }
}

const store = (): FaultyStore => new FaultyStore({ bundle: 'modern' }).addNode('n1');

describe('a machine without power', () => {
  it('boots with a new id; what ran on it is lost and starts again by its restart policy', () => {
    const s = store().addPod('stays').addPod('once', { restartPolicy: 'Never' });
    s.runUntil(seconds(20));
    const bootID = s.nodes.get('n1')!.status?.nodeInfo?.bootID;
    s.fault(NodeFaultKind.PowerOff, 100).runUntil(seconds(199));
    expect(s.renewalsIn(100, 199)).toEqual([]);
    expect(s.app('stays')?.state?.running).toBeDefined();
    s.heal(200).runUntil(seconds(210));
    expect(s.nodes.get('n1')!.status?.nodeInfo?.bootID).not.toBe(bootID);
    expect(s.nodeEvents.map(({ type, reason }) => `${type} ${reason}`)).toContain('Warning Rebooted');
    expect(s.app('stays')).toMatchObject({
      restartCount: 1,
      ready: true,
      state: { running: { startedAt: formatTime(seconds(200)) } },
      lastState: { terminated: { exitCode: 137, reason: 'ContainerStatusUnknown' } },
    });
    expect(s.pod('once').status?.phase).toBe('Failed');
    expect(s.app('once')?.state?.terminated?.exitCode).toBe(137);
  });

  it('runs init containers again in the new sandbox', () => {
    const s = store().addPod('web', { initContainers: [{ name: 'setup', image: 'busybox' }] });
    s.runUntil(seconds(20));
    s.fault(NodeFaultKind.PowerOff, 100).heal(110).runUntil(seconds(130));
    expect(s.pod('web').status?.phase).toBe('Running');
    expect(s.startsOf('web', 'setup')).toHaveLength(2);
    expect(s.startsOf('web')).toHaveLength(2);
    expect(s.startsOf('web', 'setup')[1]).toBeLessThanOrEqual(s.startsOf('web')[1]!);
  });
});

describe('a partition', () => {
  it('leaves the kubelet acting; what it did is written when the partition heals', () => {
    const s = store().addPod('crashes', {}, { 'orrery.dev/exit-after': '30s', 'orrery.dev/exit-code': '1' });
    s.runUntil(seconds(20)).fault(NodeFaultKind.Partition, 25).runUntil(seconds(49));
    expect(s.app('crashes')?.restartCount).toBe(0);
    expect(s.renewalsIn(25, 49)).toEqual([]);
    s.heal(50).runUntil(seconds(51));
    expect(s.app('crashes')?.restartCount).toBe(1);
    expect(Date.parse(s.app('crashes')!.state!.running!.startedAt!)).toBeLessThan(seconds(32));
  });

  it('hides deletions and new pods from the kubelet until it heals', () => {
    const s = store().addPod('old');
    s.runUntil(seconds(20)).fault(NodeFaultKind.Partition, 25).runUntil(seconds(30));
    s.deletePod('old').addPod('new').runUntil(seconds(100));
    expect(s.pod('old')).toBeDefined();
    expect(s.pod('new').status?.phase).toBe('Pending');
    s.heal(101).runUntil(seconds(110));
    expect(s.pod('old')).toBeUndefined();
    expect(s.pod('new').status?.phase).toBe('Running');
  });
});

describe('faults of parts of a kubelet', () => {
  it('a frozen lease leaves the status, a frozen status the lease', () => {
    const s = store().addPod('web');
    s.runUntil(seconds(20)).fault(NodeFaultKind.LeaseFrozen, 25).runUntil(seconds(400));
    expect(s.renewalsIn(25, 400)).toEqual([]);
    const statuses = () => s.writes.filter((line) => line.endsWith('n1 node-status')).length;
    const before = statuses();
    expect(before).toBeGreaterThan(1);
    s.fault(NodeFaultKind.StatusFrozen, 401).runUntil(seconds(1000));
    expect(statuses() - before).toBe(0);
    expect(s.renewalsIn(401, 431)).toHaveLength(4);
  });

  it('a runtime that does not answer makes the node not ready after three minutes, and no pod changes', () => {
    const s = store().fault(NodeFaultKind.RuntimeDown, 100).addPod('waits').runUntil(seconds(285));
    expect(s.ready).toBe('True kubelet is posting ready status');
    s.runUntil(seconds(290));
    expect(s.ready).toBe('False PLEG is not healthy: pleg was last seen active 3m10s ago; threshold is 3m0s');
    expect(s.pod('waits').status?.phase).toBe('Pending');
    s.heal(300).runUntil(seconds(305));
    expect(s.ready).toBe('True kubelet is posting ready status');
    expect(s.pod('waits').status?.phase).toBe('Running');
    expect(s.nodeEvents.map(({ reason }) => reason)).toEqual(['NodeNotReady', 'NodeReady']);
  });

  it('a network that is not ready keeps new pods waiting, except those on the host network', () => {
    const s = store().fault(NodeFaultKind.NetworkNotReady, 100).addPod('waits').addPod('host', { hostNetwork: true });
    s.runUntil(seconds(110));
    expect(s.ready).toMatch(/^False container runtime network not ready: NetworkReady=false/);
    expect(s.pod('waits').status?.phase).toBe('Pending');
    expect(s.pod('host').status?.phase).toBe('Running');
    expect(s.messagesOf('waits').some((line) => line.includes('cni plugin not initialized'))).toBe(true);
    s.heal(120).runUntil(seconds(130));
    expect(s.pod('waits').status?.phase).toBe('Running');
  });
});

describe('an orderly shutdown', () => {
  const ignores = { 'orrery.dev/stop-after': 'never' };

  it('of a node that is not there is nothing to report', () => {
    const s = store();
    s.shard.setFaults('absent', new Map([[NodeFaultKind.Shutdown, { sinceMs: 0 }]]), 0);
    s.runUntil(seconds(20));
    expect(s.ready).toMatch(/^True/);
  });

  it('ends ordinary pods, then critical ones, then the machine (spec nodes H32)', () => {
    const s = store().addPod('ordinary', {}, ignores).addPod('critical', { priority: 2_000_000_000 }, ignores);
    s.runUntil(seconds(20)).fault(NodeFaultKind.Shutdown, 100).runUntil(seconds(119.999));
    expect(s.ready).toBe('False node is shutting down');
    expect(s.app('ordinary')?.state?.running).toBeDefined();
    s.runUntil(seconds(120));
    expect(s.pod('ordinary').status).toMatchObject({
      phase: 'Failed',
      reason: 'Terminated',
      message: 'Pod was terminated in response to imminent node shutdown.',
    });
    expect(s.pod('ordinary').status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'DisruptionTarget', reason: 'TerminationByKubelet' }),
    );
    expect(s.pod('critical').status?.phase).toBe('Running');
    s.runUntil(seconds(500));
    expect(s.app('critical')?.state?.terminated).toMatchObject({ exitCode: 137, finishedAt: formatTime(seconds(130)) });
    expect(s.renewalsIn(131, 500)).toEqual([]);
    s.heal(500).runUntil(seconds(510));
    expect(s.ready).toBe('True kubelet is posting ready status');
  });

  it('is over when nothing runs any more', () => {
    const s = store().addPod('web').runUntil(seconds(20)).fault(NodeFaultKind.Shutdown, 100).runUntil(seconds(200));
    expect(s.pod('web').status?.phase).toBe('Failed');
    expect(s.renewalsIn(101, 200)).toEqual([]);
  });

  it('has its own words in Kubernetes 1.20', () => {
    const s = new FaultyStore({ bundle: 'k8s-1.20' }).addNode('n1').addPod('web');
    s.runUntil(seconds(20)).fault(NodeFaultKind.Shutdown, 100).runUntil(seconds(101));
    expect(s.pod('web').status).toMatchObject({ reason: 'Shutdown', message: 'Node is shutting, evicting pods' });
  });
});

describe('slow heartbeats', () => {
  it('come so many times less often, until the fault ends', () => {
    const s = store();
    s.runUntil(seconds(20)).fault(NodeFaultKind.SlowHeartbeat, 25, 6).runUntil(seconds(400));
    expect(s.renewalsIn(26, 400)).toEqual([30, 60, 120, 180, 240, 300, 360]);
    s.heal(401).runUntil(seconds(430));
    expect(s.renewalsIn(400, 430)).toEqual([401, 410, 420]);
  });
});

describe('a slow connection to the API', () => {
  it('lets everything arrive later, both ways, in order', () => {
    const s = store().fault(NodeFaultKind.ApiLatency, 100, 3000).addPod('web').runUntil(seconds(130));
    // Heard after 3 s, shown 3 s after that.
    expect(s.writesOf('web')).toEqual(['106000 web status Pending', '106800 web status Running']);
    expect(s.startsOf('web')).toEqual([106_800]);
    expect(s.app('web')?.state?.running?.startedAt).toBe(formatTime(103_800));
    expect(s.renewalsIn(101, 130)).toEqual([103, 113, 123]);
  });

  it('brings what is under way when it is quick again', () => {
    const s = store().fault(NodeFaultKind.ApiLatency, 100, 60_000).addPod('web').runUntil(seconds(109));
    expect(s.writesOf('web')).toEqual([]);
    s.heal(110).runUntil(seconds(120));
    expect(s.writesOf('web')).toEqual(['110000 web status Pending', '110800 web status Running']);
  });
});

describe('a machine that takes its time to boot', () => {
  it('is silent until it has', () => {
    const s = store().addPod('web').runUntil(seconds(20));
    s.shard.livingNode('n1')!.setOwnWork({ bootDelayMs: 45_000 });
    s.fault(NodeFaultKind.PowerOff, 100).heal(130).runUntil(seconds(174));
    expect(s.renewalsIn(101, 175)).toEqual([]);
    s.runUntil(seconds(200));
    expect(s.renewalsIn(101, 200)).toEqual([175, 180, 190]);
    expect(s.app('web')).toMatchObject({ restartCount: 1, state: { running: {} } });
  });
});
