import type { KubeObject, Node, PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '@orrery/api-types';
import {
  makeBoundClaim,
  makeClaim,
  makeCsiNode,
  makeNode,
  makePod,
  makeStorageClass,
  makeVolume,
} from '@orrery/builders';
import fc from 'fast-check';
import { changedClaim, changedVolume, VolumeBinder, type VolumeAction, type VolumeWork } from './index';

/** A cluster in memory with a binder: what the binder decides is done at once and comes back as a change. */
class World {
  readonly claims = new Map<string, PersistentVolumeClaim>();
  readonly volumes = new Map<string, PersistentVolume>();
  readonly classes = new Map<string, StorageClass>();
  readonly nodes = new Map<string, Node>();
  readonly reported: string[] = [];
  readonly done: VolumeAction['kind'][] = [];
  readonly binder = new VolumeBinder({
    claim: (namespace, name) => this.claims.get(`${namespace}/${name}`),
    volume: (name) => this.volumes.get(name),
    storageClass: (name) => this.classes.get(name),
    node: (name) => this.nodes.get(name),
    csiNode: (name) =>
      name === 'announced' ? makeCsiNode(name, { 'disk.example.com': { topologyKeys: ['rack'] } }) : undefined,
  });

  constructor(...objects: readonly (PersistentVolume | PersistentVolumeClaim | StorageClass | Node)[]) {
    for (const object of objects) this.put(object);
  }

  put(object: PersistentVolume | PersistentVolumeClaim | StorageClass | Node): this {
    const { name } = object.metadata;
    switch (object.kind) {
      case 'PersistentVolume': {
        const before = this.volumes.get(name);
        this.volumes.set(name, object);
        this.binder.volumeChanged(before, object);
        break;
      }
      case 'PersistentVolumeClaim': {
        const before = this.claims.get(`default/${name}`);
        this.claims.set(`default/${name}`, object);
        this.binder.claimChanged(before, object);
        break;
      }
      case 'StorageClass':
        this.classes.set(name, object);
        this.binder.classChanged(undefined, object);
        break;
      case 'Node':
        this.nodes.set(name, object);
        break;
    }
    return this;
  }

  removeVolume(name: string): this {
    const before = this.volumes.get(name);
    this.volumes.delete(name);
    this.binder.volumeChanged(before, undefined);
    return this;
  }

  removeClaim(name: string): this {
    const before = this.claims.get(`default/${name}`);
    this.claims.delete(`default/${name}`);
    this.binder.claimChanged(before, undefined);
    return this;
  }

  pod(before: Pod | undefined, after: Pod | undefined): this {
    this.binder.podChanged(before, after);
    return this;
  }

  /** Works until there is nothing left to do. */
  settle(): this {
    for (let round = 0; this.binder.hasWork; round++) {
      if (round > 20) throw new Error('the binder does not come to rest');
      this.carryOut(this.binder.takeWork());
    }
    return this;
  }

  carryOut({ actions, notes }: VolumeWork): void {
    for (const { reason } of notes) this.reported.push(reason);
    for (const action of actions) {
      this.done.push(action.kind);
      this.carryOutOne(action);
    }
  }

  private carryOutOne(action: VolumeAction): void {
    if (action.kind === 'createVolume') {
      const { volume } = action;
      this.put(makeVolume(volume.metadata.name, volume.spec, { metadata: volume.metadata, phase: 'Pending' }));
    } else if (action.kind === 'deleteVolume') this.removeVolume(action.volume.name);
    else if ('claim' in action && action.kind !== 'holdVolume') {
      const claim = this.claims.get(`${action.claim.namespace}/${action.claim.name}`);
      const changed = claim && changedClaim(claim, action);
      if (changed) this.put(changed);
    } else {
      const volume = this.volumes.get(action.volume.name);
      const changed = volume && changedVolume(volume, action);
      if (changed) this.put(changed);
    }
  }

  get summary(): Record<string, string> {
    const claims = [...this.claims.values()].map(({ metadata, spec, status }) => [
      metadata.name,
      [status?.phase, spec?.volumeName].filter(Boolean).join(' '),
    ]);
    const volumes = [...this.volumes.values()].map(({ metadata, spec, status }) => [
      metadata.name,
      [status?.phase, spec?.claimRef?.name].filter(Boolean).join(' '),
    ]);
    return Object.fromEntries([...claims, ...volumes]) as Record<string, string>;
  }
}

const sized = (name: string, storage: string, spec: object = {}): PersistentVolume =>
  makeVolume(name, { capacity: { storage }, storageClassName: 'c', ...spec }, { phase: 'Pending' });
const wanting = (name: string, storage: string, spec: object = {}): PersistentVolumeClaim =>
  makeClaim(name, { storageClassName: 'c', resources: { requests: { storage } }, ...spec });
const IMMEDIATE = makeStorageClass('c', {
  provisioner: 'kubernetes.io/no-provisioner',
  volumeBindingMode: 'Immediate',
});
const DELAYED = makeStorageClass('c', { provisioner: 'kubernetes.io/no-provisioner' });
const MADE = makeStorageClass('c', { volumeBindingMode: 'Immediate', reclaimPolicy: 'Delete' });
const MADE_LATER = makeStorageClass('c', { reclaimPolicy: 'Delete' });
const near = (node: string) => ({ metadata: { annotations: { 'volume.kubernetes.io/selected-node': node } } });

test.each<[string, World, Record<string, string>, string[]]>([
  [
    'the smallest that fits',
    new World(IMMEDIATE, sized('big', '9Gi'), sized('right', '2Gi'), sized('small', '1Gi'), wanting('data', '2Gi')),
    { data: 'Bound right', right: 'Bound data', big: 'Available', small: 'Available' },
    [],
  ],
  [
    'without a class, a volume without a class',
    new World(makeVolume('v'), sized('w', '1Gi'), makeClaim('data')),
    { data: 'Bound v', v: 'Bound data', w: 'Available' },
    [],
  ],
  ['nothing there', new World(makeClaim('data')), { data: 'Pending' }, ['FailedBinding']],
  [
    'no provisioner makes volumes of the class',
    new World(IMMEDIATE, wanting('data', '1Gi')),
    { data: 'Pending' },
    ['ProvisioningFailed'],
  ],
  ['no such class', new World(wanting('data', '1Gi')), { data: 'Pending' }, ['ProvisioningFailed']],
  [
    'a class that waits',
    new World(DELAYED, sized('v', '1Gi'), wanting('data', '1Gi')),
    { data: 'Pending', v: 'Available' },
    ['WaitForFirstConsumer'],
  ],
  [
    'a volume kept by its author',
    new World(DELAYED, sized('v', '1Gi', { claimRef: { namespace: 'default', name: 'data' } }), wanting('data', '1Gi')),
    { data: 'Bound v', v: 'Bound data' },
    [],
  ],
  [
    'a volume kept by the scheduler',
    new World(
      DELAYED,
      sized('v', '1Gi', { claimRef: { namespace: 'default', name: 'data', uid: 'uid-data' } }),
      wanting('data', '1Gi'),
    ),
    { data: 'Bound v', v: 'Bound data' },
    [],
  ],
  [
    'a volume that the claim names',
    new World(IMMEDIATE, sized('v', '1Gi'), sized('w', '1Gi'), wanting('data', '1Gi', { volumeName: 'w' })),
    { data: 'Bound w', w: 'Bound data', v: 'Available' },
    [],
  ],
  [
    'a volume that the claim names and that is too small',
    new World(IMMEDIATE, sized('v', '1Gi'), wanting('data', '2Gi', { volumeName: 'v' })),
    { data: 'Pending v', v: 'Available' },
    ['VolumeMismatch'],
  ],
  [
    'a volume is made at once',
    new World(MADE, wanting('data', '2Gi')),
    { data: 'Bound pvc-uid-data', 'pvc-uid-data': 'Bound data' },
    ['ProvisioningSucceeded'],
  ],
  [
    'a volume is made for a node only',
    new World(MADE_LATER, wanting('data', '2Gi')),
    { data: 'Pending' },
    ['WaitForFirstConsumer'],
  ],
  [
    'a volume is made near the node',
    new World(MADE_LATER, makeNode('n').build(), makeClaim('data', { storageClassName: 'c' }, near('n'))),
    { data: 'Bound pvc-uid-data', 'pvc-uid-data': 'Bound data' },
    ['ProvisioningSucceeded'],
  ],
  [
    'the node is gone',
    new World(MADE_LATER, makeClaim('data', { storageClassName: 'c' }, near('gone'))),
    { data: 'Pending' },
    ['ProvisioningFailed', 'WaitForFirstConsumer'],
  ],
])('%s', (_name, world, summary, reported) => {
  expect(world.settle().summary).toEqual(summary);
  expect(world.reported).toEqual(reported);
});

test('both sides say who chose, and what the claim has got', () => {
  const world = new World(IMMEDIATE, sized('v', '4Gi'), wanting('data', '1Gi')).settle();
  expect(world.claims.get('default/data')).toMatchObject({
    metadata: {
      annotations: { 'pv.kubernetes.io/bind-completed': 'yes', 'pv.kubernetes.io/bound-by-controller': 'yes' },
    },
    status: { phase: 'Bound', capacity: { storage: '4Gi' }, accessModes: ['ReadWriteOnce'] },
  });
  expect(world.volumes.get('v')).toMatchObject({
    metadata: { annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } },
    spec: { claimRef: { kind: 'PersistentVolumeClaim', namespace: 'default', name: 'data', uid: 'uid-data' } },
  });
});

