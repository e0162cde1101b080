import type { KubeObject } from '@orrery/api-types';
import { makePod } from '@orrery/builders';
import { Reconciliation, type ReconciliationOptions } from './reconciliation';

const OWNER = {
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web', namespace: 'default', uid: 'owner' },
};
const reference = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'owner', controller: true };

function pod(change: object = {}, metadata: object = {}): KubeObject {
  const built = makePod('stray').build() as unknown as KubeObject;
  return { ...built, ...change, metadata: { ...built.metadata, uid: 'stray', ...metadata } };
}

/** Returns the pod after a change of owners, applied to its version at the time of the write; undefined: it is left unchanged. */
async function written(
  change: { adopted: readonly KubeObject[]; released: readonly KubeObject[] },
  current: KubeObject,
): Promise<KubeObject | undefined> {
  let result: KubeObject | undefined;
  const store = {
    modify: (modifications: readonly { change: (object: KubeObject) => KubeObject | undefined }[]) => {
      for (const modification of modifications) result = modification.change(current);
      return Promise.resolve([]);
    },
  };
  const context = { cluster: { store }, fence: undefined };
  const options = { context, object: OWNER } as unknown as ReconciliationOptions;
  await new Reconciliation(options).changeOwners(change);
  return result;
}

describe('the owner of a pod', () => {
  const seen = pod({}, { resourceVersion: '5' });
  test.each<[string, KubeObject, object[] | undefined]>([
    ['that was bound meanwhile', pod({ spec: { nodeName: 'node-1' } }, { resourceVersion: '6' }), [reference]],
    ['that is another one of the name', pod({}, { uid: 'other' }), undefined],
    ['that another owner adopted', pod({}, { ownerReferences: [{ ...reference, uid: 'b' }] }), undefined],
    ['that is being deleted', pod({}, { deletionTimestamp: '2026-03-01T12:00:00Z' }), undefined],
  ])('%s', async (_case, current, owners) => {
    const result = await written({ adopted: [seen], released: [] }, current);
    const want = owners && { spec: current['spec'], metadata: { resourceVersion: '6', ownerReferences: owners } };
    if (want) expect(result).toMatchObject(want);
    else expect(result).toBeUndefined();
  });

  it('is taken from a pod that changed meanwhile', async () => {
    const owned = pod({}, { ownerReferences: [reference], labels: { app: 'other' }, resourceVersion: '6' });
    const result = await written({ adopted: [], released: [seen] }, owned);
    expect(result?.metadata).toMatchObject({ labels: { app: 'other' }, resourceVersion: '6' });
    expect(result?.metadata.ownerReferences).toBeUndefined();
  });
});

describe('the status of the reconciled object', () => {
  const SEEN = { replicas: 2, observedGeneration: 1 };
  const NEXT = { replicas: 3, observedGeneration: 1 };
  const owner = (change: object): KubeObject => ({ ...pod(), ...OWNER, ...change }) as KubeObject;
  test.each<[string, KubeObject, unknown, boolean]>([
    ['is written', owner({ status: { ...SEEN } }), NEXT, false],
    ['is written where the rest changed', owner({ spec: { replicas: 4 }, status: { ...SEEN } }), NEXT, false],
    ['keeps what a client wrote', owner({ status: { ...SEEN, latestVersion: 2 } }), undefined, true],
    ['is not that of another of its name', owner({ metadata: { ...OWNER.metadata, uid: 'b' } }), undefined, false],
  ])('%s', async (_case, current, status, isLookedAtAgain) => {
    let result: KubeObject | undefined;
    let looks = 0;
    const store = {
      modify: ([{ change }]: [{ change: (object: KubeObject) => KubeObject | undefined }]) =>
        Promise.resolve([{ changed: (result = change(current)) !== undefined }]),
    };
    const context = { cluster: { store }, fence: undefined };
    const hooks = { again: () => looks++, writesStatus: () => undefined };
    // Only what a status needs.
    const options = { context, object: { ...OWNER, status: SEEN }, ...hooks } as unknown as ReconciliationOptions;
    await new Reconciliation(options).writeStatus(NEXT);
    expect(result?.status).toEqual(status);
    expect(looks > 0).toBe(isLookedAtAgain);
  });
});
