import { CLAIM_FINALIZER, type Pod, type ResourceClaim, type ResourceClaimTemplate } from '@orrery/api-types';
import { makePod } from '@orrery/builders';
import { planClaim, plannedClaim } from './plan-claim';
import { planPodClaims, POD_CLAIM_ANNOTATION } from './plan-pod-claims';

const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'pod-uid', controller: true, blockOwnerDeletion: true };

function pod(more: { claims?: object[]; metadata?: object; spec?: object; status?: object } = {}): Pod {
  const { claims = [{ name: 'gpu', resourceClaimTemplateName: 'one-gpu' }], metadata, spec, status } = more;
  const made = makePod('p').build();
  return {
    ...made,
    metadata: { ...made.metadata, uid: 'pod-uid', ...metadata },
    spec: { ...made.spec, resourceClaims: claims as Pod['spec']['resourceClaims'], ...spec } as Pod['spec'],
    status: { ...made.status, ...status },
  };
}

function claim(name: string, more: { metadata?: object; status?: ResourceClaim['status'] } = {}): ResourceClaim {
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name, namespace: 'default', uid: name, resourceVersion: '1', creationTimestamp: '', ...more.metadata },
    spec: {},
    ...(more.status ? { status: more.status } : {}),
  };
}

const template: ResourceClaimTemplate = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { name: 'one-gpu', namespace: 'default', uid: 't', resourceVersion: '1', creationTimestamp: '' },
  spec: { metadata: { labels: { a: 'b' } }, spec: { devices: { requests: [] } } },
};
const named = { resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'p-gpu-x' }] };
const made = { annotations: { [POD_CLAIM_ANNOTATION]: 'gpu' }, ownerReferences: [owner] };
const allocation = { devices: { results: [] } };
const user = { resource: 'pods', name: 'p', uid: 'pod-uid' };

function planOf(ours: Pod, claims: readonly ResourceClaim[] = [], templates = [template]) {
  return planPodClaims({
    pod: ours,
    claim: (name) => claims.find(({ metadata }) => metadata.name === name),
    owned: claims.filter(({ metadata }) => metadata.ownerReferences),
    template: (name) => templates.find(({ metadata }) => metadata.name === name),
  });
}

describe('the claims of a pod', () => {
  test('a claim is made from the template', () => {
    const metadata = { generateName: 'p-gpu-', labels: { a: 'b' }, ...made };
    const body = { metadata, spec: template.spec.spec };
    expect(planOf(pod())).toEqual({ create: [{ podClaim: 'gpu', body }], list: [], reserve: [] });
  });

  test('long names are cut in proportion', () => {
    const [first] = planOf(
      pod({
        metadata: { name: 'a'.repeat(90) },
        claims: [{ name: 'b'.repeat(30), resourceClaimTemplateName: 'one-gpu' }],
      }),
    ).create;
    expect(first?.body.metadata.generateName).toBe(`${'a'.repeat(42)}-${'b'.repeat(14)}`);
  });

  test.each<[string, Pod, ResourceClaim[], object]>([
    ['the claim is there', pod({ status: named }), [claim('p-gpu-x', { metadata: made })], {}],
    ['the pod needs none', pod({ status: { resourceClaimStatuses: [{ name: 'gpu' }] } }), [], {}],
    ['the user makes the claim', pod({ claims: [{ name: 'gpu', resourceClaimName: 'mine' }] }), [], {}],
    ['the pod goes', pod({ metadata: { deletionTimestamp: 'x' } }), [], {}],
    ['the pod is done and its claim deleted', pod({ status: { ...named, phase: 'Succeeded' } }), [], {}],
    ['the pod was rejected before a claim was made', pod({ status: { phase: 'Failed' } }), [], {}],
    [
      'a claim was made but not named',
      pod(),
      [claim('p-gpu-y', { metadata: made })],
      { list: [{ podClaim: 'gpu', claimName: 'p-gpu-y' }] },
    ],
  ])('%s', (_name, ours, claims, want) => {
    expect(planOf(ours, claims)).toEqual({ create: [], list: [], reserve: [], ...want });
  });

  test.each([
    ['the claim was deleted', pod({ status: named }), []],
    ["the claim is another pod's", pod({ status: named }), [claim('p-gpu-x')]],
  ])('%s: another one is made', (_name, ours, claims) => {
    expect(planOf(ours, claims).create).toHaveLength(1);
  });

  test('without the template', () => {
    const text = 'resource claim template "one-gpu": resourceclaimtemplate.resource.k8s.io "one-gpu" not found';
    expect(planOf(pod(), [], [])).toMatchObject({ create: [], failure: { podClaim: 'gpu', text } });
  });

  test('a pod on a node has what is allocated reserved', () => {
    const shared = claim('mine', { status: { allocation } });
    const claims = [{ name: 'gpu', resourceClaimName: 'mine' }];
    const bound = pod({ claims, spec: { nodeName: 'n' } });
    expect(planOf(bound, [shared]).reserve).toEqual([shared]);
    expect(planOf(bound, [claim('mine')]).reserve).toEqual([]);
    expect(planOf(bound, [claim('mine', { status: { allocation, reservedFor: [user] } })]).reserve).toEqual([]);
    expect(planOf(pod({ claims }), [shared]).reserve).toEqual([]);
    const done = pod({ claims, spec: { nodeName: 'n' }, status: { phase: 'Succeeded' } });
    expect(planOf(done, [shared]).reserve).toEqual([]);
  });
});

