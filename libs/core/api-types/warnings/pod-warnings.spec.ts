import type { KubeObject } from '../objects';
import { podWarnings, workloadWarnings } from './pod-warnings';

const container = { name: 'c', image: 'x' };
const pod = (spec: object, metadata: object = {}): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', ...metadata },
    spec: { containers: [container], ...spec },
  }) as never;

test.each<[string, object, string]>([
  [
    'no selector of a spread constraint',
    { topologySpreadConstraints: [{ topologyKey: 'zone' }] },
    'spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod',
  ],
  [
    'parts of bytes',
    { containers: [{ ...container, resources: { requests: { memory: '1000500m' } } }] },
    'spec.containers[0].resources.requests[memory]: fractional byte value "1000500m" is invalid, must be an integer',
  ],
  [
    'a variable that hides another one',
    {
      containers: [
        {
          ...container,
          env: [
            { name: 'A', value: '1' },
            { name: 'A', value: '2' },
          ],
        },
      ],
    },
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
  ],
  [
    'a port that is there already',
    {
      containers: [
        { ...container, ports: [{ containerPort: 80 }] },
        { name: 'd', ports: [{ containerPort: 80 }] },
      ],
    },
    'spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[0]',
  ],
  [
    'a deprecated label of nodes',
    { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } },
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ],
  ['a repository as volume', { volumes: [{ name: 'v', gitRepo: {} }] }, 'spec.volumes[0].gitRepo: deprecated in v1.11'],
  [
    'a negative period',
    { terminationGracePeriodSeconds: -1 },
    'spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1',
  ],
])('a client is warned of %s', (_what, spec, text) => {
  expect(podWarnings(pod(spec))).toEqual([text]);
});

test('a plain pod, a value that extends its former one and other protocols of a port warn of nothing', () => {
  const env = [
    { name: 'A', value: '1' },
    { name: 'A', value: '$(A)2' },
  ];
  const ports = [{ containerPort: 53 }, { containerPort: 53, protocol: 'UDP' }];
  expect(podWarnings(pod({ containers: [{ ...container, env, ports }] }))).toEqual([]);
});

test('templates name their place, and a change of the status warns of nothing', () => {
  const spec = { template: { spec: { containers: [container], imagePullSecrets: [{}] } } };
  const workload = { kind: 'Deployment', metadata: { name: 'a.b', generation: 1 }, spec } as unknown as KubeObject;
  expect(workloadWarnings(workload)).toEqual([
    expect.stringMatching(/^metadata\.name: this is used in Pod names and hostnames, .* recommended: \[.*\]$/),
    'spec.template.spec.imagePullSecrets[0].name: invalid empty name ""',
  ]);
  expect(workloadWarnings(workload, workload)).toEqual([]);
});
