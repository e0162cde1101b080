import type { KubeObject } from '../../objects';
import { applyDefaults } from '../../defaults/defaults';

test.each<[string, object, object]>([
  ['a request alone', { defaultRequest: { cpu: '10m' } }, { defaultRequest: { cpu: '10m' } }],
  ['nothing', {}, {}],
  ['empty amounts', { default: {}, defaultRequest: {} }, {}],
  ['a maximum', { max: { cpu: '2' } }, { max: { cpu: '2' }, default: { cpu: '2' }, defaultRequest: { cpu: '2' } }],
  ['a minimum', { min: { cpu: '1' } }, { min: { cpu: '1' }, defaultRequest: { cpu: '1' } }],
  [
    'a maximum and a limit',
    { max: { cpu: '2', memory: '1Gi' }, default: { cpu: '1' } },
    {
      max: { cpu: '2', memory: '1Gi' },
      default: { cpu: '1', memory: '1Gi' },
      defaultRequest: { cpu: '1', memory: '1Gi' },
    },
  ],
])('a LimitRange for containers with %s', (_name, item, want) => {
  const object = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'l' },
    spec: { limits: [{ type: 'Container', ...item }] },
  } as unknown as KubeObject;
  applyDefaults(object);
  expect(object.spec).toEqual({ limits: [{ type: 'Container', ...want }] });
  expect(JSON.stringify(object)).not.toContain('{}');
});