test.each([
  ['the zone of the node', makeNode('n').zone('z1').build(), 'topology.kubernetes.io/zone', 'z1'],
  ['what the driver announced', makeNode('announced').zone('z1').label('rack', 'r7').build(), 'rack', 'r7'],
])('a volume that is made can be reached from %s', (_name, node, key, value) => {
  const claim = makeClaim('data', { storageClassName: 'c' }, near(node.metadata.name));
  const world = new World(MADE_LATER, node, claim).settle();
  expect(world.volumes.get('pvc-uid-data')).toMatchObject({
    metadata: { annotations: { 'pv.kubernetes.io/provisioned-by': 'disk.example.com' } },
    spec: {
      persistentVolumeReclaimPolicy: 'Delete',
      csi: { driver: 'disk.example.com', volumeHandle: 'pvc-uid-data' },
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [value] }] }] },
      },
    },
  });
});

test.each([
  [
    'rancher.io/local-path',
    { hostPath: { path: '/opt/local-path/pvc-uid-data', type: 'DirectoryOrCreate' } },
    ['kubernetes.io/hostname', 'n'],
  ],
  [
    'kubernetes.io/aws-ebs',
    { csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'pvc-uid-data' } },
    ['topology.kubernetes.io/zone', 'z1'],
  ],
])(
  'a provisioner whose name no driver can have makes a volume that the API takes: %s',
  (provisioner, source, [key, value]) => {
    const storageClass = makeStorageClass('c', { provisioner, volumeBindingMode: 'WaitForFirstConsumer' });
    const node = makeNode('n').zone('z1').label('kubernetes.io/hostname', 'n').build();
    const world = new World(storageClass, node, makeClaim('data', { storageClassName: 'c' }, near('n'))).settle();
    const matchExpressions = [{ key, operator: 'In', values: [value] }];
    expect(world.volumes.get('pvc-uid-data')).toMatchObject({
      spec: { ...source, nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } } },
    });
  },
);

