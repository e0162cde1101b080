import type { KubeObject, PersistentVolume, PersistentVolumeClaim, Volume } from '@orrery/api-types';
import {
  makeBoundClaim,
  makeClaim,
  makeCsiDriver,
  makeNode,
  makePod,
  makeStorageClass,
  makeStorageRoom,
  makeVolume,
  reachableWhere,
} from '@orrery/builders';
import { makeScene, reasonsByNode, scoresByNode, type Scene } from '../testing/scheduling-scene';
import { errorStatus, SUCCESS, type Decision } from '@orrery/scheduling';

const ZONE = 'topology.kubernetes.io/zone';
const CONFLICT = "node(s) didn't match PersistentVolume's node affinity";
const NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
const NO_ROOM = 'node(s) did not have enough free storage';
const claimed = (...names: string[]): Volume[] =>
  names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
const pod = makePod('p').volumes(...claimed('data'));
const NODES = [makeNode('a').zone('z1'), makeNode('b').zone('z2')];
const STATIC = makeStorageClass('local', { provisioner: 'kubernetes.io/no-provisioner' });
const DYNAMIC = makeStorageClass('fast');
const inZone = (name: string, zone: string, size = '1Gi', spec: object = {}): PersistentVolume =>
  makeVolume(name, {
    capacity: { storage: size },
    storageClassName: 'local',
    nodeAffinity: reachableWhere(ZONE, zone),
    ...spec,
  });
const localClaim = (name = 'data', spec: object = {}): PersistentVolumeClaim =>
  makeClaim(name, { storageClassName: 'local', ...spec });
const fastClaim = (spec: object = {}, annotations: Record<string, string> = {}): PersistentVolumeClaim =>
  makeClaim('data', { storageClassName: 'fast', ...spec }, { metadata: { annotations } });
const verdicts = (objects: readonly KubeObject[], ours = pod) =>
  reasonsByNode(makeScene({ nodes: NODES, objects }).explain(ours));

test.each<[string, readonly KubeObject[], string]>([
  ['a missing claim', [], 'persistentvolumeclaim "data" not found'],
  [
    'a claim on its way out',
    [makeClaim('data', {}, { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } })],
    'persistentvolumeclaim "data" is being deleted',
  ],
  [
    'a lost claim',
    [makeClaim('data', { volumeName: 'v' }, { phase: 'Lost' })],
    'persistentvolumeclaim "data" bound to non-existent persistentvolume "v"',
  ],
  [
    'an unbound claim of an immediate class',
    [makeClaim('data', { storageClassName: 'now' }), makeStorageClass('now', { volumeBindingMode: 'Immediate' })],
    'pod has unbound immediate PersistentVolumeClaims',
  ],
  ['an unbound claim of no class', [makeClaim('data')], 'pod has unbound immediate PersistentVolumeClaims'],
  [
    'a claim that names its volume itself',
    [localClaim('data', { volumeName: 'v' }), STATIC],
    'pod has unbound immediate PersistentVolumeClaims',
  ],
])('%s rejects the pod for the cluster', (_name, objects, reason) => {
  const explained = makeScene({ nodes: NODES, objects }).explain(pod);
  expect(explained.filters.get('a')).toMatchObject({ code: 'UnschedulableAndUnresolvable', reasons: [reason] });
  expect(explained.fitError).toBe(`0/2 nodes are available: ${reason}.`);
});

test.each([
  ['absent', [], 'waiting for ephemeral volume controller to create the persistentvolumeclaim "p-scratch"'],
  [
    'foreign',
    [makeBoundClaim('p-scratch', 'v')],
    'PVC default/p-scratch was not created for pod default/p (pod is not owner)',
  ],
] as const)('an %s ephemeral claim', (_name, objects, reason) => {
  const ephemeral = makePod('p').volumes({ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: {} } } });
  expect(verdicts([...objects], ephemeral)).toEqual({ a: [reason], b: [reason] });
});

