import { kindByGvk, type KubeObject, type ReleaseName } from '@orrery/api-types';
import { renderTable, type IncludeObject } from './render-table';

const NOW = Date.parse('2026-01-01T01:00:00Z');

interface Table {
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[];
  readonly rows: readonly {
    readonly cells: readonly unknown[];
    readonly object: unknown;
    readonly conditions?: unknown;
  }[];
}

function tableOf(
  apiVersion: string,
  kind: string,
  fields: object,
  includeObject: IncludeObject = 'Metadata',
  release: ReleaseName = 'modern',
): Table {
  const metadata = { name: 'x', uid: 'u', resourceVersion: '7', creationTimestamp: '2026-01-01T00:55:00Z' };
  const row = kindByGvk(apiVersion, kind)!;
  const object = { apiVersion, kind, metadata, ...fields } as KubeObject;
  return renderTable({
    kind: row,
    objects: [object],
    metadata: {},
    version: 'v1',
    includeObject,
    nowMs: NOW,
    release,
  }) as Table;
}

const meta = (more: object): object => ({
  metadata: { name: 'x', uid: 'u', resourceVersion: '7', creationTimestamp: '2026-01-01T00:55:00Z', ...more },
});
const template = {
  spec: {
    containers: [
      { name: 'c', image: 'i' },
      { name: 'd', image: 'j' },
    ],
  },
};