test.each([
  ['Retain', { v: 'Released data' }],
  ['Delete', {}],
  ['Recycle', { v: 'Available' }],
])('after the claim a volume of policy %s', (persistentVolumeReclaimPolicy, summary) => {
  const world = new World(IMMEDIATE, sized('v', '1Gi', { persistentVolumeReclaimPolicy }), wanting('data', '1Gi'));
  expect(world.settle().removeClaim('data').settle().summary).toEqual(summary);
});

test('a claim whose volume is gone is lost', () => {
  const world = new World(IMMEDIATE, sized('v', '1Gi'), wanting('data', '1Gi')).settle().removeVolume('v').settle();
  expect(world.summary).toEqual({ data: 'Lost v' });
  expect(world.reported).toEqual(['ClaimLost']);
});

test('a claim that says it is bound to a volume of another is lost', () => {
  const other = sized('v', '1Gi', { claimRef: { namespace: 'default', name: 'other', uid: 'uid-other' } });
  const world = new World(other, wanting('other', '1Gi'), makeBoundClaim('data', 'v')).settle();
  expect(world.summary).toMatchObject({ data: 'Lost v', other: 'Bound v' });
  expect(world.reported).toContain('ClaimMisbound');
});

test('a claim of the same name is not the same claim', () => {
  const world = new World(IMMEDIATE, sized('v', '1Gi'), wanting('data', '1Gi')).settle();
  const again = wanting('data', '1Gi');
  world.removeClaim('data').put({ ...again, metadata: { ...again.metadata, uid: 'uid-again' } });
  expect(world.settle().summary).toEqual({ v: 'Released data', data: 'Pending' });
});

