import type { KubeObject } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene } from '../../testing/scheduling-scene';

const ZONE = 'topology.kubernetes.io/zone';
const MIB = 1024 * 1024;
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'default', uid: 'web' },
  spec: { selector: { app: 'web' } },
} as unknown as KubeObject;

test.each([
  ['modern', { a: 781, b: 377, c: 861 }],
  ['k8s-1.20', { a: 1_000_487, b: 1_000_375, c: 1_000_552 }],
] as const)('%s: totals of all default plugins', (bundle, want) => {
  const { explain } = makeScene({
    bundle,
    nodes: [
      makeNode('a').zone('z1').label('disk', 'ssd').allocatable({ cpu: '4', memory: '8Gi' }),
      makeNode('b')
        .zone('z1')
        .taint('maint', 'PreferNoSchedule')
        .image('repo/app:v1', 500 * MIB)
        .allocatable({ cpu: '8', memory: '8Gi' }),
      makeNode('c').zone('z2').allocatable({ cpu: '4', memory: '16Gi' }),
    ],
    pods: [
      makePod('w').label('app', 'web').requests({ cpu: '1', memory: '1Gi' }).node('a'),
      makePod('cache').label('app', 'cache').requests({ cpu: '500m', memory: '2Gi' }).node('c'),
    ],
    objects: [service],
  });
  const near = { topologyKey: ZONE, labelSelector: { matchLabels: { app: 'cache' } } };
  const { scores } = explain(
    makePod('p')
      .label('app', 'web')
      .requests({ cpu: '1', memory: '1Gi' })
      .image('repo/app:v1')
      .affinity({
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 20, preference: { matchExpressions: [{ key: 'disk', operator: 'Exists' }] } },
          ],
        },
        podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 10, podAffinityTerm: near }] },
      }),
  );
  expect(Object.fromEntries([...scores].map(([node, { total }]) => [node, total]))).toEqual(want);
});

test('a full node and one in another zone than the pods to be near', () => {
  const { explain } = makeScene({
    nodes: [makeNode('a').zone('z1').allocatable({ cpu: '100m' }), makeNode('b').zone('z2')],
    pods: [makePod('x').label('app', 'x').requests({ cpu: '100m' }).node('a')],
  });
  const near = { topologyKey: ZONE, labelSelector: { matchLabels: { app: 'x' } } };
  const { fitError } = explain(
    makePod('p')
      .requests({ cpu: '100m' })
      .affinity({ podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [near] } }),
  );
  expect(fitError).toBe("0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match pod affinity rules.");
});