test.each<[string, readonly KubeObject[], Record<string, readonly string[]>]>([
  ['bound to a volume of one zone', [makeBoundClaim('data', 'v'), inZone('v', 'z1')], { a: [], b: [CONFLICT] }],
  ['one free volume', [localClaim(), STATIC, inZone('v', 'z1')], { a: [], b: [NO_VOLUME] }],
  ['a free volume of another class', [localClaim(), STATIC, makeVolume('v')], { a: [NO_VOLUME], b: [NO_VOLUME] }],
  [
    'a volume that is too small',
    [localClaim(), STATIC, inZone('v', 'z1', '512Mi')],
    { a: [NO_VOLUME], b: [NO_VOLUME] },
  ],
  [
    'a volume with other access',
    [localClaim('data', { accessModes: ['ReadWriteMany'] }), STATIC, inZone('v', 'z1')],
    { a: [NO_VOLUME], b: [NO_VOLUME] },
  ],
  [
    'a volume of another mode',
    [localClaim('data', { volumeMode: 'Block' }), STATIC, inZone('v', 'z1')],
    { a: [NO_VOLUME], b: [NO_VOLUME] },
  ],
  [
    'a volume that is kept for the claim',
    [
      localClaim(),
      STATIC,
      inZone('kept', 'z2', '9Gi', { claimRef: { name: 'data', namespace: 'default' } }),
      inZone('v', 'z1'),
    ],
    { a: [NO_VOLUME], b: [] },
  ],
  [
    'a volume that is kept for another',
    [localClaim(), STATIC, inZone('v', 'z1', '1Gi', { claimRef: { name: 'other', namespace: 'default' } })],
    { a: [NO_VOLUME], b: [NO_VOLUME] },
  ],
  ['a volume can be made anywhere', [fastClaim(), DYNAMIC], { a: [], b: [] }],
  [
    'a volume can be made in one zone',
    [
      fastClaim(),
      makeStorageClass('fast', { allowedTopologies: [{ matchLabelExpressions: [{ key: ZONE, values: ['z2'] }] }] }),
    ],
    { a: [NO_VOLUME], b: [] },
  ],
  [
    'a node was chosen for the claim',
    [fastClaim({}, { 'volume.kubernetes.io/selected-node': 'b' }), DYNAMIC],
    { a: [NO_VOLUME], b: [] },
  ],
  [
    'the driver has room in one zone',
    [
      fastClaim(),
      DYNAMIC,
      makeCsiDriver('disk.example.com', true),
      makeStorageRoom('r1', 'fast', { capacity: '5Gi', labels: { [ZONE]: 'z1' } }),
      makeStorageRoom('r2', 'fast', { capacity: '5Gi', maximumVolumeSize: '512Mi', labels: { [ZONE]: 'z2' } }),
    ],
    { a: [], b: [NO_ROOM] },
  ],
  [
    'the driver does not tell its room',
    [fastClaim(), DYNAMIC, makeCsiDriver('disk.example.com', false)],
    { a: [], b: [] },
  ],
])('%s', (_name, objects, want) => {
  expect(verdicts(objects)).toEqual(want);
});

test('two claims need two volumes, the smaller request first', () => {
  const claims = [localClaim('big', { resources: { requests: { storage: '2Gi' } } }), localClaim('small')];
  const both = makePod('p').volumes(...claimed('big', 'small'));
  const volumes = [inZone('v2', 'z1', '2Gi'), inZone('v1', 'z1', '1Gi'), inZone('w', 'z2', '2Gi')];
  expect(verdicts([...claims, STATIC, ...volumes], both)).toEqual({ a: [], b: [NO_VOLUME] });
});

test('the words of 1.20', () => {
  const bundle = 'k8s-1.20' as const;
  const scene = (objects: readonly KubeObject[]): Scene => makeScene({ bundle, nodes: NODES, objects });
  const elsewhere = scene([makeBoundClaim('data', 'v'), inZone('v', 'z1')]);
  expect(reasonsByNode(elsewhere.explain(pod))['b']).toEqual(['node(s) had volume node affinity conflict']);
  expect(elsewhere.explain(pod).filters.get('b')?.code).toBe('UnschedulableAndUnresolvable');
  expect(reasonsByNode(scene([makeBoundClaim('data', 'v')]).explain(pod))['a']).toEqual([
    'pvc(s) bound to non-existent pv(s)',
  ]);
});