test('a class that comes later gets the claim its volume', () => {
  const world = new World(wanting('data', '1Gi')).settle();
  expect(world.put(MADE).settle().summary).toMatchObject({ data: 'Bound pvc-uid-data' });
});

test('a claim stays while a pod on a node uses it', () => {
  const using = makePod('p').volumes({ name: 'v', persistentVolumeClaim: { claimName: 'data' } });
  const metadata = { finalizers: ['kubernetes.io/pvc-protection'], deletionTimestamp: '2026-01-01T00:00:00Z' };
  const world = new World()
    .pod(undefined, using.node('n').build())
    .put(makeClaim('data', {}, { metadata }))
    .settle();
  expect(world.claims.get('default/data')?.metadata.finalizers).toHaveLength(1);
  world.pod(using.node('n').build(), undefined).settle();
  expect(world.claims.get('default/data')?.metadata.finalizers).toHaveLength(0);
});

test('the pod that is waited for is named', () => {
  const using = makePod('p').volumes({ name: 'v', persistentVolumeClaim: { claimName: 'data' } });
  const world = new World(DELAYED, wanting('data', '1Gi')).settle().pod(undefined, using.build()).settle();
  expect(world.reported).toEqual(['WaitForFirstConsumer', 'WaitForPodScheduled']);
});

test('a write that another client made impossible is decided again', () => {
  const world = new World(IMMEDIATE, sized('v', '1Gi'), sized('w', '2Gi'), wanting('data', '1Gi'));
  world.carryOut(world.binder.takeWork());
  const { actions } = world.binder.takeWork();
  const hold = actions.find(({ kind }) => kind === 'holdVolume')!;
  expect(hold).toMatchObject({ volume: { name: 'v' } });
  world.put(sized('v', '1Gi', { claimRef: { namespace: 'default', name: 'thief', uid: 'uid-thief' } }));
  world.binder.failed(hold as Parameters<typeof world.binder.failed>[0]);
  expect(world.settle().summary).toMatchObject({ data: 'Bound w' });
});

test('no volume has two claims, no claim two volumes, and every claim that can be bound is', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 });
  fc.assert(
    fc.property(sizes, sizes, fc.boolean(), (volumeSizes, claimSizes, claimsFirst) => {
      const volumes: KubeObject[] = volumeSizes.map((size, i) => sized(`v${i}`, `${size}Gi`));
      const claims: KubeObject[] = claimSizes.map((size, i) => wanting(`c${i}`, `${size}Gi`));
      const all = claimsFirst ? [...claims, ...volumes] : [...volumes, ...claims];
      const world = new World(IMMEDIATE);
      for (const object of all) world.put(object as PersistentVolume).settle();
      const bound = [...world.claims.values()].filter(({ status }) => status?.phase === 'Bound');
      const taken = bound.map(({ spec }) => spec!.volumeName!);
      expect(new Set(taken).size).toBe(taken.length);
      for (const claim of bound) {
        expect(world.volumes.get(claim.spec!.volumeName!)?.spec?.claimRef?.uid).toBe(claim.metadata.uid);
      }
      const free = volumeSizes.filter((_size, i) => !taken.includes(`v${i}`));
      const waiting = claimSizes.filter((_size, i) => world.claims.get(`default/c${i}`)?.status?.phase !== 'Bound');
      if (free.length > 0 && waiting.length > 0) expect(Math.max(...free)).toBeLessThan(Math.min(...waiting));
    }),
    { numRuns: 100 },
  );
});
