import type { DaemonName } from '../usage/usage-annotations';
import { nextOomKill, type MemoryUse, type OomContainer } from './oom-kill';

const GI = 1024 ** 3;

const container = (name: string, gi: number, adjustment: number, limitGi?: number): OomContainer => ({
  uid: name,
  container: name,
  name,
  memoryBytes: gi * GI,
  adjustment,
  limitBytes: limitGi === undefined ? undefined : limitGi * GI,
});

const daemons = (gi: Partial<Record<DaemonName, number>>): ReadonlyMap<DaemonName, number> =>
  new Map(Object.entries(gi).map(([name, amount]) => [name as DaemonName, amount * GI]));

const cap = (names: DaemonName[], gi: number): MemoryUse['caps'][number] => ({
  daemons: names,
  memoryBytes: gi * GI,
  cpuMillis: undefined,
  processes: undefined,
});
const KUBE = cap(['kubelet', 'runtime'], 1);
const SYSTEM = cap(['misc'], 1);

describe('whom the kernel kills on a node of 10Gi, 8Gi of them for pods', () => {
  test.each<[string, Partial<MemoryUse>, string | undefined]>([
    ['all fits', { containers: [container('a', 7, 1000)], daemonBytes: daemons({ misc: 3 }) }, undefined],
    ['a limit of its own', { containers: [container('a', 2, 500, 1)] }, 'a'],
    ['pods together', { containers: [container('a', 3, 500), container('b', 6, 10)] }, 'a'],
    [
      'the node, by score: an unprotected daemon is one of them',
      { containers: [container('a', 7, -997)], daemonBytes: daemons({ misc: 3.5 }) },
      'SYSTEM misc',
    ],
    [
      'the node: best effort goes before daemons',
      { containers: [container('a', 1, 1000)], daemonBytes: daemons({ misc: 9.5 }) },
      'SYSTEM a',
    ],
    [
      'the node: kubelet and runtime are protected',
      { containers: [container('a', 0.1, -997)], daemonBytes: daemons({ kubelet: 6, runtime: 5 }) },
      'SYSTEM a',
    ],
    ['no process may be killed', { daemonBytes: daemons({ kubelet: 6, runtime: 5 }) }, undefined],
    [
      'a kubelet that is not protected',
      { daemonBytes: daemons({ kubelet: 6, runtime: 5 }), kubeletAdjustment: 0 },
      'SYSTEM kubelet',
    ],
    ['a reservation that is not enforced', { daemonBytes: daemons({ kubelet: 2, misc: 2 }) }, undefined],
    [
      'kube-reserved: the larger of the two',
      { daemonBytes: daemons({ kubelet: 0.5, runtime: 0.6 }), caps: [KUBE] },
      'runtime',
    ],
    [
      'kube-reserved: a runtime where the kubelet is never killed',
      { daemonBytes: daemons({ kubelet: 0.9, runtime: 0.2 }), caps: [KUBE], kubeletAdjustment: -1000 },
      'runtime',
    ],
    ['system-reserved', { daemonBytes: daemons({ kubelet: 3, misc: 1.1 }), caps: [SYSTEM] }, 'misc'],
    ['system-reserved, within it', { daemonBytes: daemons({ kubelet: 3, misc: 1 }), caps: [SYSTEM] }, undefined],
    [
      'a container of a guaranteed pod before daemons of a group',
      { containers: [container('a', 2, -997, 1)], daemonBytes: daemons({ misc: 2 }), caps: [SYSTEM] },
      'a',
    ],
  ])('%s', (_name, use, expected) => {
    const kill = nextOomKill({
      containers: [],
      daemonBytes: new Map(),
      kubeletAdjustment: -999,
      podsLimitBytes: 8 * GI,
      nodeLimitBytes: 10 * GI,
      memoryCapacityBytes: 10 * GI,
      caps: [],
      formula: 'permille',
      ...use,
    });
    const name = kill && (kill.kind === 'daemon' ? kill.daemon : kill.container);
    expect(kill && `${kill.isSystem ? 'SYSTEM ' : ''}${name}`).toBe(expected);
  });
});