describe('tables', () => {
  test.each<[string, string, object, unknown[]]>([
    ['v1', 'Namespace', { status: { phase: 'Active' } }, ['x', 'Active', '5m']],
    ['apps/v1', 'ControllerRevision', { revision: 1 }, ['x', '<none>', 1, '5m']],
    [
      'apps/v1',
      'ControllerRevision',
      {
        ...meta({ ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', controller: true }] }),
        revision: 2,
      },
      ['x', 'statefulset.apps/web', 2, '5m'],
    ],
    [
      'v1',
      'Node',
      {
        ...meta({ labels: { 'node-role.kubernetes.io/worker': '', 'kubernetes.io/role': 'infra' } }),
        spec: { unschedulable: true },
        status: {
          conditions: [{ type: 'Ready', status: 'Unknown' }],
          addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
          nodeInfo: { kubeletVersion: 'v1.35.0', osImage: 'o' },
        },
      },
      [
        'x',
        'NotReady,SchedulingDisabled',
        'infra,worker',
        '5m',
        'v1.35.0',
        '10.0.0.1',
        '<none>',
        'o',
        '<unknown>',
        '<unknown>',
      ],
    ],
    [
      'v1',
      'Node',
      { spec: {}, status: {} },
      ['x', 'Unknown', '<none>', '5m', '', '<none>', '<none>', '<unknown>', '<unknown>', '<unknown>'],
    ],
    ['v1', 'ConfigMap', { data: { a: '1' }, binaryData: { b: 'Yg==' } }, ['x', 2, '5m']],
    ['v1', 'Secret', { type: 'Opaque', data: { a: 'YQ==' } }, ['x', 'Opaque', 1, '5m']],
    [
      'networking.k8s.io/v1',
      'Ingress',
      {
        spec: { ingressClassName: 'nginx', rules: [{ host: 'a' }, { host: 'b' }, {}], tls: [{ hosts: ['a'] }] },
        status: { loadBalancer: { ingress: [{ hostname: 'h' }, { ip: '10.0.0.1' }] } },
      },
      ['x', 'nginx', 'a,b', '10.0.0.1,h', '80, 443', '5m'],
    ],
    [
      'networking.k8s.io/v1',
      'Ingress',
      { spec: { rules: ['a', 'b', 'c', 'd', 'e'].map((host) => ({ host })) }, status: { loadBalancer: {} } },
      ['x', '<none>', 'a,b,c + 2 more...', '', '80', '5m'],
    ],
    [
      'networking.k8s.io/v1',
      'Ingress',
      { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
      ['x', '<none>', '*', '', '80', '5m'],
    ],
    [
      'networking.k8s.io/v1',
      'IngressClass',
      { spec: { controller: 'a.io/b', parameters: { apiGroup: 'a.io', kind: 'K', name: 'n' } } },
      ['x', 'a.io/b', 'K.a.io/n', '5m'],
    ],
    ['networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'a.io/b' } }, ['x', 'a.io/b', '<none>', '5m']],
    [
      'networking.k8s.io/v1',
      'NetworkPolicy',
      { spec: { podSelector: { matchLabels: { app: 'web' } } } },
      ['x', 'app=web', '5m'],
    ],
    ['networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {} } }, ['x', '<none>', '5m']],
    [
      'v1',
      'PodTemplate',
      { template: { ...template, ...meta({ labels: { app: 'web' } }) } },
      ['x', 'c,d', 'i,j', 'app=web'],
    ],
    ['v1', 'ServiceAccount', {}, ['x', 0, '5m']],
    [
      'v1',
      'Service',
      {
        spec: {
          type: 'NodePort',
          clusterIP: '10.96.0.9',
          ports: [
            { port: 80, nodePort: 30080, protocol: 'TCP' },
            { port: 53, protocol: 'UDP' },
          ],
          selector: { b: '2', a: '1' },
        },
      },
      ['x', 'NodePort', '10.96.0.9', '<none>', '80:30080/TCP,53/UDP', '5m', 'a=1,b=2'],
    ],
    [
      'v1',
      'Service',
      { spec: { type: 'LoadBalancer' } },
      ['x', 'LoadBalancer', '<none>', '<pending>', '<none>', '5m', '<none>'],
    ],
    [
      'v1',
      'Endpoints',
      { subsets: [{ addresses: [{ ip: '1.1.1.1' }, { ip: '1.1.1.2' }], ports: [{ port: 80 }, { port: 81 }] }] },
      ['x', '1.1.1.1:80,1.1.1.2:80,1.1.1.1:81 + 1 more...', '5m'],
    ],
    [
      'discovery.k8s.io/v1',
      'EndpointSlice',
      { addressType: 'IPv4', ports: [{ port: 80 }], endpoints: [{ addresses: ['1.1.1.1'] }] },
      ['x', 'IPv4', '80', '1.1.1.1', '5m'],
    ],
    ['discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4' }, ['x', 'IPv4', '<unset>', '<unset>', '5m']],
    [
      'policy/v1',
      'PodDisruptionBudget',
      { spec: { minAvailable: '50%' }, status: { disruptionsAllowed: 2 } },
      ['x', '50%', 'N/A', 2, '5m'],
    ],
    ['storage.k8s.io/v1', 'VolumeAttributesClass', { driverName: 'd', parameters: {} }, ['x', 'd', '5m']],
    ['node.k8s.io/v1', 'RuntimeClass', { handler: 'kata' }, ['x', 'kata', '5m']],
    ['scheduling.k8s.io/v1', 'PriorityClass', { value: 5 }, ['x', 5, false, '5m', 'PreemptLowerPriority']],
    ['coordination.k8s.io/v1', 'Lease', { spec: { holderIdentity: 'n1' } }, ['x', 'n1', '5m']],
    [
      'v1',
      'Event',
      {
        type: 'Warning',
        reason: 'Failed',
        message: 'no \n',
        involvedObject: { kind: 'Pod', name: 'p', fieldPath: 'spec.containers{c}' },
        source: { component: 'kubelet', host: 'n1' },
        firstTimestamp: '2026-01-01T00:58:00Z',
        lastTimestamp: '2026-01-01T00:59:00Z',
        count: 3,
      },
      ['60s', 'Warning', 'Failed', 'pod/p', 'spec.containers{c}', 'kubelet, n1', 'no', '2m', 3, 'x'],
    ],
    [
      'v1',
      'ResourceQuota',
      { status: { hard: { pods: '4', 'limits.cpu': '2' }, used: { pods: '1' } } },
      ['x', 'pods: 1/4', 'limits.cpu: 0/2', '5m'],
    ],
    ['v1', 'LimitRange', {}, ['x', '2026-01-01T00:55:00Z']],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole', {}, ['x', '2026-01-01T00:55:00Z']],
    [
      'rbac.authorization.k8s.io/v1',
      'RoleBinding',
      {
        roleRef: { kind: 'Role', name: 'r' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'ServiceAccount', name: 's', namespace: 'n' },
        ],
      },
      ['x', 'Role/r', '5m', 'u', '', 'n/s'],
    ],
    [
      'apps/v1',
      'Deployment',
      {
        spec: { replicas: 3, selector: { matchLabels: { a: 'b' } }, template },
        status: { readyReplicas: 1, updatedReplicas: 2, availableReplicas: 1 },
      },
      ['x', '1/3', 2, 1, '5m', 'c,d', 'i,j', 'a=b'],
    ],
    ['apps/v1', 'StatefulSet', { spec: { replicas: 2, template } }, ['x', '0/2', '5m', 'c,d', 'i,j']],
    [
      'apps/v1',
      'ReplicaSet',
      {
        spec: { replicas: 2, template, selector: { matchExpressions: [{ key: 'k', operator: 'Exists' }] } },
        status: { replicas: 2 },
      },
      ['x', 2, 2, 0, '5m', 'c,d', 'i,j', 'k'],
    ],
    [
      'v1',
      'ReplicationController',
      { spec: { replicas: 1, template, selector: { a: 'b' } } },
      ['x', 1, 0, 0, '5m', 'c,d', 'i,j', 'a=b'],
    ],
    ['apps/v1', 'DaemonSet', { spec: { template } }, ['x', 0, 0, 0, 0, 0, '<none>', '5m', 'c,d', 'i,j', '<none>']],
    [
      'batch/v1',
      'Job',
      { spec: { parallelism: 3, template }, status: { startTime: '2026-01-01T00:59:00Z', succeeded: 1 } },
      ['x', 'Running', '1/1 of 3', '60s', '5m', 'c,d', 'i,j', '<none>'],
    ],
    [
      'batch/v1',
      'CronJob',
      { spec: { schedule: '* * * * *', jobTemplate: { spec: { template } } } },
      ['x', '* * * * *', '<none>', 'False', 0, '<none>', '5m', 'c,d', 'i,j', '<none>'],
    ],
  ])('%s %s', (apiVersion, kind, fields, want) => {
    const { rows, columnDefinitions } = tableOf(apiVersion, kind, fields);
    expect(rows[0]!.cells).toEqual(want);
    expect(columnDefinitions).toHaveLength(want.length);
  });

  test.each<[IncludeObject, unknown]>([
    ['None', null],
    ['Metadata', expect.objectContaining({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' })],
    ['Object', expect.objectContaining({ kind: 'ConfigMap', apiVersion: 'v1' })],
  ])('a row with %s', (include, want) => {
    expect(tableOf('v1', 'ConfigMap', {}, include).rows[0]!.object).toEqual(want);
  });

  test('an event of the other group has the same cells', () => {
    const { rows } = tableOf('events.k8s.io/v1', 'Event', {
      note: 'm',
      regarding: { kind: 'Node', name: 'n' },
      eventTime: '2026-01-01T00:59:30.000000Z',
    });
    expect(rows[0]!.cells.slice(0, 7)).toEqual(['30s', '', '', 'node/n', '', '', 'm']);
  });
});

test.each<[ReleaseName, number]>([
  ['modern', 9],
  ['k8s-1.20', 8],
])('%s: a claim has %i columns, of which the definitions say nothing of releases', (release, count) => {
  const spec = { volumeAttributesClassName: 'gold', volumeMode: 'Block' };
  const { columnDefinitions, rows } = tableOf('v1', 'PersistentVolumeClaim', { spec }, 'None', release);
  const names = columnDefinitions.map(({ name }) => name);
  expect([names.length, rows[0]!.cells.length]).toEqual([count, count]);
  expect(names.includes('VolumeAttributesClass')).toBe(release === 'modern');
  expect(rows[0]!.cells.at(-1)).toBe('Block');
  expect(columnDefinitions.filter((column) => 'releases' in column)).toEqual([]);
});

test('columns of older releases say of their fields what the API said then', () => {
  const of = (release: ReleaseName): string =>
    (
      tableOf('v1', 'Pod', { spec: { containers: [] } }, 'None', release).columnDefinitions[0] as unknown as {
        description: string;
      }
    ).description;
  expect(of('k8s-1.20')).toMatch(/docs\/user-guide\/identifiers#names$/);
  expect(of('modern')).toMatch(/docs\/concepts\/overview\/working-with-objects\/names#names$/);
});

test.each<ReleaseName>(['modern', 'k8s-1.20'])('%s: accounts show how many secrets they have', (release) => {
  const { columnDefinitions, rows } = tableOf('v1', 'ServiceAccount', { secrets: [{ name: 'a' }] }, 'None', release);
  expect(columnDefinitions.map(({ name }) => name)).toEqual(['Name', 'Secrets', 'Age']);
  expect(rows[0]!.cells[1]).toBe(1);
});