test('with a shape, nodes whose volumes are filled better score higher', () => {
  const profiles = [
    {
      schedulerName: 'default-scheduler',
      pluginConfig: [
        {
          name: 'VolumeBinding',
          args: {
            shape: [
              { utilization: 0, score: 0 },
              { utilization: 100, score: 10 },
            ],
          },
        },
      ],
    },
  ];
  const objects = [localClaim(), STATIC, inZone('v', 'z1', '2Gi'), inZone('w', 'z2', '4Gi')];
  const explained = makeScene({ profiles, nodes: NODES, objects }).explain(pod);
  expect(scoresByNode(explained, 'VolumeBinding')).toEqual({ a: 50, b: 25 });
});

describe('on its way to the node', () => {
  const volume = inZone('v', 'z1');
  const claim = localClaim();
  const kinds = (decisions: readonly Decision[]): string[] => decisions.map(({ kind }) => kind);
  const held = inZone('v', 'z1', '1Gi', { claimRef: { name: 'data', namespace: 'default', uid: claim.metadata.uid } });
  const boundTo = (name: string, volumeName: string): PersistentVolumeClaim =>
    makeBoundClaim(name, volumeName, { storageClassName: 'local' });

  function placed(objects: readonly KubeObject[] = [claim, STATIC, volume], pods = [pod]) {
    const scene = makeScene({ nodes: NODES, pods, objects });
    const decisions = scene.scheduler.scheduleBatch(10);
    return {
      scene,
      scheduler: scene.scheduler,
      decisions,
      entry: () => scene.scheduler.parts.queue.entry('default-p'),
    };
  }

  test('the volume is asked for, and the pod bound when its claim is', () => {
    const { scheduler, decisions } = placed();
    expect(decisions).toMatchObject([
      {
        kind: 'prepare',
        nodeName: 'a',
        effects: [
          { kind: 'holdVolume', volumeName: 'v', claim: { namespace: 'default', name: 'data', uid: 'uid-data' } },
        ],
      },
    ]);
    scheduler.preparationFinished({ uid: 'default-p' }, SUCCESS);
    expect(scheduler.hasActive()).toBe(false);
    scheduler.objectChanged(volume, held);
    expect(scheduler.hasActive()).toBe(false);
    scheduler.objectChanged(claim, boundTo('data', 'v'));
    expect(scheduler.scheduleBatch(10)).toMatchObject([{ kind: 'bind', nodeName: 'a' }]);
  });

  test('a node is chosen for a volume that is to be made', () => {
    const { scheduler, decisions } = placed([fastClaim(), DYNAMIC], [pod.nodeSelector({ [ZONE]: 'z2' })]);
    expect(decisions).toMatchObject([{ kind: 'prepare', effects: [{ kind: 'selectNode', nodeName: 'b' }] }]);
    scheduler.preparationFinished({ uid: 'default-p' }, SUCCESS);
    const chosen = fastClaim({}, { 'volume.kubernetes.io/selected-node': 'b' });
    scheduler.objectChanged(fastClaim(), chosen);
    expect(scheduler.hasActive()).toBe(false);
    scheduler.objectChanged(chosen, fastClaim());
    const [failed] = scheduler.scheduleBatch(10);
    expect(failed).toMatchObject({
      kind: 'failed',
      message: 'running PreBind plugin "VolumeBinding": binding volumes: provisioning failed for PVC "data"',
    });
  });

  test('another pod does not get the same volume', () => {
    const second = makePod('q').volumes(...claimed('more'));
    const { decisions } = placed([claim, localClaim('more'), STATIC, volume], [pod, second]);
    expect(kinds(decisions)).toEqual(['prepare', 'failed']);
    const message = expect.stringContaining(`0/2 nodes are available: 2 ${NO_VOLUME}.`) as unknown;
    expect(decisions[1]).toMatchObject({ message });
  });

  test('a pod of the same claim shares the volume', () => {
    const { decisions } = placed([claim, STATIC, volume], [pod, makePod('q').volumes(...claimed('data'))]);
    expect(kinds(decisions)).toEqual(['prepare', 'prepare']);
  });

  test('a write that was refused frees the volume', () => {
    const { scheduler, entry } = placed();
    scheduler.preparationFinished({ uid: 'default-p' }, errorStatus('VolumeBinding', 'taken'));
    expect(scheduler.scheduleBatch(10)).toMatchObject([
      { kind: 'failed', message: 'running PreBind plugin "VolumeBinding": taken' },
    ]);
    expect(entry()?.place).toBe('backoff');
    expect(
      scheduler.parts.profiles.get('default-scheduler')?.framework.handle.assumedVolumes.holder('v'),
    ).toBeUndefined();
  });

  test('waiting ends after ten minutes of the cluster’s clock', async () => {
    const { scene, scheduler, entry } = placed();
    scheduler.preparationFinished({ uid: 'default-p' }, SUCCESS);
    await scene.advance(599_999);
    expect(scheduler.hasActive()).toBe(false);
    await scene.advance(1);
    expect(scheduler.scheduleBatch(10)[0]).toMatchObject({
      message: 'running PreBind plugin "VolumeBinding": binding volumes: context deadline exceeded',
    });
    expect(entry()).toBeDefined();
  });

  test('a pod that is deleted meanwhile leaves nothing behind', () => {
    const { scheduler } = placed();
    scheduler.podChanged(pod.build(), undefined);
    expect(kinds(scheduler.scheduleBatch(10))).toEqual(['dropped']);
    expect(scheduler.bindingCount()).toBe(0);
    scheduler.podChanged(
      undefined,
      makePod('q')
        .volumes(...claimed('data'))
        .build(),
    );
    expect(kinds(scheduler.scheduleBatch(10))).toEqual(['prepare']);
  });

  test('pods without volumes are bound in their batch', () => {
    const { decisions } = placed([claim, STATIC, volume], [pod, makePod('plain')]);
    expect(kinds(decisions).sort()).toEqual(['bind', 'prepare']);
  });
});

