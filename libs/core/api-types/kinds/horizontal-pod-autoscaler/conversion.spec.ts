import { convert, type KubeObject } from '../../index';

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const autoscaler = (apiVersion: string, spec: object, more: object = {}): KubeObject =>
  ({
    apiVersion,
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web' },
    spec: { scaleTargetRef, maxReplicas: 5, ...spec },
    ...more,
  }) as unknown as KubeObject;

const selector = { matchLabels: { a: 'b' } };
const target = { kind: 'Ingress', name: 'i' };
/** A metric of a spec as v2beta1 and as v2 say it. */
const METRICS: readonly (readonly [name: string, older: object, current: object])[] = [
  [
    'utilization of a resource',
    { type: 'Resource', resource: { name: 'memory', targetAverageUtilization: 60 } },
    { type: 'Resource', resource: { name: 'memory', target: { type: 'Utilization', averageUtilization: 60 } } },
  ],
  [
    'amount of a resource of a container',
    { type: 'ContainerResource', containerResource: { name: 'cpu', container: 'c', targetAverageValue: '1' } },
    {
      type: 'ContainerResource',
      containerResource: { name: 'cpu', container: 'c', target: { type: 'AverageValue', averageValue: '1' } },
    },
  ],
  [
    'pods',
    { type: 'Pods', pods: { metricName: 'm', selector, targetAverageValue: '2' } },
    { type: 'Pods', pods: { metric: { name: 'm', selector }, target: { type: 'AverageValue', averageValue: '2' } } },
  ],
  [
    'an object',
    { type: 'Object', object: { target, metricName: 'm', targetValue: '3' } },
    {
      type: 'Object',
      object: { describedObject: target, metric: { name: 'm' }, target: { type: 'Value', value: '3' } },
    },
  ],
  [
    'something external',
    { type: 'External', external: { metricName: 'm', metricSelector: selector, targetValue: '4' } },
    { type: 'External', external: { metric: { name: 'm', selector }, target: { type: 'Value', value: '4' } } },
  ],
];

describe('autoscaling/v2beta1', () => {
  test.each(METRICS)('%s', (_name, older, current) => {
    const old = autoscaler('autoscaling/v2beta1', { metrics: [older] });
    const stored = autoscaler('autoscaling/v2', { metrics: [current] });
    expect(convert(old, 'autoscaling/v2')).toEqual(stored);
    expect(convert(stored, 'autoscaling/v2beta1')).toEqual(old);
  });

  test('measured values', () => {
    const status = {
      currentMetrics: [
        { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 7, averageValue: '70m' } } },
      ],
    };
    const shown = convert(autoscaler('autoscaling/v2', {}, { status }), 'autoscaling/v2beta1');
    expect(shown.status).toEqual({
      currentMetrics: [
        { type: 'Resource', resource: { name: 'cpu', currentAverageUtilization: 7, currentAverageValue: '70m' } },
      ],
    });
    expect(convert(shown, 'autoscaling/v2').status).toEqual(status);
  });
});

test('v2beta2 differs from v2 in its name', () => {
  const spec = { metrics: METRICS.map(([, , current]) => current) };
  expect(convert(autoscaler('autoscaling/v2beta2', spec), 'autoscaling/v2')).toEqual(
    autoscaler('autoscaling/v2', spec),
  );
});

describe('autoscaling/v1', () => {
  const cpu = { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } };
  const full = autoscaler(
    'autoscaling/v2',
    {
      metrics: [...METRICS.map(([, , current]) => current), cpu],
      behavior: { scaleDown: { stabilizationWindowSeconds: 5 } },
    },
    {
      status: {
        desiredReplicas: 1,
        conditions: [{ type: 'AbleToScale', status: 'True' }],
        currentMetrics: [
          { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 7, averageValue: '70m' } } },
        ],
      },
    },
  );

  test('what it cannot say is kept in annotations, and comes back', () => {
    const shown = convert(full, 'autoscaling/v1');
    expect(shown.spec).toEqual({ scaleTargetRef, maxReplicas: 5, targetCPUUtilizationPercentage: 80 });
    expect(shown.status).toEqual({ currentReplicas: 0, desiredReplicas: 1, currentCPUUtilizationPercentage: 7 });
    const { annotations = {} } = shown.metadata;
    expect(JSON.parse(annotations['autoscaling.alpha.kubernetes.io/metrics']!)).toEqual(
      METRICS.map(([, older]) => older),
    );
    expect(convert(shown, 'autoscaling/v2')).toEqual(full);
  });

  test('own annotations stay', () => {
    const given = { ...full, metadata: { name: 'web', annotations: { own: 'x' } } } as unknown as KubeObject;
    expect(convert(convert(given, 'autoscaling/v1'), 'autoscaling/v2')).toEqual(given);
  });

  test.each([['{'], ['7'], ['[]'], ['null'], ['"x"']])('an annotation that is %s counts for nothing', (text) => {
    const names = ['metrics', 'current-metrics', 'conditions', 'behavior'];
    const annotations = Object.fromEntries(names.map((name) => [`autoscaling.alpha.kubernetes.io/${name}`, text]));
    const given = autoscaler('autoscaling/v1', {}, { metadata: { name: 'web', annotations }, status: {} });
    expect(convert(given, 'autoscaling/v2')).toEqual(autoscaler('autoscaling/v2', {}, { status: {} }));
  });
});

test.each([[{ metrics: 5 }], [{ metrics: [null, { resource: 3 }, { pods: { metric: 'x' } }] }], [{ behavior: [] }]])(
  'a spec with %j is left to decoding',
  (spec) => {
    for (const apiVersion of ['autoscaling/v1', 'autoscaling/v2beta1', 'autoscaling/v2beta2']) {
      expect(() => convert(autoscaler(apiVersion, spec), 'autoscaling/v2')).not.toThrow();
      expect(() => convert(autoscaler('autoscaling/v2', spec), apiVersion)).not.toThrow();
    }
  },
);
