import { renderFieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { validateHorizontalPodAutoscaler } from './validation';

test('a metric of an unknown type is refused twice', () => {
  const object = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'h', namespace: 'd' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
      minReplicas: 1,
      maxReplicas: 2,
      metrics: [{ type: 'X' }],
    },
  } as unknown as KubeObject;
  const refused =
    'spec.metrics[0].type: Unsupported value: "X": supported values: "ContainerResource", "External", "Object", "Pods", "Resource"';
  expect(validateHorizontalPodAutoscaler(object).map(renderFieldError)).toEqual([refused, refused]);
});
