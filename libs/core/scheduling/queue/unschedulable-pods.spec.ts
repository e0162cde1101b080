import type { PodInfo } from '../cache/pod-info';
import type { QueuedPod } from './queued-pod';
import { UnschedulablePods } from './unschedulable-pods';

function sleeper(uid: string, schedulerName: string | undefined, ...rejectors: string[]): QueuedPod {
  return { info: { uid, pod: { spec: { schedulerName } } }, rejectors: new Set(rejectors) } as unknown as QueuedPod;
}

describe('UnschedulablePods', () => {
  const ours = sleeper('ours', undefined, 'Fit', 'Taints');
  const theirs = sleeper('theirs', 'other', 'Fit');
  const broken = sleeper('broken', 'other');
  const uidsOf = (pods: readonly QueuedPod[]): string[] => pods.map(({ info }) => info.uid).sort();
  const fitOfOther = (plugin: string, { pod }: PodInfo): boolean =>
    plugin === 'Fit' && pod.spec.schedulerName === 'other';

  function withAll(): UnschedulablePods {
    const pods = new UnschedulablePods();
    for (const entry of [ours, theirs, broken]) pods.add(entry);
    return pods;
  }

  it('finds the pods of those schedulers whose plugins want to hear, and always those that no plugin rejected', () => {
    expect(uidsOf(withAll().candidates(fitOfOther))).toEqual(['broken', 'theirs']);
    expect(uidsOf(withAll().candidates((plugin) => plugin === 'Taints'))).toEqual(['broken', 'ours']);
    expect(uidsOf(withAll().candidates(() => false))).toEqual(['broken']);
  });

  it('asks once for all pods of a plugin and a scheduler', () => {
    const pods = withAll();
    for (let i = 0; i < 100; i++) pods.add(sleeper(`more-${i}`, 'other', 'Fit'));
    const asked: string[] = [];
    const found = pods.candidates((plugin, { pod }) => asked.push(`${plugin} ${pod.spec.schedulerName}`) > 0);
    expect(found).toHaveLength(103);
    expect(asked.sort()).toEqual(['Fit other', 'Fit undefined', 'Taints undefined']);
  });

  it('forgets who left', () => {
    const pods = withAll();
    pods.remove(theirs);
    pods.remove(broken);
    expect(uidsOf(pods.candidates(() => true))).toEqual(['ours']);
    pods.remove(ours);
    expect([pods.size, pods.candidates(() => true)]).toEqual([0, []]);
  });
});
