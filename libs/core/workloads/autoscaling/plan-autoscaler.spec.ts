import type { HorizontalPodAutoscaler, Pod } from '@orrery/api-types';
import { formatTime } from '@orrery/time';
import type { HorizontalPodAutoscalerBehavior, MetricSpec } from 'kubernetes-types/autoscaling/v2';
import { planAutoscaler, type AutoscalerInput, type AutoscalerPlan } from './plan-autoscaler';
import { NO_MEMORY, type AutoscalerMemory } from './scaling-rules';

const START_MS = Date.UTC(2026, 2, 1, 12);
const HOUR_MS = 3_600_000;
const CPU: MetricSpec = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
};

interface Given {
  readonly min?: number;
  readonly max?: number;
  readonly metrics?: readonly MetricSpec[];
  readonly behavior?: HorizontalPodAutoscalerBehavior;
  readonly replicas?: number;
  /** Use of each pod in thousandths of a core; undefined: it has no sample. */
  readonly use?: readonly (number | undefined)[];
  readonly pods?: readonly Pod[];
  readonly nowMs?: number;
  readonly memory?: AutoscalerMemory;
}

/** A ready pod that started an hour ago and requests a tenth of a core. */
function podOf(name: string, status: object = {}): Pod {
  const since = formatTime(START_MS - HOUR_MS);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name, creationTimestamp: since, resourceVersion: '1' },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu: '100m' } } }] },
    status: {
      phase: 'Running',
      startTime: since,
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: since }],
      ...status,
    },
  } as Pod;
}

function plan(given: Given): AutoscalerPlan {
  const { use = [], replicas = use.length, nowMs = START_MS, memory = NO_MEMORY } = given;
  const pods = given.pods ?? use.map((_, i) => podOf(`p${i}`));
  const autoscaler = {
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: given.min ?? 1,
      maxReplicas: given.max ?? 10,
      metrics: [...(given.metrics ?? [CPU])],
      ...(given.behavior ? { behavior: given.behavior } : {}),
    },
  } as unknown as HorizontalPodAutoscaler;
  const samples: AutoscalerInput['samples'] = () =>
    new Map(
      pods.flatMap(({ metadata: { name } }, i) => {
        const milliValue = use[i];
        return milliValue === undefined ? [] : [[name, { milliValue, measuredAtMs: nowMs, windowMs: 10_000 }] as const];
      }),
    );
  return planAutoscaler({ autoscaler, target: { replicas, selector: 'app=web', pods }, samples, nowMs, memory });
}

function condition({ status }: AutoscalerPlan, type: string): string {
  const found = status.conditions?.find((each) => each.type === type);
  return `${found?.status} ${found?.reason}`;
}

describe('the number of pods', () => {
  const starting = podOf('new', {
    startTime: formatTime(START_MS - 20_000),
    conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: formatTime(START_MS - 20_000) }],
  });
  const cases: readonly (readonly [
    name: string,
    given: Given,
    want: number | undefined,
    reason: string | undefined,
  ])[] = [
    [
      'follows the utilisation up',
      { use: [100, 100, 100] },
      6,
      'cpu resource utilization (percentage of request) above target',
    ],
    [
      'at most doubles, or has four',
      { use: [500] },
      4,
      'cpu resource utilization (percentage of request) above target',
    ],
    ['goes down', { use: [10, 10, 10, 10] }, 1, 'All metrics below target'],
    ['stays within a tenth of the target', { use: [54, 54] }, undefined, undefined],
    [
      'is not more than the maximum',
      { use: [100, 100, 100], max: 5 },
      5,
      'cpu resource utilization (percentage of request) above target',
    ],
    ['is not less than the minimum', { use: [1, 1, 1], min: 2 }, 2, 'All metrics below target'],
    [
      'comes down to the maximum',
      { use: [50], replicas: 20, max: 3 },
      3,
      'Current number of replicas above Spec.MaxReplicas',
    ],
    [
      'comes up to the minimum',
      { use: [50], replicas: 1, min: 3 },
      3,
      'Current number of replicas below Spec.MinReplicas',
    ],
    ['stays zero', { use: [], replicas: 0 }, undefined, undefined],
    ['counts pods without a sample as using nothing on the way up', { use: [90, undefined] }, undefined, undefined],
    [
      'counts pods without a sample as using all on the way down',
      { use: [10, undefined, undefined] },
      undefined,
      undefined,
    ],
    [
      'counts pods that start as using nothing',
      { pods: [podOf('p0'), podOf('p1'), starting], use: [100, 100, 900], replicas: 3 },
      4,
      'cpu resource utilization (percentage of request) above target',
    ],
    [
      'is what the most demanding metric asks for',
      {
        use: [60, 60],
        metrics: [
          CPU,
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '30m' } } },
        ],
      },
      4,
      'cpu resource above target',
    ],
  ];
  test.each(cases)('%s', (_name, given, want, reason) => {
    expect(plan(given).rescale).toEqual(want === undefined ? undefined : { replicas: want, reason });
  });

  test('waits where all pods that count are unready', () => {
    const unready = podOf('p0', { phase: 'Pending' });
    const { rescale, status, notes } = plan({ pods: [unready], use: [10] });
    expect(rescale).toBeUndefined();
    expect(status.conditions).toContainEqual(
      expect.objectContaining({ type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric' }),
    );
    expect(notes.map(({ reason }) => reason)).toEqual(['FailedGetResourceMetric', 'FailedComputeMetricsReplicas']);
  });
});

