import type { KubeObject, Pod, ResourceClaim, ResourceClaimStatus } from '@orrery/api-types';
import {
  makeDeviceClass,
  makeNode,
  makePod,
  makeResourceClaim,
  makeSlice,
  wantsDevices,
  type PodBuilder,
} from '@orrery/builders';
import { errorStatus, SUCCESS, type Decision, type PrepareDecision } from '@orrery/scheduling';
import { makeScene, reasonsByNode, type Scene } from '../testing/scheduling-scene';

const NODES = [makeNode('a'), makeNode('b')];
const NONE_LEFT = 'cannot allocate all claims';
const CLASS = makeDeviceClass('gpu', 'device.driver == "gpu.example.com"');
const claim = (name: string, ...requests: ReturnType<typeof wantsDevices>[]): ResourceClaim =>
  makeResourceClaim(name, { requests });
const one = (name: string): ResourceClaim => claim(name, wantsDevices('gpu'));

/** A pod that names claims. */
function user(name: string, ...claims: string[]): PodBuilder {
  const resourceClaims = claims.map((claimName) => ({ name: claimName, resourceClaimName: claimName }));
  // The types of pods have an older form of claims.
  return makePod(name).spec({ resourceClaims: resourceClaims as NonNullable<Pod['spec']['resourceClaims']> });
}

const pod = user('p', 'c');
const scene = (objects: readonly KubeObject[], pods: readonly PodBuilder[] = [], nodes = NODES): Scene =>
  makeScene({ nodes, pods, objects: [CLASS, ...objects] });
const verdicts = (objects: readonly KubeObject[], ours = pod) => reasonsByNode(scene(objects).explain(ours));
const batch = ({ scheduler }: Scene): Decision[] => scheduler.scheduleBatch(100);
const kinds = (decisions: readonly Decision[]): string[] => decisions.map(({ kind }) => kind);

function reservation(decision: Decision | undefined): PrepareDecision['effects'] {
  if (decision?.kind !== 'prepare') throw new Error(`no reservation but ${JSON.stringify(decision)}`);
  return decision.effects;
}

/** Devices by request that a decision allocates. */
function devicesOf(decision: Decision | undefined): string[] {
  return reservation(decision).flatMap((effect) =>
    effect.kind === 'reserveClaim'
      ? (effect.allocation?.devices?.results ?? []).map(({ request, device }) => `${request}=${device}`)
      : [],
  );
}

/** Returns the devices found for claims on one node with these slices; without a result, the failure's message. */
function allocated(devices: readonly KubeObject[], ...claims: readonly ResourceClaim[]): string[] | string {
  const names = claims.map(({ metadata }) => metadata.name);
  const [decision] = batch(scene([...devices, ...claims], [user('p', ...names)], [makeNode('a')]));
  return decision?.kind === 'failed' ? decision.message : devicesOf(decision);
}

