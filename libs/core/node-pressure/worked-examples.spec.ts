import type { Container, Pod } from '@orrery/api-types';
import { evictionTexts } from './eviction/eviction-message';
import { reclaimables } from './eviction/node-reclaim';
import { oomScore, oomScoreAdjustment, oomVictim } from './oom/oom-score';
import { pressureSettings, type PressureBundle } from './pressure-settings';
import { rankPods } from './ranking/rank-pods';
import { Signal } from './signals';
import type { PodStatistics } from './statistics/node-statistics';
import { parseThresholds } from './thresholds/parse-thresholds';
import { resolveAmount } from './thresholds/threshold';

const MI = 1024 ** 2;
type Row = readonly [name: string, qos: string, request: string | undefined, usedMi: number, priority: number];

/** The pods of spec nodes H23. */
const ROWS: readonly Row[] = [
  ['a', 'BestEffort', undefined, 1024, 1000],
  ['b', 'Burstable', '2048Mi', 3584, 0],
  ['c', 'Burstable', '2048Mi', 1536, 0],
  ['d', 'Guaranteed', '2048Mi', 2048, 0],
  ['e', 'BestEffort', undefined, 700, 2000],
];

function podOf([name, qos, request, , priority]: Row): Pod {
  const requests = request === undefined ? {} : { memory: request, cpu: '1' };
  const resources = qos === 'Guaranteed' ? { requests, limits: requests } : { requests };
  return {
    metadata: { name, namespace: 'default', uid: name },
    spec: { priority, containers: [{ name, resources }] },
  } as unknown as Pod;
}

const pods = ROWS.map(podOf);
const use = new Map(ROWS.map(([name, , , usedMi]) => [name, usedMi * MI]));
const ofPod = ({ metadata: { name } }: Pod): PodStatistics => ({
  memoryBytes: use.get(name)!,
  containers: [{ name, memoryBytes: use.get(name)! }],
  volumes: [],
});

describe('ranking (spec nodes H23)', () => {
  test.each([
    ['okd-legacy', 'a e b c d'],
    ['k8s-1.20', 'b a e d c'],
    ['modern', 'b a e d c'],
  ] as [PressureBundle, string][])('%s: %s', (bundle, order) => {
    const context = { signal: Signal.MemoryAvailable, settings: pressureSettings(bundle), hasDedicatedImagefs: false };
    const ranked = rankPods(pods, { ...context, ofPod });
    expect(ranked.map(({ metadata }) => metadata.name).join(' ')).toBe(order);
  });

  it('compares by difference alone in the historic variant', () => {
    const settings = pressureSettings('okd-legacy', { withinClass: 'difference' });
    const ranked = rankPods([podOf(['x', 'Burstable', '4Gi', 3000, 0]), podOf(['y', 'Burstable', '1Gi', 1000, 0])], {
      signal: Signal.MemoryAvailable,
      settings,
      hasDedicatedImagefs: false,
      ofPod: ({ metadata }) => ({
        memoryBytes: (metadata.name === 'x' ? 3000 : 1000) * MI,
        containers: [],
        volumes: [],
      }),
    });
    expect(ranked.map(({ metadata }) => metadata.name)).toEqual(['y', 'x']);
  });
});

describe('messages (spec nodes H23)', () => {
  const verdict = parseThresholds({ evictionHard: { 'memory.available': '500Mi' } });
  const thresholds = verdict.ok ? verdict.thresholds : [];
  const observations = new Map([
    [Signal.MemoryAvailable, { available: 248 * MI, capacity: 10 * 1024 * MI, timeMs: 0 }],
  ]);
  const words = (name: string, version: 1 | 2): string => {
    const pod = pods.find(({ metadata }) => metadata.name === name)!;
    return evictionTexts(pod, ofPod(pod), { resource: 'memory', version, thresholds, observations }).message;
  };
  const LOW = 'The node was low on resource: memory. ';

  test.each([
    ['b', 1, `${LOW}Container b was using 3584Mi, which exceeds its request of 2Gi. `],
    ['a', 1, `${LOW}Container a was using 1Gi, which exceeds its request of 0. `],
    ['d', 1, LOW],
    [
      'b',
      2,
      `${LOW}Threshold quantity: 500Mi, available: 248Mi. Container b was using 3584Mi, request is 2Gi, has larger consumption of memory. `,
    ],
  ] as const)('%s, version %i', (name, version, message) => expect(words(name, version)).toBe(message));
});

