import type { Node, Pod } from '@orrery/api-types';
import { NodeMeter, type MeterInput } from './node-meter';

const MI = 1024 ** 2;
const GI = 1024 ** 3;

const node = (annotations: Record<string, string> = {}): Node =>
  ({
    metadata: { name: 'n', uid: 'n', creationTimestamp: '1970-01-01T00:00:00Z', annotations },
    spec: {},
    status: { capacity: { cpu: '4', memory: '10Gi', 'ephemeral-storage': '100Gi' } },
  }) as unknown as Node;

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();

function pod(annotations: Record<string, string>, state: object, phase = 'Running'): MeterInput['pods'][number] {
  const spec = { containers: [{ name: 'c' }], volumes: [{ name: 'scratch', emptyDir: {} }] };
  const status = { phase, startTime: at(0), containerStatuses: [{ name: 'c', state }] };
  return { pod: { metadata: { name: 'p', uid: 'p', annotations }, spec } as unknown as Pod, status: status as never };
}

const meter = (input: Partial<MeterInput>): NodeMeter =>
  new NodeMeter({
    node: node(),
    pods: [],
    imageBytes: 0,
    podsMemoryLimitBytes: 9 * GI,
    volumesFreedOn: 'podTerminated',
    ...input,
  });

const USES = {
  'orrery.dev/usage-memory': '100Mi,100s~1124Mi',
  'orrery.dev/usage-rootfs': '1Gi',
  'orrery.dev/c.usage-logs': '2Gi',
  'orrery.dev/usage-logs': '50Gi',
  'orrery.dev/usage-volume.scratch': '3Gi',
  'orrery.dev/usage-processes': '7',
};
const running = { running: { startedAt: at(10) } };
const ended = { terminated: { exitCode: 0, startedAt: at(10), finishedAt: at(50) } };

describe('a node is measured from its objects', () => {
  it('adds pods and daemons', () => {
    const measured = meter({
      node: node({ 'orrery.dev/usage-memory': '1Gi', 'orrery.dev/usage-processes': '100' }),
      pods: [pod(USES, running)],
      imageBytes: GI,
    }).statistics(60_000);
    expect(measured.memory!.available).toBe(10 * GI - GI - 612 * MI);
    expect(measured.podsMemory).toEqual({ available: 9 * GI - 612 * MI, capacity: 9 * GI, timeMs: 60_000 });
    expect(measured.processes!.available).toBe(32_768 - 107);
    expect(measured.nodefs!.availableBytes).toBe(93 * GI);
    expect(measured.imagefs).toEqual(measured.nodefs);
  });

  it('keeps images and writable layers on a disk of their own', () => {
    const { nodefs, imagefs } = meter({
      node: node({ 'orrery.dev/imagefs': '20Gi' }),
      pods: [pod(USES, running)],
      imageBytes: GI,
    }).statistics(60_000);
    expect([nodefs!.availableBytes, imagefs!.availableBytes]).toEqual([95 * GI, 18 * GI]);
  });

  it('keeps what dead containers left until it is removed', () => {
    const dead = meter({ pods: [pod(USES, ended, 'Succeeded')] });
    expect(dead.statistics(60_000).nodefs!.availableBytes).toBe(97 * GI);
    expect(dead.statistics(60_000).memory!.available).toBe(10 * GI);
    expect(dead.statistics(60_000, { removedAtMs: 50_000 }).nodefs!.availableBytes).toBe(100 * GI);
    const kept = meter({ pods: [pod(USES, ended, 'Failed')], volumesFreedOn: 'podDeleted' });
    expect(kept.statistics(60_000, { removedAtMs: 50_000 }).nodefs!.availableBytes).toBe(97 * GI);
  });

  it('counts the curves of a daemon that was killed from its restart', () => {
    const annotations = { 'orrery.dev/usage-memory': '1Gi,100s~2Gi', 'orrery.dev/kubelet.usage-memory': '10s=512Mi' };
    const reported = { 'orrery.dev/misc.restarts-at': at(200), 'orrery.dev/kubelet.restarts-at': at(300) };
    const usedAt = (seconds: number, newer?: MeterInput['daemonRestarts']): number => {
      const measured = meter({
        node: node({ ...annotations, ...reported }),
        ...(newer ? { daemonRestarts: newer } : {}),
      });
      return 10 - measured.statistics(seconds * 1000).memory!.available / GI;
    };
    expect([usedAt(199), usedAt(200), usedAt(250), usedAt(300), usedAt(310)]).toEqual([0, 1, 1.5, 2, 2.5]);
    expect(usedAt(310, new Map([['misc', 310_000]]))).toBe(1.5);
  });
});
