import { randomFor } from '@orrery/time';
import { convert, kindByGvk, prepareForCreate, prepareForUpdate, type ApiError, type KubeObject } from '../../index';

const V1BETA1 = 'apiextensions.k8s.io/v1beta1';
const V1 = 'apiextensions.k8s.io/v1';
const KIND = kindByGvk(V1, 'CustomResourceDefinition')!;
const names = { plural: 'things', kind: 'Thing' };
const schema = { openAPIV3Schema: { type: 'object' } };
const served = { served: true, storage: true };
const body = (spec: object, apiVersion = V1BETA1): KubeObject =>
  ({
    apiVersion,
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: { group: 'example.com', names, ...spec },
  }) as unknown as KubeObject; // What a client sends.
const stored = (spec: object): object => convert(body(spec), V1).spec!;

test.each<[string, object, object]>([
  ['one version', { version: 'v1' }, { versions: [{ name: 'v1', ...served }] }],
  ['a scope', { version: 'v1', scope: 'Cluster' }, { scope: 'Cluster' }],
  ['none', { version: 'v1' }, { scope: 'Namespaced', preserveUnknownFields: true }],
  ['pruning', { version: 'v1', preserveUnknownFields: false }, { preserveUnknownFields: false }],
  [
    'parts for all versions',
    {
      versions: [{ name: 'a', ...served }, { name: 'b' }],
      validation: schema,
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: 'N', type: 'string', JSONPath: '.a' }],
    },
    {
      versions: [{ name: 'a', ...served }, { name: 'b' }].map((version) => ({
        ...version,
        schema,
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: 'N', type: 'string', jsonPath: '.a' }],
      })),
    },
  ],
  [
    'a webhook',
    { version: 'v1', conversion: { strategy: 'Webhook', webhookClientConfig: { url: 'https://h' } } },
    {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://h' }, conversionReviewVersions: ['v1beta1'] },
      },
    },
  ],
])('a definition of v1beta1 with %s', (_what, spec, want) => {
  expect(stored(spec)).toMatchObject(want);
});

test('and back: what all versions have is said once', () => {
  const columns = [{ name: 'N', type: 'string', jsonPath: '.a' }];
  const versions = [
    { name: 'a', ...served, schema, additionalPrinterColumns: columns },
    {
      name: 'b',
      served: true,
      storage: false,
      schema,
      subresources: { status: {} },
      additionalPrinterColumns: columns,
    },
  ];
  const conversion = {
    strategy: 'Webhook',
    webhook: { clientConfig: { url: 'https://h' }, conversionReviewVersions: ['v1'] },
  };
  const object = body({ scope: 'Cluster', versions, conversion }, V1);
  const older = convert(object, V1BETA1);
  expect(older.spec).toEqual({
    group: 'example.com',
    names,
    scope: 'Cluster',
    version: 'a',
    versions: [
      { name: 'a', ...served },
      { name: 'b', served: true, storage: false, subresources: { status: {} } },
    ],
    validation: schema,
    additionalPrinterColumns: [{ name: 'N', type: 'string', JSONPath: '.a' }],
    conversion: { strategy: 'Webhook', webhookClientConfig: { url: 'https://h' }, conversionReviewVersions: ['v1'] },
    preserveUnknownFields: false,
  });
  expect(convert(older, V1).spec).toEqual({ ...(object.spec as object), preserveUnknownFields: false });
});

test.each([
  [null],
  ['x'],
  [{ versions: 'x', conversion: 3 }],
  [{ versions: [null, { additionalPrinterColumns: [7] }], validation: 5, conversion: { conversionReviewVersions: 1 } }],
])('a spec that is %j is left to decoding', (spec) => {
  const object = { ...body({}), spec } as unknown as KubeObject; // What a client sends.
  expect(() => convert(object, V1)).not.toThrow();
  const context = { apiVersion: V1BETA1, now: 0, uid: () => 'u', random: randomFor('definitions') };
  expect(prepareForCreate(KIND, object, context)).toMatchObject({ ok: false });
});

/** The errors of a creation in v1beta1, without the values. */
function errorsOf(spec: object): string[] {
  const verdict = KIND.validateBody!(body(spec), V1BETA1);
  return verdict.map(({ field, detail }) => `${field}: ${detail}`);
}