describe('percentages are single precision (spec nodes H22)', () => {
  test.each([
    ['10%', 1_073_741_840],
    ['5%', 536_870_920],
    ['1Gi', 1_073_741_824],
  ])('%s of 10Gi', (text, bytes) => {
    const verdict = parseThresholds({ evictionHard: { 'memory.available': text } });
    expect(verdict.ok && resolveAmount(verdict.thresholds[0]!.value, 10 * 1024 ** 3)).toBe(bytes);
  });
});

describe('reclaim before pods (spec nodes E6)', () => {
  test.each([
    ['nodefs.available', 'upstream', false, 'containers images'],
    ['nodefs.available', 'upstream', true, ''],
    ['nodefs.inodesFree', 'seed', false, 'containers images'],
    ['nodefs.inodesFree', 'seed', true, 'containers'],
    ['imagefs.available', 'upstream', true, 'containers images'],
    ['imagefs.inodesFree', 'seed', false, 'containers images'],
    ['imagefs.available', 'seed', true, 'images'],
    ['memory.available', 'seed', true, ''],
    ['pid.available', 'upstream', false, ''],
  ] as const)('%s, %s, dedicated %s: %s', (signal, table, isDedicated, kinds) => {
    expect(reclaimables(signal, table, isDedicated).join(' ')).toBe(kinds);
  });
});

describe('out of memory (spec nodes H27)', () => {
  const GI = 1024 ** 3;
  const container = (memory?: string): Container => ({
    name: 'c',
    resources: memory === undefined ? {} : { requests: { memory } },
  });
  const adjustment = (memory: string | undefined, capacityBytes: number, bundle: PressureBundle): number => {
    const pod = { metadata: { name: 'p' }, spec: { containers: [container(memory)] } } as unknown as Pod;
    const node = { memoryCapacityBytes: capacityBytes, settings: pressureSettings(bundle) };
    return oomScoreAdjustment(pod, pod.spec.containers[0]!, node);
  };

  test.each([
    ['1Gi', 969, 969],
    ['4Gi', 875, 875],
    ['16Gi', 500, 500],
    ['32Gi', 3, 2],
    ['1Mi', 999, 999],
  ])('burstable with %s on 32Gi', (request, now, legacy) => {
    expect(adjustment(request, 32 * GI, 'k8s-1.20')).toBe(now);
    expect(adjustment(request, 32 * GI, 'okd-legacy')).toBe(legacy);
  });

  test.each<[PressureBundle, string, string | undefined, number]>([
    ['modern', 'less than any other', undefined, 750],
    ['modern', 'more than any other', '4Gi', 500],
    ['k8s-1.20', 'less than any other', undefined, 999],
  ])('%s: a sidecar that asks for %s', (bundle, _name, request, expected) => {
    const sidecar = { ...container(request), name: 'sidecar', restartPolicy: 'Always' };
    const regular = [container('2Gi'), container('3Gi')];
    const pod = { metadata: { name: 'p' }, spec: { initContainers: [sidecar], containers: regular } };
    const node = { memoryCapacityBytes: 8 * GI, settings: pressureSettings(bundle) };
    expect(oomScoreAdjustment(pod as unknown as Pod, sidecar as unknown as Container, node)).toBe(expected);
  });

  test.each([
    ['k8s-1.20', -997, [-747, 1125, 1063, 1085], 'B1'],
    ['okd-legacy', -998, [-973, 787.5, 950.5, 1000 + (100 * 700) / 8192], 'E'],
  ] as const)('%s kills as its formula says', (bundle, guaranteed, scores, victim) => {
    const { oomScoreFormula: formula } = pressureSettings(bundle);
    const candidates = [
      { name: 'G', memoryBytes: 2 * GI, adjustment: guaranteed },
      { name: 'B1', memoryBytes: 3 * GI, adjustment: adjustment('2Gi', 8 * GI, bundle) },
      { name: 'B2', memoryBytes: GI, adjustment: adjustment('512Mi', 8 * GI, bundle) },
      { name: 'E', memoryBytes: 700 * MI, adjustment: adjustment(undefined, 8 * GI, bundle) },
    ];
    expect(candidates.map((each) => oomScore(each, 8 * GI, formula))).toEqual(scores);
    expect(oomVictim(candidates, 8 * GI, formula)?.name).toBe(victim);
    expect(oomVictim([], 8 * GI, formula)).toBeUndefined();
  });
});