describe('claims that cannot be looked at', () => {
  const gone = { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } };
  test.each<[string, KubeObject[], PodBuilder, string]>([
    ['a missing claim', [], pod, 'could not find ResourceClaim "default/c"'],
    ['a claim on its way out', [makeResourceClaim('c', {}, gone)], pod, 'resourceclaim "c" is being deleted'],
    [
      'a claim of another pod',
      [one('made')],
      templated([{ name: 'gpu', resourceClaimName: 'made' }]),
      'ResourceClaim default/made was not created for pod default/p (pod is not owner)',
    ],
    ['a claim that is yet to be made', [], templated(), 'pod "default/p": ResourceClaim not created yet'],
  ])('%s keeps the pod out of the queue', (_name, objects, ours, reason) => {
    expect(verdicts(objects, ours)).toEqual({ a: [reason], b: [reason] });
    const { scheduler } = scene(objects, [ours]);
    expect(scheduler.parts.queue.entry('default-p')?.place).toBe('gated');
  });

  test('the pod enters when the claim comes', () => {
    const { scheduler } = scene([makeSlice('a', ['g0'])], [pod, user('q', 'other')]);
    scheduler.objectChanged(undefined, one('c'));
    expect(scheduler.parts.queue.entry('default-p')?.place).toBe('active');
    expect(scheduler.parts.queue.entry('default-q')?.place).toBe('gated');
  });

  test('the pod enters when its status names the claim that was made for it', () => {
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'default-p', controller: true };
    const made = makeResourceClaim(
      'made',
      { requests: [wantsDevices('gpu')] },
      { metadata: { ownerReferences: [owner] } },
    );
    const { scheduler } = scene([makeSlice('a', ['g0']), made], [templated()]);
    const named = templated([{ name: 'gpu', resourceClaimName: 'made' }]).metadata({ resourceVersion: '2' });
    scheduler.podChanged(templated().build(), named.build());
    expect(devicesOf(scheduler.scheduleBatch(1)[0])).toEqual(['gpu=g0']);
  });

  test('a class that is not there', () => {
    const reason = 'request gpu: device class tpu does not exist';
    const wanted = claim('c', wantsDevices('gpu', { deviceClassName: 'tpu' }));
    expect(verdicts([wanted])).toEqual({ a: [reason], b: [reason] });
    expect(batch(scene([wanted], [pod]))[0]).toMatchObject({
      message: `0/2 nodes are available: ${reason}. no new claims to deallocate, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.`,
    });
  });

  function templated(resourceClaimStatuses: NonNullable<Pod['status']>['resourceClaimStatuses'] = []): PodBuilder {
    const claims = [{ name: 'gpu', resourceClaimTemplateName: 't' }];
    const made = makePod('p').spec({ resourceClaims: claims as NonNullable<Pod['spec']['resourceClaims']> });
    return made.status({ resourceClaimStatuses });
  }
});