describe('a metric that cannot be read', () => {
  const pods: MetricSpec = {
    type: 'Pods',
    pods: { metric: { name: 'requests' }, target: { type: 'AverageValue', averageValue: '10' } },
  };
  const withoutRequest = { ...podOf('p0'), spec: { containers: [{ name: 'c' }] } } as Pod;
  const cases: readonly (readonly [name: string, given: Given, message: string])[] = [
    ['no samples', { use: [undefined] }, 'no metrics returned from resource metrics API'],
    ['no request', { pods: [withoutRequest], use: [10] }, 'missing request for cpu in container c of Pod p0'],
    ['no custom metrics', { use: [10], metrics: [pods] }, 'no custom metrics API (custom.metrics.k8s.io) registered'],
  ];
  test.each(cases)('says why: %s', (_name, given, message) => {
    const { rescale, notes, status } = plan(given);
    expect(rescale).toBeUndefined();
    expect(notes.at(-1)?.message).toContain(`invalid metrics (1 invalid out of 1), first error is: `);
    expect(notes.at(-1)?.message).toContain(message);
    expect(status.currentReplicas).toBe(given.use!.length);
  });

  test('does not keep the others from scaling up, but from scaling down', () => {
    expect(plan({ use: [100, 100], metrics: [CPU, pods] }).rescale?.replicas).toBe(4);
    expect(plan({ use: [10, 10], metrics: [CPU, pods] }).rescale).toBeUndefined();
  });

  test('without a target there is no scale', () => {
    const autoscaler = { metadata: { name: 'a' }, spec: { maxReplicas: 2 } } as unknown as HorizontalPodAutoscaler;
    const { status, notes } = planAutoscaler({
      autoscaler,
      target: { failure: 'deployments.apps "web" not found' },
      samples: () => new Map(),
      nowMs: START_MS,
      memory: undefined,
    });
    expect(notes).toEqual([{ type: 'Warning', reason: 'FailedGetScale', message: 'deployments.apps "web" not found' }]);
    expect(status.conditions).toMatchObject([{ type: 'AbleToScale', status: 'False', reason: 'FailedGetScale' }]);
  });
});

describe('stabilisation', () => {
  test('holds the highest recommendation of five minutes', () => {
    const memory = { ...NO_MEMORY, recommendations: [{ atMs: START_MS - 200_000, count: 4 }] };
    const held = plan({ use: [10, 10, 10, 10], memory });
    expect(held.rescale).toBeUndefined();
    expect(condition(held, 'AbleToScale')).toBe('True ScaleDownStabilized');
    const later = plan({ use: [10, 10, 10, 10], memory: held.memory, nowMs: START_MS + 101_000 });
    expect(later.rescale?.replicas).toBe(1);
    expect(condition(later, 'AbleToScale')).toBe('True SucceededRescale');
  });

  test('a window for scaling up holds the lowest', () => {
    const behavior = { scaleUp: { stabilizationWindowSeconds: 60, policies: [], selectPolicy: 'Max' } };
    const memory = { ...NO_MEMORY, recommendations: [{ atMs: START_MS - 30_000, count: 2 }] };
    const held = plan({ use: [100, 100], behavior, memory });
    expect(held.rescale).toBeUndefined();
    expect(condition(held, 'AbleToScale')).toBe('True ScaleUpStabilized');
  });
});

describe('rules', () => {
  const rules = (selectPolicy: string, ...values: readonly (readonly [string, number])[]): object => ({
    selectPolicy,
    policies: values.map(([type, value]) => ({ type, value, periodSeconds: 60 })),
  });
  const cases: readonly (readonly [string, HorizontalPodAutoscalerBehavior, Given, number | undefined, string])[] = [
    ['pods up', { scaleUp: rules('Max', ['Pods', 1]) }, { use: [100, 100] }, 3, 'True ScaleUpLimit'],
    [
      'the greater',
      { scaleUp: rules('Max', ['Pods', 1], ['Percent', 100]) },
      { use: [200, 200] },
      4,
      'True ScaleUpLimit',
    ],
    [
      'the smaller',
      { scaleUp: rules('Min', ['Pods', 1], ['Percent', 100]) },
      { use: [200, 200] },
      3,
      'True ScaleUpLimit',
    ],
    ['never up', { scaleUp: rules('Disabled', ['Pods', 1]) }, { use: [200, 200] }, undefined, 'True ScaleUpLimit'],
    [
      'percent down',
      { scaleDown: { ...rules('Max', ['Percent', 50]), stabilizationWindowSeconds: 0 } },
      { use: [1, 1, 1, 1] },
      2,
      'True ScaleDownLimit',
    ],
    [
      'what was added lately counts',
      { scaleUp: rules('Max', ['Pods', 3]) },
      { use: [200, 200], memory: { ...NO_MEMORY, scaledUp: [{ atMs: START_MS - 30_000, count: 2 }] } },
      3,
      'True ScaleUpLimit',
    ],
    [
      'what was added long ago does not',
      { scaleUp: rules('Max', ['Pods', 3]) },
      { use: [200, 200], memory: { ...NO_MEMORY, scaledUp: [{ atMs: START_MS - 61_000, count: 2 }] } },
      5,
      'True ScaleUpLimit',
    ],
  ];
  test.each(cases)('%s', (_name, behavior, given, want, limited) => {
    const found = plan({ ...given, behavior });
    expect(found.rescale?.replicas).toBe(want);
    expect(condition(found, 'ScalingLimited')).toBe(limited);
  });
});
