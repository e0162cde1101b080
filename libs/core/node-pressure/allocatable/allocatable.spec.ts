import fc from 'fast-check';
import { parseQuantity } from '@orrery/quantity';
import { pressureSettings } from '../pressure-settings';
import { allocatableOf, allocatableShortages, podsMemoryLimitBytes } from './allocatable';
import { overlay, resourceConfiguration, type KubeletConfiguration } from './kubelet-configuration';
import { readKubeletConfiguration } from './read-kubelet-configuration';

const MI = 1024 ** 2;
const DEFAULTS = pressureSettings('k8s-1.20').defaultEvictionHard;

function configured(document: object): ReturnType<typeof resourceConfiguration> {
  const verdict = readKubeletConfiguration(document);
  if (!verdict.ok) throw new Error(verdict.errors.join());
  return resourceConfiguration(verdict.configuration, DEFAULTS);
}

function bytesOf(text: string | undefined): number {
  return Number(parseQuantity(text ?? '0').nanos / 1_000_000_000n);
}

describe('what pods may ask for', () => {
  test.each([
    [
      '32Gi (spec nodes H21)',
      { cpu: '16', memory: '32Gi' },
      {
        kubeReserved: { memory: '2Gi' },
        systemReserved: { memory: '1Gi' },
        evictionHard: { 'memory.available': '100Mi' },
      },
      31_033_655_296,
    ],
    [
      'set-allocatable on 16Gi (spec nodes H21)',
      { cpu: '4', memory: '16Gi' },
      { kubeReserved: { cpu: '500m', memory: '512Mi' }, systemReserved: { cpu: '500m', memory: '512Mi' } },
      15_260 * MI,
    ],
    ['more than there is (spec nodes H21)', { memory: '32Gi' }, { kubeReserved: { memory: '40Gi' } }, 0],
    [
      '10Gi (spec nodes H22)',
      { memory: '10Gi' },
      { systemReserved: { memory: '1Gi' }, evictionHard: {} },
      9 * 1024 * MI,
    ],
    [
      '10Gi, 500Mi withheld (spec nodes H22)',
      { memory: '10Gi' },
      { systemReserved: { memory: '1.5Gi' }, evictionHard: { 'memory.available': '500Mi' } },
      8204 * MI,
    ],
    [
      'soft thresholds withhold nothing',
      { memory: '10Gi' },
      {
        evictionHard: {},
        evictionSoft: { 'memory.available': '1Gi' },
        evictionSoftGracePeriod: { 'memory.available': '1m' },
      },
      10 * 1024 * MI,
    ],
    ['huge pages', { memory: '10Gi', 'hugepages-2Mi': '1Gi' }, { evictionHard: {} }, 9 * 1024 * MI],
  ])('%s', (_name, capacity, document, bytes) => {
    expect(bytesOf(allocatableOf(capacity as Record<string, string>, configured(document))['memory'])).toBe(bytes);
  });

  it('prints as the API does', () => {
    const reservations = configured({
      kubeReserved: { cpu: '500m', memory: '512Mi' },
      systemReserved: { cpu: '500m', memory: '512Mi' },
    });
    expect(allocatableOf({ cpu: '4', memory: '16Gi', pods: '110' }, reservations)).toEqual({
      cpu: '3',
      memory: '15260Mi',
      pods: '110',
    });
  });

  it('takes a share of the disk by the nodefs threshold', () => {
    const allocatable = allocatableOf({ 'ephemeral-storage': '100Gi' }, configured({}));
    expect(bytesOf(allocatable['ephemeral-storage'])).toBe(107_374_182_400 - 10_737_418_400);
  });

  it('limits all pods by what is reserved alone (29Gi, spec nodes H21)', () => {
    const reservations = configured({ kubeReserved: { memory: '2Gi' }, systemReserved: { memory: '1Gi' } });
    expect(podsMemoryLimitBytes({ memory: '32Gi' }, reservations)).toBe(31_138_512_896);
  });

  it('names what is reserved beyond the capacity', () => {
    const reservations = configured({ kubeReserved: { memory: '40Gi', cpu: '1' } });
    expect(allocatableShortages({ cpu: '4', memory: '32Gi' }, reservations)).toEqual([
      { resource: 'memory', reserved: '41060Mi', left: '-8292Mi' },
    ]);
  });

  it('never exceeds the capacity and never falls below nothing', () => {
    const amount = fc.integer({ min: 0, max: 64 * 1024 }).map((mi) => `${mi}Mi`);
    fc.assert(
      fc.property(amount, amount, amount, amount, (memory, kube, system, hard) => {
        const evictionHard = hard === '0Mi' ? {} : { 'memory.available': hard };
        const reservations = configured({
          kubeReserved: { memory: kube },
          systemReserved: { memory: system },
          evictionHard,
        });
        const bytes = bytesOf(allocatableOf({ memory }, reservations)['memory']);
        const wanted = [memory, kube, system, hard].map(bytesOf).reduce((left, part) => left - part);
        expect(bytes).toBe(Math.max(0, wanted));
      }),
    );
  });
});

