import { randomFor } from '@orrery/time';
import { kindByGvk, prepareForCreate, prepareForUpdate, toStatus, type KubeObject } from '../../index';

const kind = kindByGvk('v1', 'Pod')!;
const container = { name: 'c', image: 'x' };

function create(spec: object): ReturnType<typeof prepareForCreate> {
  return prepareForCreate(
    kind,
    { metadata: { name: 'x' }, spec: { containers: [container], serviceAccountName: 'default', ...spec } },
    { now: 0, uid: () => 'u', random: randomFor('x'), namespace: 'default' },
  );
}

/** Returns the errors of a pod, without the long explanations of patterns. */
function problems(spec: object): string[] {
  const verdict = create(spec);
  if (verdict.ok) return [];
  const causes = toStatus(verdict.error).details?.causes ?? [];
  return causes.map(({ field, message }) => `${field!.replace(/^spec\./, '')}: ${message}`);
}

const volume = (source: object): string[] => problems({ volumes: [{ name: 'v', ...source }] });
const inContainer = (fields: object, more: object = {}): string[] =>
  problems({ containers: [{ ...container, ...fields }], ...more });
const V = 'volumes[0]';
const C = 'containers[0]';
const MODE = 'must be a number between 0 and 0777 (octal), both inclusive';

test.each<[string, object, string[]]>([
  ['claim without a name', { persistentVolumeClaim: {} }, [`${V}.persistentVolumeClaim.claimName: Required value`]],
  ['secret without a name', { secret: {} }, [`${V}.secret.secretName: Required value`]],
  [
    'NFS',
    { nfs: { server: '', path: 'x' } },
    [`${V}.nfs.server: Required value`, `${V}.nfs.path: Invalid value: "x": must be an absolute path`],
  ],
  [
    'git',
    { gitRepo: { repository: '', directory: '/a' } },
    [`${V}.gitRepo.repository: Required value`, `${V}.gitRepo.directory: Invalid value: "/a": must be a relative path`],
  ],
  [
    'a disk of Google',
    { gcePersistentDisk: { partition: 300 } },
    [
      `${V}.persistentDisk.pdName: Required value`,
      `${V}.persistentDisk.partition: Invalid value: 300: must be between 1 and 255, inclusive`,
    ],
  ],
  [
    'iSCSI',
    { iscsi: { targetPortal: 'a', iqn: 'foo', lun: 256 } },
    [
      `${V}.iscsi.iqn: Invalid value: "foo": must be valid format starting with iqn, eui, or naa`,
      `${V}.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive`,
    ],
  ],
  [
    'fibre channel',
    { fc: {} },
    [`${V}.fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both`],
  ],
  [
    'fibre channel without a lun',
    { fc: { targetWWNs: ['a'] } },
    [`${V}.fc.lun: Required value: lun is required if targetWWNs is specified`],
  ],
  [
    'mode of a ConfigMap',
    { configMap: { name: 'x', defaultMode: 9999 } },
    [`${V}.configMap.defaultMode: Invalid value: 9999: ${MODE}`],
  ],
  [
    'path that goes up',
    { configMap: { name: 'x', items: [{ key: 'a', path: '../x' }] } },
    [`${V}.configMap.items[0].path: Invalid value: "../x": must not contain '..'`],
  ],
  [
    'reserved path',
    { configMap: { name: 'x', items: [{ key: 'a', path: '..x' }] } },
    [`${V}.configMap.items[0].path: Invalid value: "..x": must not start with '..'`],
  ],
  [
    'file of the downward API',
    { downwardAPI: { items: [{ path: '/abs' }] } },
    [
      `${V}.downwardAPI.path: Invalid value: "/abs": must be a relative path`,
      `${V}.downwardAPI: Required value: one of fieldRef and resourceFieldRef is required`,
    ],
  ],
  [
    'field of the downward API',
    { downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'spec.nodeName' } }] } },
    [
      `${V}.downwardAPI.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"`,
    ],
  ],
  [
    'two projected at once',
    { projected: { sources: [{ secret: { name: 'a' }, configMap: { name: 'b' } }] } },
    [`${V}.projected.sources[0]: Forbidden: may not specify more than 1 volume type per source`],
  ],
  [
    'short token',
    { projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 5 } }] } },
    [
      `${V}.projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes`,
    ],
  ],
  [
    'one path twice',
    {
      projected: {
        sources: [
          { configMap: { name: 'b', items: [{ key: 'k', path: 'p' }] } },
          { secret: { name: 's', items: [{ key: 'k', path: 'p' }] } },
        ],
      },
    },
    [`${V}.projected: Invalid value: "s": conflicting duplicate paths`],
  ],
  [
    'managed disk',
    { azureDisk: { diskName: 'a', diskURI: 'x', kind: 'Managed' } },
    [
      `${V}.azureDisk.diskURI: Unsupported value: "x": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"`,
    ],
  ],
  [
    'reserved option',
    { flexVolume: { driver: 'a', options: { 'k8s.io/a': 'b' } } },
    [`${V}.flexVolume.options[k8s.io/a]: Invalid value: "k8s.io/a": kubernetes.io and k8s.io namespaces are reserved`],
  ],
  [
    'ephemeral claim',
    { ephemeral: { volumeClaimTemplate: { spec: {} } } },
    [
      `${V}.ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required`,
      `${V}.ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value`,
    ],
  ],
])('a volume: %s', (_name, source, want) => expect(volume(source)).toEqual(want));

