import { kindByGvk, renderFieldError, validateCreate, validateUpdate, type KubeObject } from '../../index';

const KIND = kindByGvk('storage.k8s.io/v1', 'VolumeAttributesClass')!;
const metadata = { name: 'gold', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const gold = (more: object = {}): KubeObject =>
  ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    metadata,
    driverName: 'disk.example.com',
    parameters: { iops: '4000' },
    ...more,
  }) as KubeObject;
const many = (count: number, value = ''): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));

test.each<[string, object, RegExp[]]>([
  ['a driver and parameters', {}, []],
  ['no driver', { driverName: '' }, [/^driverName: Required value$/]],
  ['a driver of two slashes', { driverName: 'A/b/c' }, [/^driverName: Invalid value: "a\/b\/c": a qualified name/]],
  ['no parameters', { parameters: {} }, [/^parameters: Required value: must contain at least one key\/value pair$/]],
  ['an empty key', { parameters: { '': 'x' } }, [/^parameters: Invalid value: "": field can not be empty.$/]],
  ['as many parameters as may be', { parameters: many(512) }, []],
  ['one parameter more', { parameters: many(513) }, [/^parameters: Too long: may not be more than 512 bytes$/]],
  ['too large ones', { parameters: many(2, 'é'.repeat(65_536)) }, [/^parameters: Too long: .* 262144 bytes$/]],
])('a class with %s', (_name, more, want) => {
  const found = validateCreate(KIND, gold(more)).map(renderFieldError);
  expect(found).toEqual(want.map((text) => expect.stringMatching(text) as string));
});

test('driver and parameters stay', () => {
  const next = gold({ driverName: 'other.example.com', parameters: { iops: '1' } });
  expect(validateUpdate(KIND, next, gold()).map(renderFieldError)).toEqual([
    'driverName: Forbidden: updates to driverName are forbidden.',
    'parameters: Forbidden: updates to parameters are forbidden.',
  ]);
  const labelled = gold({ metadata: { ...metadata, labels: { a: 'b' } } });
  expect(validateUpdate(KIND, labelled, gold())).toEqual([]);
});
