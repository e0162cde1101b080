import { kindByGvk, renderFieldError, validateCreate, validateUpdate, type KubeObject } from '../index';

const metadata = { name: 'x', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const volume = (spec: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { ...metadata },
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' }, ...spec },
});
const claim = (spec: object = {}, status: object = { phase: 'Pending' }): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { ...metadata, namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  status,
});
const storageClass = (fields: object = {}): KubeObject => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { ...metadata },
  provisioner: 'example.com/disk',
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'Immediate',
  ...fields,
});
const storage = (kind: string, fields: object): KubeObject => ({
  apiVersion: 'storage.k8s.io/v1',
  kind,
  metadata: { ...metadata, ...(kind === 'CSIStorageCapacity' ? { namespace: 'default' } : {}) },
  ...fields,
});
const kindOf = (object: KubeObject) => kindByGvk(object.apiVersion, object.kind)!;

test.each<[string, KubeObject, string[]]>([
  ['a volume', volume(), []],
  [
    'no capacity',
    volume({ capacity: undefined }),
    ['spec.capacity: Required value', 'spec.capacity: Unsupported value: null: supported values: "storage"'],
  ],
  [
    'no storage',
    volume({ capacity: { storage: '0' } }),
    ['spec.capacity[storage]: Invalid value: "0": must be greater than zero'],
  ],
  ['no access modes', volume({ accessModes: [] }), ['spec.accessModes: Required value']],
  [
    'an unknown access mode',
    volume({ accessModes: ['Sometimes'] }),
    [
      'spec.accessModes: Unsupported value: "Sometimes": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
    ],
  ],
  ['no source', volume({ hostPath: undefined }), ['spec: Required value: must specify a volume type']],
  [
    'two sources',
    volume({ csi: { driver: 'd', volumeHandle: 'h' } }),
    ['spec.csi: Forbidden: may not specify more than 1 volume type'],
  ],
  [
    'a driver without handle',
    volume({ hostPath: undefined, csi: { driver: 'd' } }),
    ['spec.csi.volumeHandle: Required value'],
  ],
  [
    'a local volume anywhere',
    volume({ hostPath: undefined, local: { path: '/x' } }),
    ['spec.nodeAffinity: Required value: Local volume requires node affinity'],
  ],
  [
    'an unknown reclaim policy',
    volume({ persistentVolumeReclaimPolicy: 'Burn' }),
    ['spec.persistentVolumeReclaimPolicy: Unsupported value: "Burn": supported values: "Delete", "Recycle", "Retain"'],
  ],
  ['a claim', claim(), []],
  [
    'a claim that says nothing',
    claim({ accessModes: undefined, resources: undefined }),
    ['spec.accessModes: Required value: at least 1 access mode is required', 'spec.resources[storage]: Required value'],
  ],
  [
    'one pod and others',
    claim({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] }),
    ['spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes'],
  ],
  [
    'an unknown mode',
    claim({ volumeMode: 'Tape' }),
    ['spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"'],
  ],
  ['a class', storageClass(), []],
  ['a class without provisioner', storageClass({ provisioner: '' }), ['provisioner: Required value']],
  [
    'an unknown binding mode',
    storageClass({ volumeBindingMode: 'Later' }),
    ['volumeBindingMode: Unsupported value: "Later": supported values: "Immediate", "WaitForFirstConsumer"'],
  ],
  [
    'a topology without values',
    storageClass({ allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: [] }] }] }),
    ['allowedTopologies[0].matchLabelExpressions[0].values: Required value'],
  ],
  [
    'one driver twice',
    storage('CSINode', {
      spec: {
        drivers: [
          { name: 'd', nodeID: 'n' },
          { name: 'd', nodeID: 'n' },
        ],
      },
    }),
    ['spec.drivers[1].name: Duplicate value: "d"'],
  ],
  ['room of no class', storage('CSIStorageCapacity', {}), ['storageClassName: Required value']],
  [
    'an attachment of nothing',
    storage('VolumeAttachment', { spec: { attacher: 'd', nodeName: 'n', source: {} } }),
    ['spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName'],
  ],
])('%s', (_name, object, want) => {
  expect(validateCreate(kindOf(object), object).map(renderFieldError)).toEqual(want);
});

const BOUND = { phase: 'Bound', capacity: { storage: '1Gi' } };
const sized = (size: string, more: object = {}) => ({ resources: { requests: { storage: size } }, ...more });
const IMMUTABLE =
  'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';

test.each<[string, KubeObject, KubeObject, string[]]>([
  ['the volume is written in once', claim(), claim({ volumeName: 'v' }), []],
  ['another volume', claim({ volumeName: 'v' }), claim({ volumeName: 'w' }), [IMMUTABLE]],
  ['a class comes later', claim(), claim({ storageClassName: 'fast' }), []],
  ['another class', claim({ storageClassName: 'a' }), claim({ storageClassName: 'b' }), [IMMUTABLE]],
  ['an unbound claim asks for more', claim(), claim(sized('2Gi')), [IMMUTABLE]],
  ['a bound claim asks for more', claim({}, BOUND), claim(sized('2Gi'), BOUND), []],
  [
    'a bound claim asks for less',
    claim({}, BOUND),
    claim(sized('512Mi'), BOUND),
    ['spec.resources.requests.storage: Forbidden: field can not be less than status.capacity'],
  ],
  [
    'a volume moves',
    volume(),
    volume({ hostPath: { path: '/b' } }),
    ['spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation'],
  ],
  ['a volume gets a claim', volume(), volume({ claimRef: { name: 'c', namespace: 'd' } }), []],
  [
    'a class changes its mind',
    storageClass(),
    storageClass({ volumeBindingMode: 'WaitForFirstConsumer', provisioner: 'other' }),
    [
      'provisioner: Forbidden: updates to provisioner are forbidden.',
      'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
    ],
  ],
])('%s', (_name, old, next, want) => {
  expect(validateUpdate(kindOf(next), next, old).map(renderFieldError)).toEqual(want);
});