describe('devices for a claim', () => {
  const big = { name: 'big', attributes: { size: { int: 2 }, numa: { int: 0 } } };
  const far = { name: 'far', attributes: { size: { int: 1 }, numa: { int: 1 } } };
  const near = { name: 'near', attributes: { size: { int: 1 }, numa: { int: 0 } } };
  const all = makeSlice('a', [big, far, near]);
  const sized = (size: number) => [{ cel: { expression: `device.attributes["gpu.example.com"].size == ${size}` } }];
  const numa = { matchAttribute: 'gpu.example.com/numa' };
  const alternatives = (...sizes: number[]) => ({
    name: 'r',
    firstAvailable: sizes.map((size) => ({
      ...wantsDevices(`s${size}`).exactly!,
      name: `s${size}`,
      selectors: sized(size),
    })),
  });
  const failed = (reason: string): string => expect.stringContaining(reason) as string;

  test.each<[string, readonly KubeObject[], ResourceClaim, string[] | string]>([
    ['the first one', [all], one('c'), ['gpu=big']],
    ['two', [all], claim('c', wantsDevices('gpu', { count: 2 })), ['gpu=big', 'gpu=far']],
    [
      'more than there are',
      [all],
      claim('c', wantsDevices('gpu', { count: 4 })),
      failed(`0/1 nodes are available: 1 ${NONE_LEFT}.`),
    ],
    ['all', [all], claim('c', wantsDevices('gpu', { allocationMode: 'All' })), ['gpu=big', 'gpu=far', 'gpu=near']],
    ['all of none', [], claim('c', wantsDevices('gpu', { allocationMode: 'All' })), failed(NONE_LEFT)],
    ['what selectors choose', [all], claim('c', wantsDevices('gpu', { selectors: sized(1) })), ['gpu=far']],
    [
      'two requests',
      [all],
      claim('c', wantsDevices('x', { selectors: sized(1) }), wantsDevices('y')),
      ['x=far', 'y=big'],
    ],
    [
      'a pair that matches',
      [all],
      makeResourceClaim('c', { requests: [wantsDevices('gpu', { count: 2 })], constraints: [numa] }),
      ['gpu=big', 'gpu=near'],
    ],
    [
      'a pair that matches, of two requests',
      [all],
      makeResourceClaim('c', {
        requests: [wantsDevices('x', { selectors: sized(1) }), wantsDevices('y', { selectors: sized(2) })],
        constraints: [{ ...numa, requests: ['x', 'y'] }],
      }),
      ['x=near', 'y=big'],
    ],
    [
      'an attribute that no device has',
      [all],
      makeResourceClaim('c', {
        requests: [wantsDevices('gpu')],
        constraints: [{ matchAttribute: 'gpu.example.com/x' }],
      }),
      failed(NONE_LEFT),
    ],
    [
      'the first alternative that there is',
      [all],
      makeResourceClaim('c', { requests: [alternatives(9, 1)] }),
      ['r/s1=far'],
    ],
    [
      'an expression that breaks',
      [all],
      claim('c', wantsDevices('gpu', { selectors: [{ cel: { expression: 'device.attributes["a"].b == 1' } }] })),
      failed('claim default/c: selector #0: CEL runtime error: no such key: b'),
    ],
    [
      'more than a claim can have',
      [all],
      claim('c', wantsDevices('x', { count: 33 })),
      failed('claim default/c: number of requested devices 33 exceeds the claim limit of 32'),
    ],
    ['a slice of all nodes', [makeSlice('x', ['g'], shared({ allNodes: true }))], one('c'), ['gpu=g']],
    [
      'a slice of other nodes',
      [makeSlice('x', ['g'], shared({ nodeSelector: labelled('zone', 'z') }))],
      one('c'),
      failed(NONE_LEFT),
    ],
    ['a slice that a newer one replaces', [named('old', 1, ['g0']), named('new', 2, ['g1'])], one('c'), ['gpu=g1']],
    [
      'all of a pool that is being updated',
      [makeSlice('a', ['g'], { pool: { name: 'a', resourceSliceCount: 2 } })],
      claim('c', wantsDevices('gpu', { allocationMode: 'All' })),
      failed(
        'claim default/c, request gpu: asks for all devices, but resource pool gpu.example.com/a is currently being updated',
      ),
    ],
    [
      'a pool with a name twice',
      [makeSlice('a', ['g', 'g'])],
      one('c'),
      failed('pool a is invalid: duplicate device name g'),
    ],
  ])('%s', (_name, slices, wanted, want) => {
    expect(allocated(slices, wanted)).toEqual(want);
  });

  test('two claims of a pod get different ones, an administrator any', () => {
    expect(allocated([all], one('c'), one('d'))).toEqual(['gpu=big', 'gpu=far']);
    expect(allocated([all], one('c'), claim('d', wantsDevices('gpu', { adminAccess: true })))).toEqual([
      'gpu=big',
      'gpu=big',
    ]);
  });

  test('a search without end is given up', () => {
    // No two devices share a value, which a search finds out by trying all pairs, triples and so on of each request.
    const devices = Array.from({ length: 30 }, (_, i) => ({ name: `g${i}`, attributes: { numa: { int: i % 10 } } }));
    const requests = Array.from({ length: 8 }, (_, i) => wantsDevices(`r${i}`, { count: 2 }));
    const wanted = makeResourceClaim('c', {
      requests: [...requests, wantsDevices('last', { count: 15 })],
      constraints: requests.map(({ name }) => ({ ...numa, requests: [name] })),
    });
    expect(allocated([makeSlice('a', devices)], wanted)).toEqual(failed('timed out trying to allocate devices'));
  });

  test('the result has what drivers need', () => {
    const config = { opaque: { driver: 'gpu.example.com', parameters: { a: 1 } } };
    const deviceClass = { ...CLASS, spec: { ...CLASS.spec, config: [config] } };
    const wanted = makeResourceClaim('c', {
      requests: [wantsDevices('gpu'), wantsDevices('more')],
      config: [{ requests: ['more'], ...config }],
    });
    const [effect] = reservation(batch(scene([deviceClass, all, wanted], [pod]))[0]);
    expect(effect).toEqual({
      kind: 'reserveClaim',
      claim: { namespace: 'default', name: 'c', uid: 'uid-c' },
      allocation: {
        devices: {
          results: [
            { request: 'gpu', driver: 'gpu.example.com', pool: 'a', device: 'big' },
            { request: 'more', driver: 'gpu.example.com', pool: 'a', device: 'far' },
          ],
          config: [
            { source: 'FromClass', ...config },
            { source: 'FromClaim', requests: ['more'], ...config },
          ],
        },
        nodeSelector: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }],
        },
      },
    });
  });

  function shared(spec: object): object {
    return { nodeName: undefined, ...spec };
  }
  function labelled(key: string, value: string) {
    return { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [value] }] }] };
  }
  function named(name: string, generation: number, devices: string[]): KubeObject {
    const slice = makeSlice('a', devices, { pool: { name: 'a', generation, resourceSliceCount: 1 } });
    return { ...slice, metadata: { ...slice.metadata, name } };
  }
});