test.each<[string, object, string[]]>([
  [
    'unknown field',
    { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.nope' } } }] },
    [
      `${C}.env[0].valueFrom.fieldRef.fieldPath: Invalid value: "metadata.nope": error converting fieldPath: field label not supported: metadata.nope`,
    ],
  ],
  [
    'labels in a variable',
    { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.labels' } } }] },
    [
      `${C}.env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.labels": supported values: "metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"`,
    ],
  ],
  ['one label', { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.labels['app']" } } }] }, []],
  [
    'unknown resource',
    { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'x' } } }] },
    [
      `${C}.env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "x": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"`,
    ],
  ],
  [
    'strange divisor',
    { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '2m' } } }] },
    [
      `${C}.env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
    ],
  ],
  [
    'no key',
    { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: '' } } }] },
    [`${C}.env[0].valueFrom.secretKeyRef.key: Required value`],
  ],
  [
    'no source of variables',
    { envFrom: [{}] },
    [`${C}.envFrom: Invalid value: "": must specify one of: \`configMapRef\` or \`secretRef\``],
  ],
  [
    'two sources of variables',
    { envFrom: [{ configMapRef: { name: 'a' }, secretRef: { name: 'b' } }] },
    [`${C}.envFrom: Invalid value: "": may not have more than one field specified at a time`],
  ],
  [
    'liveness by two answers',
    { livenessProbe: { httpGet: { port: 80 }, successThreshold: 2 } },
    [`${C}.livenessProbe.successThreshold: Invalid value: 2: must be 1`],
  ],
  [
    'grace of a readiness probe',
    { readinessProbe: { httpGet: { port: 80 }, terminationGracePeriodSeconds: 5 } },
    [`${C}.readinessProbe.terminationGracePeriodSeconds: Invalid value: 5: must not be set for readinessProbes`],
  ],
  [
    'sleep beyond the grace',
    { lifecycle: { preStop: { sleep: { seconds: 31 } } } },
    [
      `${C}.lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)`,
    ],
  ],
  [
    'huge pages in part',
    { resources: { limits: { cpu: '1', 'hugepages-2Mi': '3Mi' } } },
    [
      `${C}.resources.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi`,
      `${C}.resources.requests[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi`,
    ],
  ],
  [
    'profile of AppArmor',
    { securityContext: { appArmorProfile: { type: 'Localhost' } } },
    [
      `${C}.securityContext.appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost`,
    ],
  ],
])('a container: %s', (_name, fields, want) => expect(inContainer(fields)).toEqual(want));

test('privileged containers may escalate', () => {
  const [problem] = inContainer({ securityContext: { privileged: true, allowPrivilegeEscalation: false } });
  expect(problem).toContain('cannot set `allowPrivilegeEscalation` to false and `privileged` to true');
});

test.each([
  [
    'subPath that goes up',
    { subPath: '../x' },
    `${C}.volumeMounts.subPath: Invalid value: "../x": must not contain '..'`,
  ],
  [
    'both kinds of sub-path',
    { subPath: 'a', subPathExpr: 'b' },
    `${C}.volumeMounts[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive`,
  ],
])('a mount: %s', (_name, mount, want) => {
  const volumes = [{ name: 'v', emptyDir: {} }];
  expect(inContainer({ volumeMounts: [{ name: 'v', mountPath: '/v', ...mount }] }, { volumes })).toEqual([want]);
});

test('a device needs a claim', () => {
  const volumes = [{ name: 'v', emptyDir: {} }];
  expect(inContainer({ volumeDevices: [{ name: 'v', devicePath: '/a/../b' }] }, { volumes })).toEqual([
    `${C}.volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode`,
    `${C}.volumeDevices[0].devicePath: Invalid value: "/a/../b": can not contain backsteps ('..')`,
  ]);
});

test('a pod as a whole asks for what its containers ask for', () => {
  const resources = { requests: { cpu: '1' } };
  expect(problems({ resources, containers: [{ ...container, resources: { requests: { cpu: '2' } } }] })).toEqual([
    'resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
  ]);
});

test('a pod of Windows has none of the settings of Linux', () => {
  expect(problems({ os: { name: 'windows' }, securityContext: { runAsUser: 1 }, hostPID: true })).toEqual([
    'hostPID: Forbidden: cannot be set for a windows pod',
    'securityContext.runAsUser: Forbidden: cannot be set for a windows pod',
  ]);
});

test('a changed pod is looked at as a whole', () => {
  const made = create({});
  if (!made.ok) throw made.error;
  made.object.metadata.resourceVersion = '1';
  const changed = (image: string): string[] => {
    const next = structuredClone(made.object) as KubeObject & { spec: { containers: { image: string }[] } };
    next.spec.containers[0]!.image = image;
    const verdict = prepareForUpdate(kind, made.object, next);
    return verdict.ok ? [] : toStatus(verdict.error).details!.causes!.map(({ message }) => message);
  };
  expect(changed('y')).toEqual([]);
  expect(changed('')).toEqual(['Required value', 'Required value']);
  const blanks = 'Invalid value: " y ": must not have leading or trailing whitespace';
  expect(changed(' y ')).toEqual([blanks, blanks]);
});
