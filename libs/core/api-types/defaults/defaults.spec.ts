import { randomFor } from '@orrery/time';
import { kindByGvk } from '../kinds/registry';
import { prepareForCreate } from '../writes/prepare-create';
import { prepareForUpdate } from '../writes/prepare-update';

type Json = Record<string, unknown>;

const selector = { matchLabels: { app: 'a' } };
const container = { name: 'c', image: 'nginx:1' };
const template = { metadata: { labels: { app: 'a' } }, spec: { containers: [container] } };
const templateWith = (spec: object): object => ({ ...template, spec: { containers: [container], ...spec } });
const volume = (source: object): object => ({ containers: [container], volumes: [{ name: 'v', ...source }] });
const probe = { exec: { command: ['true'] } };

/** Returns the stored form of an object that a client creates, or the refusal. */
function stored(apiVersion: string, kindName: string, body: Json): Json {
  const kind = kindByGvk(apiVersion, kindName)!;
  const input = { apiVersion, kind: kindName, ...body, metadata: { name: 'a', ...(body['metadata'] as object) } };
  const context = {
    now: 0,
    uid: () => 'u',
    random: randomFor('defaults'),
    ...(kind.namespaced ? { namespace: 'd' } : {}),
  };
  const verdict = prepareForCreate(kind, input, context);
  if (!verdict.ok) throw new Error(verdict.error.message);
  return verdict.object as unknown as Json;
}

/** `a.0.b` of an object. */
function at(object: unknown, path: string): unknown {
  return path.split('.').reduce((value, step) => (value as Json | undefined)?.[step], object);
}

function withValue(object: object, path: string, value: unknown): Json {
  const copy = JSON.parse(JSON.stringify(object)) as Json;
  const steps = path.split('.');
  const last = steps.pop()!;
  const parent = (steps.length === 0 ? copy : at(copy, steps.join('.'))) as Json;
  parent[last] = value;
  return copy;
}

const pod = (spec: object): Json => ({ spec: { containers: [container], ...spec } });
const service = (spec: object): Json => ({ spec: { ports: [{ port: 80 }], ...spec } });
const set = { spec: { selector, template, serviceName: 's' } };
const claim = { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } };
const disk = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };
const job = { spec: { template: templateWith({ restartPolicy: 'Never' }) } };
const cron = { spec: { schedule: '* * * * *', jobTemplate: { spec: job.spec } } };