describe('KubeletConfiguration', () => {
  test.each([
    [{ enforceNodeAllocatable: ['podz'] }, 'option "podz" specified'],
    [{ enforceNodeAllocatable: ['none', 'pods'] }, 'when "none" is specified'],
    [{ enforceNodeAllocatable: ['system-reserved'] }, 'SystemReservedCgroup'],
    [{ enforceNodeAllocatable: ['kube-reserved'] }, 'KubeReservedCgroup'],
    [{ evictionSoft: { 'memory.available': '1Gi' } }, 'grace period must be specified'],
    [{ evictionHard: { memory: '1Gi' } }, 'unsupported eviction signal memory'],
    [{ systemReserved: { memory: 'lots' } }, 'systemReserved[memory]: quantities must match'],
    [{ kubeReserved: { memory: '-1Gi' } }, 'must not be negative'],
    [{ maxPods: -1 }, 'maxPods: -1'],
    [{ serializeImagePulls: 'no' }, 'must be true or false'],
    [{ maxParallelImagePulls: 0 }, 'maxParallelImagePulls 0 must be a positive number'],
    [{ maxParallelImagePulls: 2 }, 'cannot be larger than 1 unless SerializeImagePulls'],
    [
      { shutdownGracePeriod: '10s', shutdownGracePeriodCriticalPods: '20s' },
      'ShutdownGracePeriodCriticalPods 20s must be <= ShutdownGracePeriod 10s',
    ],
    [
      { imageGCLowThresholdPercent: 85 },
      '85 must be less than ImageGCHighThresholdPercent (--image-gc-high-threshold) 85',
    ],
    [{ imageGCHighThresholdPercent: 101 }, '101 must be between 0 and 100'],
    [{ nodeLeaseDurationSeconds: 0 }, 'NodeLeaseDurationSeconds must be greater than 0'],
    [{ evictionPressureTransitionPeriod: '0s' }, 'must be longer than nothing'],
    [{ oomScoreAdj: -1001 }, 'OOMScoreAdj (--oom-score-adj) -1001 must be between -1000 and 1000, inclusive'],
    [{ eventRecordQPS: -1 }, 'eventRecordQPS: -1 must be a whole number'],
    [{ cgroupsPerQOS: false }, 'is not supported unless CgroupsPerQOS'],
    [{ registerNode: 'no' }, 'registerNode: "no" must be true or false'],
    [{ registerWithTaints: [{ key: 'a', effect: 'Never' }] }, 'must be a list of taints'],
    [
      { evictionHard: { 'memory.available': '120%' } },
      'eviction percentage threshold memory.available must be <= 100%: 120%',
    ],
    [
      { evictionSoft: { 'nodefs.available': '100.1%' }, evictionSoftGracePeriod: { 'nodefs.available': '1m' } },
      'eviction percentage threshold nodefs.available must be <= 100%: 100.1%',
    ],
    [
      { evictionHard: { 'memory.available': '-5%' } },
      'eviction percentage threshold memory.available must be >= 0%: -5%',
    ],
    [{ failSwapOn: 'no' }, 'failSwapOn: "no" must be true or false'],
    [{ allowedUnsafeSysctls: 'kernel.msg*' }, 'allowedUnsafeSysctls: must be a list of strings'],
    [{ allowedUnsafeSysctls: ['kernel/*'] }, 'the sysctls "kernel.*" are not known to be namespaced'],
    [{ allowedUnsafeSysctls: ['vm.swappiness'] }, 'the sysctl "vm.swappiness" are not known to be namespaced'],
    [
      { allowedUnsafeSysctls: ['net.*.a'] },
      'sysctl "net.*.a" must have at most 253 characters and match regex ([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]',
    ],
    [{ podPidsLimit: 'many' }, 'podPidsLimit: "many" must be a whole number'],
    [{ containerLogMaxSize: 'much' }, 'containerLogMaxSize: "much" is not a quantity'],
    [{ cgroupsPerQOS: false, enforceNodeAllocatable: ['pods'] }, 'is not supported unless CgroupsPerQOS'],
    [{ shutdownGracePeriod: '500ms' }, 'ShutdownGracePeriod 500ms must be either zero or otherwise >= 1 sec'],
    [{ evictionPressureTransitionPeriod: 'soon' }, 'not a duration'],
    [{ evictionHard: ['memory.available<1Gi'] }, 'must map names to strings'],
    [[], 'must be an object'],
    [null, 'must be an object'],
  ])('%j is refused: %s', (document, error) => {
    const verdict = readKubeletConfiguration(document);
    expect(verdict).toMatchObject({ ok: false, errors: [expect.stringContaining(error)] });
  });

  it('warns of fields that mean nothing here', () => {
    expect(readKubeletConfiguration({ kind: 'KubeletConfiguration', maxPods: 250, cgroupDriver: 'systemd' })).toEqual({
      ok: true,
      configuration: { maxPods: 250 },
      warnings: ['unknown field "cgroupDriver"'],
    });
    // Those of the kubelet that only look like one that is known here get no advice.
    const names = { evictionhrd: {}, evictionHrd: {}, httpCheckFrequency: '1s', imageMaximumGCAge: '1h' };
    expect(readKubeletConfiguration(names)).toMatchObject({
      warnings: [
        'unknown field "evictionhrd"; did you mean evictionHard?',
        'unknown field "evictionHrd"; did you mean evictionHard?',
        'unknown field "httpCheckFrequency"',
        'unknown field "imageMaximumGCAge"',
      ],
    });
    expect(readKubeletConfiguration({ syncFrequency: '30s' })).toMatchObject({
      warnings: [expect.stringContaining('"syncFrequency" has no effect: a simulated kubelet')],
    });
  });

  it('takes periods of nothing for left out, as upstream does', () => {
    const zeros = {
      syncFrequency: '0s',
      fileCheckFrequency: '0s',
      nodeStatusUpdateFrequency: '0s',
      nodeStatusReportFrequency: '0s',
      imageMinimumGCAge: '0s',
      shutdownGracePeriod: '0s',
    };
    expect(readKubeletConfiguration(zeros)).toMatchObject({ configuration: { shutdownGracePeriod: '0s' } });
    expect(configured(zeros)).toMatchObject({ heartbeats: {}, imageMinimumAgeMs: 120_000, fileCheckMs: undefined });
  });

  it('reads the node configuration of OpenShift 3', () => {
    const kubeletArguments = {
      'eviction-hard': ['memory.available<500Mi'],
      'eviction-soft': ['memory.available<1Gi'],
      'eviction-soft-grace-period': ['memory.available=1m30s'],
      'eviction-max-pod-grace-period': ['60'],
      'eviction-pressure-transition-period': ['2m'],
      'system-reserved': ['memory=1.5Gi'],
      'enforce-node-allocatable': ['pods'],
      'image-gc-high-threshold': ['90'],
      'register-with-taints': ['dedicated=infra:NoSchedule'],
      'fail-swap-on': ['false'],
      'allowed-unsafe-sysctls': ['kernel.msg*,net.core.somaxconn'],
    };
    expect(readKubeletConfiguration({ kubeletArguments })).toEqual({
      ok: true,
      warnings: [],
      configuration: {
        evictionHard: { 'memory.available': '500Mi' },
        evictionSoft: { 'memory.available': '1Gi' },
        evictionSoftGracePeriod: { 'memory.available': '1m30s' },
        evictionMaxPodGracePeriod: 60,
        evictionPressureTransitionPeriod: '2m',
        systemReserved: { memory: '1.5Gi' },
        enforceNodeAllocatable: ['pods'],
        imageGCHighThresholdPercent: 90,
        registerWithTaints: [{ key: 'dedicated', value: 'infra', effect: 'NoSchedule' }],
        failSwapOn: false,
        allowedUnsafeSysctls: ['kernel.msg*', 'net.core.somaxconn'],
      },
    });
    expect(readKubeletConfiguration({ kubeletArguments: { 'eviction-hard': ['memory.available>1Gi'] } })).toEqual({
      ok: false,
      errors: ['eviction-hard: malformed pair, expect string<string'],
    });
  });

  test.each([
    [{}, undefined],
    [{ serializeImagePulls: true }, 1],
    [{ serializeImagePulls: false }, Infinity],
    [{ serializeImagePulls: false, maxParallelImagePulls: 3 }, 3],
  ])('%j pulls %s images at once', (configuration, want) => {
    expect(configured(configuration).parallelImagePulls).toBe(want);
  });

  test.each([
    [{}, {}],
    [{ nodeStatusUpdateFrequency: '20s' }, { statusUpdateMs: 20_000, statusReportMs: 20_000 }],
    [
      { nodeStatusUpdateFrequency: '20s', nodeStatusReportFrequency: '1m' },
      { statusUpdateMs: 20_000, statusReportMs: 60_000 },
    ],
    [{ nodeLeaseDurationSeconds: 8 }, { leaseDurationSeconds: 8, leaseRenewMs: 2000 }],
  ])('%j gives signs of life so: %j', (configuration, want) => {
    expect(configured(configuration).heartbeats).toEqual(want);
  });

  test.each([
    [{}, { logBytes: undefined, pullLimit: undefined, podProcesses: undefined, toleratesSwap: false }],
    [{ containerLogMaxFiles: 2 }, { logBytes: 20 * MI }],
    [{ containerLogMaxSize: '1Mi' }, { logBytes: 5 * MI }],
    [{ registryPullQPS: 2 }, { pullLimit: { perSecond: 2, burst: 10 } }],
    [{ registryPullQPS: 0 }, { pullLimit: undefined }],
    [{ eventRecordQPS: 1 }, { eventLimit: { perSecond: 1, burst: 10 } }],
    [{ eventBurst: 3 }, { eventLimit: { perSecond: 5, burst: 3 } }],
    [{ eventRecordQPS: 0, eventBurst: 3 }, { eventLimit: undefined }],
    [{}, { kubeletOomAdjustment: -999, staticPodPath: undefined, daemonCaps: [] }],
    [
      { oomScoreAdj: -500, staticPodPath: '' },
      { kubeletOomAdjustment: -500, staticPodPath: '' },
    ],
    [
      {
        enforceNodeAllocatable: ['system-reserved', 'kube-reserved'],
        systemReservedCgroup: '/system.slice',
        kubeReservedCgroup: '/kube.slice',
        systemReserved: { memory: '1Gi', pid: '100' },
        kubeReserved: { cpu: '1500m' },
      },
      {
        daemonCaps: [
          { daemons: ['misc'], memoryBytes: 1024 * MI, cpuMillis: undefined, processes: 100 },
          { daemons: ['kubelet', 'runtime'], memoryBytes: undefined, cpuMillis: 1500, processes: undefined },
        ],
      },
    ],
    [{ podPidsLimit: 100 }, { podProcesses: 100 }],
    [{ podPidsLimit: -1 }, { podProcesses: undefined }],
    [{ failSwapOn: false }, { toleratesSwap: true }],
    [
      { imageGCHighThresholdPercent: 50, imageGCLowThresholdPercent: 40 },
      { imageCollection: { highPercent: 50, lowPercent: 40 } },
    ],
  ])('%j means %j', (configuration, want) => {
    expect(configured(configuration)).toMatchObject(want);
  });

  it('says how long a shutdown takes', () => {
    const configuration = { shutdownGracePeriod: '1m', shutdownGracePeriodCriticalPods: '15s' };
    expect(configured(configuration).shutdown).toEqual({ periodMs: 60_000, criticalMs: 15_000 });
    expect(configured({}).shutdown).toBeUndefined();
  });

  it('lets later configurations override field by field', () => {
    const layers: KubeletConfiguration[] = [{ maxPods: 10, podsPerCore: 5 }, { maxPods: 20 }];
    expect(overlay(layers)).toEqual({ maxPods: 20, podsPerCore: 5 });
  });

  it('drops all default thresholds when it names one', () => {
    const { thresholds } = configured({ evictionHard: { 'memory.available': '1Gi' }, enforceNodeAllocatable: [] });
    expect(thresholds.map(({ signal }) => signal)).toEqual(['memory.available']);
    expect(configured({}).thresholds).toHaveLength(5);
  });
});