describe('between placement and binding', () => {
  const slices = [makeSlice('a', ['g0']), makeSlice('b', ['g1'])];
  const result = (device: string, node: string): ResourceClaimStatus => ({
    allocation: {
      devices: { results: [{ request: 'gpu', driver: 'gpu.example.com', pool: node, device }] },
      nodeSelector: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
      },
    },
  });
  const reservedFor = (...uids: string[]) => ({
    reservedFor: uids.map((uid) => ({ resource: 'pods', name: uid, uid })),
  });
  const stored = (name: string, status: ResourceClaimStatus): ResourceClaim =>
    makeResourceClaim(name, { requests: [wantsDevices('gpu')] }, { status });

  test('no two pods of a batch get the same device', () => {
    const pods = ['p', 'q', 'r'].map((name) => user(name, `c-${name}`));
    const decisions = batch(scene([...slices, ...['p', 'q', 'r'].map((name) => one(`c-${name}`))], pods));
    expect(kinds(decisions)).toEqual(['prepare', 'prepare', 'failed']);
    expect(new Set(decisions.slice(0, 2).map((decision) => devicesOf(decision)[0]))).toEqual(
      new Set(['gpu=g0', 'gpu=g1']),
    );
    expect(decisions[2]).toMatchObject({
      message: `0/2 nodes are available: 2 ${NONE_LEFT}. still not schedulable, preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.`,
    });
  });

  test('the pod is bound when the log shows its reservation', () => {
    const world = scene([...slices, one('c')], [pod]);
    const { scheduler } = world;
    const [prepared] = batch(world);
    const [device = ''] = devicesOf(prepared);
    const [node, name] = device === 'gpu=g0' ? ['a', 'g0'] : ['b', 'g1'];
    scheduler.preparationFinished({ uid: 'default-p' }, SUCCESS);
    expect(scheduler.hasActive()).toBe(false);
    scheduler.objectChanged(one('c'), stored('c', { ...result(name, node), ...reservedFor('default-p') }));
    expect(batch(world)).toMatchObject([{ kind: 'bind', nodeName: node }]);
  });

  test('a shared claim that is about to be allocated lets its other pods wait', () => {
    const world = scene([...slices, one('c')], [pod, user('q', 'c')]);
    const decisions = batch(world);
    expect(kinds(decisions)).toEqual(['prepare', 'failed']);
    expect(decisions[1]).toMatchObject({
      message: expect.stringContaining('resource claim default/c is in the process of being allocated') as string,
    });
    world.scheduler.objectChanged(one('c'), stored('c', { ...result('g1', 'b'), ...reservedFor('default-p') }));
    expect(kinds(batch(world))).toEqual(['bind']);
    expect(world.scheduler.parts.queue.entry('default-q')?.place).toBe('backoff');
  });

  test('an allocated claim leads its pods to its node, and is reserved alone', () => {
    const [decision] = batch(scene([...slices, stored('c', { ...result('g1', 'b'), ...reservedFor('other') })], [pod]));
    expect(decision).toMatchObject({ nodeName: 'b', effects: [{ kind: 'reserveClaim', allocation: undefined }] });
  });

  test('a claim that is reserved for the pod needs nothing more', () => {
    const world = scene([...slices, stored('c', { ...result('g1', 'b'), ...reservedFor('default-p') })], [pod]);
    expect(batch(world)).toMatchObject([{ kind: 'bind', nodeName: 'b' }]);
  });

  test('a claim that all its users hold', () => {
    const users = reservedFor(...Array.from({ length: 256 }, (_, i) => `u${i}`));
    expect(verdicts([stored('c', { ...result('g1', 'b'), ...users })])).toEqual({
      a: ['resourceclaim in use'],
      b: ['resourceclaim in use'],
    });
  });

  test('a failed write gives the device back', () => {
    const world = scene([makeSlice('a', ['g0']), one('c'), one('d')], [pod]);
    batch(world);
    world.scheduler.preparationFinished(
      { uid: 'default-p' },
      errorStatus('DynamicResources', 'claim default/c got deleted in the meantime'),
    );
    expect(batch(world)).toMatchObject([
      {
        kind: 'failed',
        message: 'running PreBind plugin "DynamicResources": claim default/c got deleted in the meantime',
      },
    ]);
    world.scheduler.podChanged(undefined, user('q', 'd').build());
    expect(devicesOf(batch(world)[0])).toEqual(['gpu=g0']);
  });

  test('a binding that fails takes the reservation back', () => {
    const world = scene([...slices, stored('c', { ...result('g1', 'b'), ...reservedFor('default-p') })], [pod]);
    batch(world);
    expect(world.scheduler.bindingFinished({ uid: 'default-p' }, errorStatus('DefaultBinder', 'no'))).toMatchObject({
      kind: 'failed',
      effects: [{ kind: 'unreserveClaim', claim: { name: 'c' } }],
    });
  });

  test('a claim on a node that does not suit is freed, unless others use it', () => {
    const elsewhere = pod.nodeSelector({ zone: 'z1' });
    const nodes = [makeNode('a').zone('z1').label('zone', 'z1'), makeNode('b')];
    const run = (status: object): Decision | undefined =>
      batch(scene([...slices, stored('c', { ...result('g1', 'b'), ...status })], [elsewhere], nodes))[0];
    const freed = run({});
    expect(freed).toMatchObject({ effects: [{ kind: 'deallocateClaim', claim: { name: 'c' } }] });
    expect(freed).toMatchObject({
      message: expect.stringContaining('deallocation of ResourceClaim completed') as string,
    });
    expect(run(reservedFor('other'))).toMatchObject({ effects: [] });
  });

  test.each<[string, KubeObject | undefined, KubeObject, string]>([
    ['its own claim has another status', one('c'), stored('c', { devices: [] }), 'backoff'],
    [
      'its own claim has a label',
      one('c'),
      { ...one('c'), metadata: { ...one('c').metadata, labels: { a: 'b' } } },
      'unschedulable',
    ],
    ['another claim is freed', stored('x', result('g0', 'a')), one('x'), 'backoff'],
    ['another claim comes', undefined, one('y'), 'unschedulable'],
    ['devices come', undefined, makeSlice('a', ['g0']), 'backoff'],
    ['a class comes', undefined, makeDeviceClass('other'), 'backoff'],
  ])('a pod without devices when %s', (_name, before, after, place) => {
    const world = scene([one('c')], [pod]);
    batch(world);
    const { queue } = world.scheduler.parts;
    expect(queue.entry('default-p')?.place).toBe('unschedulable');
    world.scheduler.objectChanged(before, after);
    expect(queue.entry('default-p')?.place).toBe(place);
  });
});