describe('a claim', () => {
  const guarded = { finalizers: [CLAIM_FINALIZER] };
  const used = { allocation, reservedFor: [user], devices: [{ driver: 'd', pool: 'p', device: 'g' }] };
  const other = { ...user, name: 'q', uid: 'other' };
  const running = pod({ spec: { nodeName: 'n' }, status: { phase: 'Running' } });
  const ended = pod({ status: { phase: 'Succeeded' } });
  const after = (ours: ResourceClaim, pods: readonly Pod[]) => {
    const plan = planClaim({ claim: ours, pod: (name) => pods.find(({ metadata }) => metadata.name === name) });
    return { left: plannedClaim(ours, plan, ours), isUnneeded: plan.isUnneeded };
  };

  test.each<[string, ResourceClaim, Pod[]]>([
    ['is in use', claim('c', { metadata: guarded, status: used }), [running]],
    ['was never used', claim('c', { metadata: guarded, status: { allocation } }), []],
    [
      'is used by something else',
      claim('c', { status: { allocation, reservedFor: [{ ...user, apiGroup: 'x' }] } }),
      [],
    ],
  ])('%s: it stays', (_name, ours, pods) => {
    expect(after(ours, pods)).toEqual({ left: undefined, isUnneeded: false });
  });

  test.each<[string, Pod[]]>([
    ['ended', [ended]],
    ['is gone', []],
    ['is another one now', [pod({ metadata: { uid: 'new' } })]],
    ['was deleted before it had a node', [pod({ metadata: { deletionTimestamp: 'x' } })]],
  ])('is free when its pod %s', (_name, pods) => {
    const { left } = after(claim('c', { metadata: guarded, status: used }), pods);
    expect(left).toEqual({ ...claim('c'), status: {} });
  });

  test('stays allocated for its other users', () => {
    const { left } = after(claim('c', { metadata: guarded, status: { ...used, reservedFor: [user, other] } }), [
      pod({ metadata: { name: 'q', uid: 'other' }, spec: { nodeName: 'n' } }),
    ]);
    expect(left?.status).toEqual({ ...used, reservedFor: [other] });
    expect(left?.metadata.finalizers).toEqual([CLAIM_FINALIZER]);
  });

  test('that is deleted and not used loses what keeps it', () => {
    const metadata = { ...guarded, deletionTimestamp: 'x' };
    const { left } = after(claim('c', { metadata, status: { allocation } }), []);
    expect([left?.metadata.finalizers, left?.status]).toEqual([undefined, {}]);
  });

  test.each<[string, Pod[], boolean]>([
    ['runs', [running], false],
    ['ended', [ended], true],
    ['is gone: the garbage collector sees to it', [], false],
  ])('that was made for a pod that %s', (_name, pods, want) => {
    expect(after(claim('c', { metadata: made }), pods).isUnneeded).toBe(want);
  });

  test('that changed meanwhile is looked at again', () => {
    const old = claim('c', { metadata: guarded, status: used });
    const plan = planClaim({ claim: old, pod: () => undefined });
    expect(plannedClaim({ ...old, metadata: { ...old.metadata, resourceVersion: '2' } }, plan, old)).toBeUndefined();
  });
});
