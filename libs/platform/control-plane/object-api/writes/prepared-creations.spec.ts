import { flowControlObjects, RELEASES, type KubeObject, type ReleaseName } from '@orrery/api-types';
import { ClusterCache, type Decision } from '@orrery/store';
import type { ClusterSettings } from '../../settings/cluster-settings';
import { unrestricted } from '../access/cluster-access';
import type { WriteReview } from '../dynamic-admission/write-review';
import { bootstrapObjects } from './bootstrap';
import { createIntent } from './intents';
import { repeatableDraws } from './object-draws';
import { placeOf } from './prepared-creations';
import type { CreateRequest, WriteOptions } from './requests';
import { requireKind } from './stored-kinds';
import type { WriteContext } from './write-context';

const namespaces = ['default', 'kube-system', 'kube-public', 'kube-node-lease'].map((name) => ({
  resource: 'namespaces',
  object: { metadata: { name, uid: name, resourceVersion: '1' } } as KubeObject,
}));
const cache = new ClusterCache(1, namespaces);

const contextOf = (
  settings: ClusterSettings,
  { identity, nowMs }: { identity: string; nowMs: number },
): WriteContext => ({
  nowMs: () => nowMs,
  draws: repeatableDraws(identity, () => 7),
  rehearsedDraws: repeatableDraws(identity, () => 7),
  cache: () => cache,
  settings: () => settings,
  hasWebhooks: () => false,
  asks: (_question, ask) => ask(),
  actorOf: unrestricted,
});

const apiService: CreateRequest = {
  kind: requireKind('apiregistration.k8s.io/v1', 'APIService'),
  namespace: '',
  input: { metadata: { name: 'v1.' }, spec: { version: 'v1', groupPriorityMinimum: 100, versionPriority: 100 } },
};

/** Returns the creation requests of every cluster of a release. */
function requestsOf(release: ReleaseName): CreateRequest[] {
  const flowControl = flowControlObjects(release);
  const schemas = (flowControl?.FlowSchema.mandatory ?? []).map(({ name, spec }) => ({
    kind: requireKind('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema'),
    namespace: '',
    input: { metadata: { name }, spec },
  }));
  return [...bootstrapObjects({ trusted: '', release }).flat(), ...schemas, apiService];
}

const made = (context: WriteContext, request: CreateRequest): Decision =>
  createIntent(context, request, { fieldManager: 'kube-apiserver' }).decide(undefined);

describe.each(RELEASES)('what clusters of %s have alike', (release) => {
  const settings: ClusterSettings = { bundle: release };
  // Draws count what they were asked for: each write is the first of its cluster.
  const contexts = [0, 1, 2, 2].map(
    (month, i) => () => contextOf(settings, { identity: `cluster ${i}`, nowMs: Date.UTC(2026, month) }),
  );

  it('is the same as if each of them had been prepared by itself', () => {
    for (const request of requestsOf(release)) {
      for (const context of contexts) {
        const alone = made(context(), { ...request, isAlike: false });
        const alike = made(context(), { isAlike: true, ...request });
        expect(alone.kind).toBe('write');
        // As text, for the order of the fields.
        expect(JSON.stringify(alike)).toBe(JSON.stringify(alone));
      }
    }
  });
});

describe('what is prepared once', () => {
  const [request] = bootstrapObjects({ trusted: '', release: 'modern' })[0]!;
  const context = contextOf({ bundle: 'modern' }, { identity: 'one', nowMs: 0 });
  const place = (write: Partial<WriteContext>, options: WriteOptions = {}): string | undefined =>
    placeOf(request!, { ...context, ...write }, { review: undefined, options });
  const usual = place({});

  it.each<[string, string | undefined]>([
    ['the same request in another cluster of the same settings', place({ settings: () => ({ bundle: 'modern' }) })],
  ])('serves %s', (_, other) => expect(other).toBe(usual));

  it.each<[string, string | undefined]>([
    ['clusters of other settings', place({ settings: () => ({ bundle: 'okd-legacy' }) })],
    ['another owner of the fields', place({}, { fieldManager: 'me' })],
    ['clients', place({ actor: unrestricted({ name: 'jane', groups: [] }) })],
    ['components with an account', place({ account: { name: 'system:serviceaccount:a:b', groups: [] } })],
  ])('does not serve %s', (_, other) => expect(other).not.toBe(usual));

  it('needs a namespace that is there and stays', () => {
    const account = bootstrapObjects({ trusted: '', release: 'modern' })[1]!.find(({ isAlike }) => isAlike)!;
    const deleted = { name: 'default', uid: 'u', deletionTimestamp: '2026-01-01T00:00:00Z' };
    const going = { metadata: { ...deleted, resourceVersion: '1' } } as unknown as KubeObject; // kubernetes-types has dates
    const placeIn = (objects: readonly KubeObject[]): string | undefined => {
      const state = new ClusterCache(
        1,
        objects.map((object) => ({ resource: 'namespaces', object })),
      );
      return placeOf(account, { ...context, cache: () => state }, { review: undefined, options: {} });
    };
    expect([placeIn([namespaces[0]!.object]), placeIn([]), placeIn([going])]).toEqual([
      expect.any(String),
      undefined,
      undefined,
    ]);
  });

  it('is left alone where policies or webhooks of users look at it', () => {
    const review = { mutate: (object: unknown) => object, validate: () => undefined } as unknown as WriteReview; // a fake
    expect(placeOf(request!, context, { review, options: {} })).toBeUndefined();
  });
});