test.each<[string, object, string[]]>([
  ['nothing', { version: 'v1' }, []],
  [
    'parts said twice',
    { validation: schema, versions: [{ name: 'a', schema }, { name: 'b' }] },
    ['spec.validation: top-level and per-version schemas are mutually exclusive'],
  ],
  [
    'versions that are all the same',
    {
      versions: [
        { name: 'a', subresources: { status: {} } },
        { name: 'b', subresources: { status: {} } },
      ],
    },
    [
      'spec.versions: per-version subresources may not all be set to identical values (top-level subresources should be used instead)',
    ],
  ],
  [
    'another first version',
    { version: 'v1', versions: [{ name: 'v2' }] },
    ['spec.version: must match the first version in spec.versions'],
  ],
])('v1beta1 says %s', (_what, spec, want) => {
  expect(errorsOf(spec)).toEqual(want);
});

const validate = (spec: object, version: string, old?: object): string[] => {
  const object = { ...convert(body(spec), V1), status: { storedVersions: ['v1'] } } as KubeObject;
  KIND.applyDefaults?.(object);
  const before = old ? ({ ...convert(body(old), V1), status: {} } as KubeObject) : undefined;
  const found = before ? KIND.validateUpdate!(object, before, version) : KIND.validate!(object, version);
  return found.map(({ field, detail }) => (detail ? `${field}: ${detail}` : field));
};
const untyped = { openAPIV3Schema: { properties: { a: { pattern: 'x' } } } };
const withDefault = { openAPIV3Schema: { type: 'object', properties: { a: { type: 'string', default: 'x' } } } };
const AT = 'spec.validation.openAPIV3Schema';

test.each<[string, object, string, object | undefined, string[]]>([
  ['no schema', { version: 'v1' }, V1BETA1, undefined, []],
  [
    'no schema and pruning',
    { version: 'v1', preserveUnknownFields: false },
    V1BETA1,
    undefined,
    ['spec.versions[0].schema.openAPIV3Schema: because otherwise all fields are pruned'],
  ],
  ['a schema that is not structural', { version: 'v1', validation: untyped }, V1BETA1, undefined, []],
  [
    'one and pruning',
    { version: 'v1', validation: untyped, preserveUnknownFields: false },
    V1BETA1,
    undefined,
    [
      `${AT}.properties[a].type: must not be empty for specified object fields`,
      `${AT}.type: must not be empty at the root`,
    ],
  ],
  [
    'defaults',
    { version: 'v1', validation: withDefault },
    V1BETA1,
    undefined,
    [
      `${AT}.properties[a].default: must not be set (cannot set default values in ${V1BETA1} CRDs, must use apiextensions.k8s.io/v1)`,
    ],
  ],
  [
    'a protected group without approval',
    { version: 'v1', group: 'apps.k8s.io' },
    V1BETA1,
    undefined,
    ['metadata.name: must be spec.names.plural+"."+spec.group'],
  ],
  ['what is stored, in v1', { version: 'v1', validation: untyped }, V1, { version: 'v1', validation: untyped }, []],
  [
    'a webhook without pruning',
    { version: 'v1', conversion: { strategy: 'Webhook', webhookClientConfig: { url: 'https://h' } } },
    V1BETA1,
    undefined,
    ['spec.conversion.strategy: must be None if spec.preserveUnknownFields is true'],
  ],
])('a definition with %s', (_what, spec, version, old, want) => {
  expect(validate(spec, version, old)).toEqual(want);
});

test('a body that v1 cannot say is refused with the name of the definition', () => {
  const object = body({ version: 'v1', versions: [{ name: 'v2' }] });
  const old = { ...convert(body({ version: 'v2' }), V1), status: {} } as KubeObject;
  const verdict = prepareForUpdate(KIND, old, object, { apiVersion: V1BETA1 });
  expect((verdict as { error: ApiError }).error.message).toBe(
    'CustomResourceDefinition.apiextensions.k8s.io "things.example.com" is invalid: spec.version: Invalid value: "v1": must match the first version in spec.versions',
  );
});
