import { sampleOf } from '@orrery/builders';
import { allKinds, applyServerSide, structOfKind, type KindInfo, type KubeObject } from '@orrery/api-types';

const DEPTHS = [1, 2, 3, 4, 5, 6, 7];

/** A value with nulls in place of all lists and maps at a depth, as Go writes empty ones of required fields. */
function withNulls(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((member) => withNulls(member, depth));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNulls(part, depth - 1)]));
}

/** An object whose metadata is whole. */
function objectOf(kind: KindInfo, fields: object): KubeObject {
  const metadata = { name: 'a', ...(kind.namespaced ? { namespace: 'default' } : {}) };
  return { ...fields, apiVersion: kind.storageApiVersion, kind: kind.kind, metadata } as KubeObject;
}

const kinds = allKinds().filter((kind) => kind.served && !kind.isCustom && structOfKind(kind));
const applied = (kind: KindInfo, live: KubeObject, config: KubeObject, manager = 'applier') =>
  applyServerSide({ kind, config, live, manager, force: true, now: 0, namespace: 'default', name: 'a' });

test.each(kinds.map((kind) => [`${kind.kind} ${kind.storageApiVersion}`, kind] as const))(
  '%s: nulls in place of lists and maps are applied to, applied and given up',
  (_name, kind) => {
    const whole = objectOf(kind, sampleOf(kind));
    for (const depth of DEPTHS) {
      const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...fields } = whole;
      const hollow = objectOf(kind, withNulls(fields, depth) as object);
      const first = applied(kind, hollow, whole);
      if (!first.ok) throw first.error;
      applied(kind, whole, hollow);
      const owned = { ...hollow, metadata: { ...hollow.metadata, managedFields: [...first.managedFields] as never } };
      const given = applied(kind, owned, objectOf(kind, {}));
      if (!given.ok) throw given.error;
    }
  },
);

test('what is applied takes the place of a null, and a null leaves what others have put there', () => {
  const kind = kinds.find((each) => each.kind === 'CSINode')!;
  const driver = { name: 'd', nodeID: 'n', topologyKeys: ['z'] };
  const [empty, full] = [objectOf(kind, { spec: { drivers: null } }), objectOf(kind, { spec: { drivers: [driver] } })];
  const filled = applied(kind, empty, full);
  expect(filled).toMatchObject({ ok: true, object: { spec: { drivers: [driver] } } });
});