/** Kind, body without the field, the field, the zero of its type in Go, the stored value. */
const ROWS: readonly (readonly [string, string, Json, string, unknown, unknown])[] = [
  ['v1', 'Service', service({}), 'spec.ports.0.targetPort', 0, 80],
  ['v1', 'Service', service({}), 'spec.ports.0.targetPort', '', 80],
  ['v1', 'Service', service({}), 'spec.ports.0.protocol', '', 'TCP'],
  ['v1', 'Service', service({}), 'spec.ports.0.nodePort', 0, undefined],
  ['v1', 'Service', service({}), 'spec.ports.0.name', '', undefined],
  ['v1', 'Service', service({}), 'spec.sessionAffinity', '', 'None'],
  ['v1', 'Service', service({}), 'spec.sessionAffinityConfig', null, undefined],
  ['v1', 'Service', service({}), 'spec.type', '', 'ClusterIP'],
  ['v1', 'Service', service({}), 'spec.clusterIP', '', undefined],
  ['v1', 'Service', service({}), 'spec.healthCheckNodePort', 0, undefined],
  ['v1', 'Service', service({ type: 'NodePort' }), 'spec.externalTrafficPolicy', '', 'Cluster'],
  ['v1', 'Service', service({ externalIPs: ['1.2.3.4'] }), 'spec.externalTrafficPolicy', '', 'Cluster'],
  ['v1', 'Service', service({}), 'spec.internalTrafficPolicy', null, 'Cluster'],
  ['v1', 'Service', service({ type: 'LoadBalancer' }), 'spec.allocateLoadBalancerNodePorts', null, true],
  ['v1', 'Service', service({}), 'metadata.creationTimestamp', null, '1970-01-01T00:00:00Z'],
  ['v1', 'Service', service({}), 'metadata.resourceVersion', '0', undefined],
  ['v1', 'Pod', pod({}), 'spec.restartPolicy', '', 'Always'],
  ['v1', 'Pod', pod({}), 'spec.dnsPolicy', '', 'ClusterFirst'],
  ['v1', 'Pod', pod({}), 'spec.schedulerName', '', 'default-scheduler'],
  ['v1', 'Pod', pod({}), 'spec.terminationGracePeriodSeconds', null, 30],
  ['v1', 'Pod', pod({}), 'spec.securityContext', null, {}],
  ['v1', 'Pod', pod({}), 'spec.enableServiceLinks', null, true],
  ['v1', 'Pod', pod({}), 'spec.hostNetwork', false, undefined],
  ['v1', 'Pod', pod({}), 'spec.nodeName', '', undefined],
  ['v1', 'Pod', pod({ serviceAccount: 'x' }), 'spec.serviceAccountName', '', 'x'],
  ['v1', 'Pod', pod({ serviceAccountName: 'x' }), 'spec.serviceAccount', '', 'x'],
  ['v1', 'Pod', pod({}), 'spec.containers.0.terminationMessagePath', '', '/dev/termination-log'],
  ['v1', 'Pod', pod({}), 'spec.containers.0.terminationMessagePolicy', '', 'File'],
  ['v1', 'Pod', pod({}), 'spec.containers.0.imagePullPolicy', '', 'IfNotPresent'],
  ['v1', 'Pod', pod({}), 'spec.containers.0.resources', {}, {}],
  [
    'v1',
    'Pod',
    pod({ containers: [{ ...container, ports: [{ containerPort: 1 }] }] }),
    'spec.containers.0.ports.0.protocol',
    '',
    'TCP',
  ],
  [
    'v1',
    'Pod',
    pod({ containers: [{ ...container, ports: [{ containerPort: 1 }] }] }),
    'spec.containers.0.ports.0.hostPort',
    0,
    undefined,
  ],
  [
    'v1',
    'Pod',
    pod({ hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 1 }] }] }),
    'spec.containers.0.ports.0.hostPort',
    0,
    1,
  ],
  [
    'v1',
    'Pod',
    pod({ containers: [{ ...container, livenessProbe: probe }] }),
    'spec.containers.0.livenessProbe.timeoutSeconds',
    0,
    1,
  ],
  [
    'v1',
    'Pod',
    pod({ containers: [{ ...container, livenessProbe: probe }] }),
    'spec.containers.0.livenessProbe.periodSeconds',
    0,
    10,
  ],
  [
    'v1',
    'Pod',
    pod({ containers: [{ ...container, livenessProbe: probe }] }),
    'spec.containers.0.livenessProbe.successThreshold',
    0,
    1,
  ],
  [
    'v1',
    'Pod',
    pod({ containers: [{ ...container, livenessProbe: probe }] }),
    'spec.containers.0.livenessProbe.failureThreshold',
    0,
    3,
  ],
  [
    'v1',
    'Pod',
    pod({ containers: [{ ...container, livenessProbe: { httpGet: { port: 80 } } }] }),
    'spec.containers.0.livenessProbe.httpGet.scheme',
    '',
    'HTTP',
  ],
  [
    'v1',
    'Pod',
    pod({
      containers: [{ ...container, env: [{ name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }],
    }),
    'spec.containers.0.env.0.valueFrom.fieldRef.apiVersion',
    '',
    'v1',
  ],
  ['v1', 'Pod', { spec: volume({}) }, 'spec.volumes.0.emptyDir', null, {}],
  ['v1', 'Pod', { spec: volume({ hostPath: { path: '/x' } }) }, 'spec.volumes.0.hostPath.type', null, ''],
  ['v1', 'Pod', { spec: volume({ secret: { secretName: 's' } }) }, 'spec.volumes.0.secret.defaultMode', null, 420],
  [
    'v1',
    'Pod',
    { spec: volume({ iscsi: { targetPortal: 'p', iqn: 'iqn.2015-02.example.com:test', lun: 0 } }) },
    'spec.volumes.0.iscsi.iscsiInterface',
    '',
    'default',
  ],
  [
    'v1',
    'Pod',
    { spec: volume({ downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] } }) },
    'spec.volumes.0.downwardAPI.items.0.fieldRef.apiVersion',
    '',
    'v1',
  ],
  ['v1', 'Secret', {}, 'type', '', 'Opaque'],
  [
    'v1',
    'PersistentVolume',
    { spec: { ...disk, hostPath: { path: '/x' } } },
    'spec.persistentVolumeReclaimPolicy',
    '',
    'Retain',
  ],
  ['v1', 'PersistentVolume', { spec: { ...disk, hostPath: { path: '/x' } } }, 'spec.volumeMode', null, 'Filesystem'],
  ['v1', 'PersistentVolume', { spec: { ...disk, hostPath: { path: '/x' } } }, 'spec.hostPath.type', null, ''],
  ['v1', 'PersistentVolumeClaim', claim, 'spec.volumeMode', null, 'Filesystem'],
  ['v1', 'PersistentVolumeClaim', claim, 'spec.volumeName', '', undefined],
  [
    'v1',
    'Endpoints',
    { subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 1 }] }] },
    'subsets.0.ports.0.protocol',
    '',
    'TCP',
  ],
  ['v1', 'Node', { spec: {} }, 'spec.unschedulable', false, undefined],
  ['v1', 'ReplicationController', { spec: { template } }, 'spec.selector', {}, { app: 'a' }],
  ['v1', 'ReplicationController', { spec: { template } }, 'spec.replicas', null, 1],
  ['v1', 'ReplicationController', { spec: { template } }, 'metadata.labels', {}, { app: 'a' }],
  ['apps/v1', 'Deployment', { spec: { selector, template } }, 'spec.replicas', null, 1],
  ['apps/v1', 'Deployment', { spec: { selector, template, strategy: {} } }, 'spec.strategy.type', '', 'RollingUpdate'],
  [
    'apps/v1',
    'Deployment',
    { spec: { selector, template } },
    'spec.strategy',
    {},
    { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
  ],
  ['apps/v1', 'Deployment', { spec: { selector, template } }, 'spec.revisionHistoryLimit', null, 10],
  ['apps/v1', 'Deployment', { spec: { selector, template } }, 'spec.progressDeadlineSeconds', null, 600],
  ['apps/v1', 'Deployment', { spec: { selector, template } }, 'spec.minReadySeconds', 0, undefined],
  ['apps/v1', 'Deployment', { spec: { selector, template } }, 'spec.template.spec.enableServiceLinks', null, undefined],
  ['apps/v1', 'ReplicaSet', { spec: { selector, template } }, 'spec.replicas', null, 1],
  ['apps/v1', 'StatefulSet', set, 'spec.replicas', null, 1],
  ['apps/v1', 'StatefulSet', set, 'spec.podManagementPolicy', '', 'OrderedReady'],
  [
    'apps/v1',
    'StatefulSet',
    set,
    'spec.updateStrategy',
    {},
    { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
  ],
  [
    'apps/v1',
    'StatefulSet',
    { spec: { ...set.spec, persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } } },
    'spec.persistentVolumeClaimRetentionPolicy.whenDeleted',
    '',
    'Retain',
  ],
  [
    'apps/v1',
    'StatefulSet',
    { spec: { ...set.spec, volumeClaimTemplates: [{ metadata: { name: 'v' }, ...claim }] } },
    'spec.volumeClaimTemplates.0.status',
    {},
    { phase: 'Pending' },
  ],
  [
    'apps/v1',
    'DaemonSet',
    { spec: { selector, template } },
    'spec.updateStrategy',
    {},
    { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
  ],
  ['batch/v1', 'Job', job, 'spec.backoffLimit', null, 6],
  ['batch/v1', 'Job', job, 'spec.completions', null, 1],
  ['batch/v1', 'CronJob', cron, 'spec.concurrencyPolicy', '', 'Allow'],
  ['batch/v1', 'CronJob', cron, 'spec.suspend', null, false],
  [
    'networking.k8s.io/v1',
    'NetworkPolicy',
    { spec: { ingress: [{ ports: [{ port: 1 }] }] } },
    'spec.ingress.0.ports.0.protocol',
    null,
    'TCP',
  ],
  ['networking.k8s.io/v1', 'NetworkPolicy', { spec: {} }, 'spec.policyTypes', [], ['Ingress']],
  [
    'rbac.authorization.k8s.io/v1',
    'ClusterRoleBinding',
    { roleRef: { kind: 'ClusterRole', name: 'r' }, subjects: [{ kind: 'User', name: 'u' }] },
    'roleRef.apiGroup',
    '',
    'rbac.authorization.k8s.io',
  ],
  [
    'rbac.authorization.k8s.io/v1',
    'ClusterRoleBinding',
    { roleRef: { kind: 'ClusterRole', name: 'r' }, subjects: [{ kind: 'User', name: 'u' }] },
    'subjects.0.apiGroup',
    '',
    'rbac.authorization.k8s.io',
  ],
  ['storage.k8s.io/v1', 'StorageClass', { provisioner: 'p' }, 'reclaimPolicy', null, 'Delete'],
  ['storage.k8s.io/v1', 'StorageClass', { provisioner: 'p' }, 'volumeBindingMode', null, 'Immediate'],
  ['storage.k8s.io/v1', 'CSIDriver', { spec: {} }, 'spec.attachRequired', null, true],
  ['scheduling.k8s.io/v1', 'PriorityClass', { value: 1 }, 'preemptionPolicy', null, 'PreemptLowerPriority'],
];

test.each(ROWS)('%s %s: %j with %s = %j', (apiVersion, kind, body, path, zero, want) => {
  const without = { metadata: {}, ...body };
  expect(at(stored(apiVersion, kind, without), path)).toEqual(want);
  expect(stored(apiVersion, kind, withValue(without, path, zero))).toEqual(stored(apiVersion, kind, without));
});

test('a probe of a template, a request and a port of the host are filled in the pod alone', () => {
  const { spec } = stored('apps/v1', 'Deployment', {
    spec: {
      selector,
      template: templateWith({
        hostNetwork: true,
        containers: [{ ...container, ports: [{ containerPort: 80 }], resources: { limits: { cpu: '1' } } }],
      }),
    },
  });
  const filled = (at(spec, 'template.spec.containers.0') ?? {}) as Json;
  expect(filled).toMatchObject({
    ports: [{ containerPort: 80, protocol: 'TCP' }],
    resources: { limits: { cpu: '1' } },
  });
  expect(at(filled, 'ports.0.hostPort')).toBeUndefined();
  expect(at(filled, 'resources.requests')).toBeUndefined();
});

test('false and 0 that a client of a pointer field sends are kept', () => {
  const body = pod({
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 0,
    automountServiceAccountToken: false,
  });
  expect(stored('v1', 'Pod', body)['spec']).toMatchObject({
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 0,
    automountServiceAccountToken: false,
  });
});

describe('a Service whose type changes to ExternalName', () => {
  const kind = kindByGvk('v1', 'Service')!;
  const old = stored(
    'v1',
    'Service',
    service({ type: 'LoadBalancer', clusterIP: '10.96.1.1', clusterIPs: ['10.96.1.1'] }),
  );
  const change = (spec: object) => {
    const next = { ...old, spec: { ...(old['spec'] as object), type: 'ExternalName', externalName: 'a.b', ...spec } };
    const verdict = prepareForUpdate(kind, old as never, next);
    return verdict.ok ? Object.keys(verdict.object.spec as object).sort() : verdict.error.message;
  };

  test('gives back what only a cluster address has', () => {
    expect(change({})).toEqual(['externalName', 'ports', 'sessionAffinity', 'type']);
  });

  test('keeps what the update asks for', () => {
    expect(change({ clusterIP: '10.96.1.2' })).toContain('clusterIP');
  });
});