const ROOM = makeStorageRoom('r', 'fast', { capacity: '1Mi', labels: { [ZONE]: 'z1' } });
const DRIVER = makeCsiDriver('disk.example.com', true);

test.each<[string, KubeObject | undefined, KubeObject, string]>([
  ['a volume that comes', undefined, makeVolume('v'), 'backoff'],
  ['its claim that changes', fastClaim(), fastClaim({}, { note: 'x' }), 'backoff'],
  ['another claim', undefined, makeClaim('other'), 'unschedulable'],
  ['a class that comes', undefined, makeStorageClass('new'), 'backoff'],
  ['a class that says the same', DYNAMIC, makeStorageClass('fast', { mountOptions: ['ro'] }), 'unschedulable'],
  [
    'a class that allows more',
    DYNAMIC,
    makeStorageClass('fast', { allowedTopologies: [{ matchLabelExpressions: [{ key: ZONE, values: ['z1'] }] }] }),
    'backoff',
  ],
  ['more room', ROOM, makeStorageRoom('r', 'fast', { capacity: '2Mi', labels: { [ZONE]: 'z1' } }), 'backoff'],
  ['less room', ROOM, makeStorageRoom('r', 'fast', { capacity: '1Ki', labels: { [ZONE]: 'z1' } }), 'unschedulable'],
  ['a driver that no longer tells its room', DRIVER, makeCsiDriver('disk.example.com', false), 'backoff'],
])('%s', (_name, before, after, place) => {
  const { scheduler } = makeScene({ nodes: NODES, pods: [pod], objects: [fastClaim(), DYNAMIC, DRIVER, ROOM] });
  expect(scheduler.scheduleBatch(1)).toMatchObject([{ kind: 'failed' }]);
  scheduler.objectChanged(before, after);
  expect(scheduler.parts.queue.entry('default-p')?.place).toBe(place);
});

test.each([
  [{ bindTimeoutSeconds: -1 }, /bindTimeoutSeconds: Invalid value: -1/],
  [{ shape: [] }, /shape: Required value/],
  [{ shape: [{ utilization: 0, score: 11 }] }, /shape\[0\].score: Invalid value: 11: not in valid range \[0-10\]/],
])('arguments %j are refused', (args, text) => {
  const profiles = [{ schedulerName: 'default-scheduler', pluginConfig: [{ name: 'VolumeBinding', args }] }];
  expect(() => makeScene({ profiles })).toThrow(text);
});
