import { renderFieldError } from '../../errors/field-error';
import type { KubeObject } from '../../objects';
import { kindByGvk } from '../../kinds/registry';
import { prepareForCreate } from '../../writes/prepare-create';
import { prepareForDelete } from '../../writes/prepare-delete';
import { compareVersions } from '../version-order';
import type { CustomResourceDefinition, DefinitionSpec, DefinitionVersion } from './custom-resource-definition';
import { withAcceptedNames } from './definition-conditions';
import { HeldNames } from './held-names';
import { validateDefinition, validateDefinitionUpdate } from './validate-definition';
import type { JsonSchema } from '../schema/json-schema';

const KIND = kindByGvk('apiextensions.k8s.io/v1', 'CustomResourceDefinition')!;
const version = (
  schema: JsonSchema = { type: 'object' },
  more: Partial<DefinitionVersion> = {},
): DefinitionVersion => ({
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: schema },
  ...more,
});

function definitionOf(spec: Partial<DefinitionSpec> = {}, name = 'things.example.com'): CustomResourceDefinition {
  const body = {
    metadata: { name },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      conversion: { strategy: 'None' },
      versions: [version()],
      ...spec,
    },
  };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    ...body,
  } as unknown as CustomResourceDefinition;
}
const errorsOf = (definition: KubeObject): string[] => validateDefinition(definition).map(renderFieldError);
const schemaErrorsOf = (schema: JsonSchema): string[] => errorsOf(definitionOf({ versions: [version(schema)] }));
const AT = 'spec.validation.openAPIV3Schema';

test('a definition that is right', () => {
  expect(errorsOf(definitionOf())).toEqual([]);
});

test('a definition without versions shows nil lists', () => {
  const { versions: _versions, ...spec } = definitionOf().spec;
  expect(errorsOf({ ...definitionOf(), spec } as KubeObject)).toEqual([
    'spec.versions: Invalid value: null: must have exactly one version marked as storage version',
    'status.storedVersions: Invalid value: null: must have at least one stored version',
  ]);
});

test.each<[string, CustomResourceDefinition, string[]]>([
  ['its name', definitionOf({}, 'x'), ['metadata.name: Invalid value: "x": must be spec.names.plural+"."+spec.group']],
  [
    'a group without a dot',
    definitionOf({ group: 'example' }, 'things.example'),
    ['spec.group: Invalid value: "example": should be a domain with at least one dot'],
  ],
  [
    'its scope',
    definitionOf({ scope: 'World' as never }),
    ['spec.scope: Unsupported value: "World": supported values: "Cluster", "Namespaced"'],
  ],
  [
    'no schema',
    definitionOf({ versions: [{ name: 'v1', served: true, storage: true }] }),
    ['spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required'],
  ],
  [
    'two storage versions',
    definitionOf({ versions: [version(), version({ type: 'object' }, { name: 'v2' })] }),
    [
      expect.stringMatching(
        /^spec.versions: Invalid value: .*: must have exactly one version marked as storage version$/,
      ) as never,
    ],
  ],
  [
    'kind and list kind',
    definitionOf({ names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'Thing' } }),
    ['spec.names.listKind: Invalid value: "Thing": kind and listKind may not be the same'],
  ],
  [
    'a community group',
    definitionOf({ group: 'x.k8s.io' }, 'things.x.k8s.io'),
    [
      'metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
    ],
  ],
  [
    'columns',
    definitionOf({
      versions: [version(undefined, { additionalPrinterColumns: [{ name: '', type: 'text', jsonPath: 'x' }] })],
    }),
    [
      'spec.additionalPrinterColumns[0].name: Required value',
      'spec.additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string',
      'spec.additionalPrinterColumns[0].JSONPath: Invalid value: "x": must be a simple json path starting with .',
    ],
  ],
  [
    'the paths of a scale',
    definitionOf({ versions: [version(undefined, { subresources: { scale: { specReplicasPath: '.status.a' } } })] }),
    [
      'spec.subresources.scale.specReplicasPath: Invalid value: ".status.a": should be a json path under .spec',
      'spec.subresources.scale.statusReplicasPath: Required value',
    ],
  ],
  [
    'parts that differ between versions are named there',
    definitionOf({
      versions: [version({ type: 'string' }), version({ type: 'object' }, { name: 'v2', storage: false })],
    }),
    ['spec.versions[0].schema.openAPIV3Schema.type: Invalid value: "string": must be object at the root'],
  ],
  [
    'a webhook without a client',
    definitionOf({ conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } } }),
    ['spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook'],
  ],
  [
    'a webhook without HTTPS',
    definitionOf({
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'http://a/b?c' }, conversionReviewVersions: ['v2'] },
      },
    }),
    [
      `spec.conversion.webhookClientConfig.url: Invalid value: "http": 'https' is the only allowed URL scheme; desired format: https://host[/path]`,
      'spec.conversion.webhookClientConfig.url: Invalid value: "c": query parameters are not permitted in the URL',
      'spec.conversion.conversionReviewVersions: Invalid value: ["v2"]: must include at least one of v1, v1beta1',
    ],
  ],
  [
    'selectable fields',
    definitionOf({
      versions: [
        version(
          { type: 'object', properties: { spec: { type: 'object', properties: { a: { type: 'object' } } } } },
          { selectableFields: [{ jsonPath: '.spec.a' }, { jsonPath: '.spec.b' }, { jsonPath: '.spec.a[0]' }] },
        ),
      ],
    }),
    [
      'spec.selectableFields[0].jsonPath: Invalid value: ".spec.a": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      'spec.selectableFields[1].jsonPath: Invalid value: ".spec.b": is an invalid path: does not refer to a valid field',
      'spec.selectableFields[2].jsonPath: Invalid value: ".spec.a[0]": is an invalid path: array notation is not allowed',
    ],
  ],
])('wrong: %s', (_what, definition, expected) => {
  expect(errorsOf(definition)).toEqual(expected);
});

test.each<[string, JsonSchema, string[]]>([
  [
    'no type',
    { properties: { a: {} } },
    [
      `${AT}.properties[a].type: Required value: must not be empty for specified object fields`,
      `${AT}.type: Required value: must not be empty at the root`,
    ],
  ],
  [
    'a list without items',
    { type: 'object', properties: { a: { type: 'array' } } },
    [`${AT}.properties[a].items: Required value: must be specified`],
  ],
  [
    'an unknown type',
    { type: 'object', properties: { a: { type: 'text' } } },
    [
      `${AT}.properties[a].type: Unsupported value: "text": supported values: "array", "boolean", "integer", "null", "number", "object", "string"`,
    ],
  ],
  [
    'a type inside a junctor',
    { type: 'object', properties: { a: { type: 'string', anyOf: [{ type: 'string' }] } } },
    [`${AT}.properties[a].anyOf[0].type: Forbidden: must be empty to be structural`],
  ],
  [
    'an integer or string',
    {
      type: 'object',
      properties: { a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] } },
    },
    [],
  ],
  [
    'a field that only a junctor has',
    { type: 'object', anyOf: [{ properties: { a: { maxLength: 1 } } }] },
    [`${AT}.properties[a]: Required value: because it is defined in ${AT}.anyOf[0].properties[a]`],
  ],
  [
    'metadata',
    { type: 'object', properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
    [
      `${AT}.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified`,
    ],
  ],
  [
    'a pattern',
    { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
    [
      `${AT}.properties[a].pattern: Invalid value: "(": must be a valid regular expression, but isn't: error parsing regexp: missing closing ): \`(\``,
    ],
  ],
  [
    'unique items',
    { type: 'object', properties: { a: { type: 'array', items: { type: 'string' }, uniqueItems: true } } },
    [
      `${AT}.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
    ],
  ],
  [
    'a map without keys',
    {
      type: 'object',
      properties: { a: { type: 'array', 'x-kubernetes-list-type': 'map', items: { type: 'object' } } },
    },
    [
      `${AT}.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map`,
    ],
  ],
  [
    'a key that may be absent',
    {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: { type: 'object', properties: { k: { type: 'string' } } },
        },
      },
    },
    [
      `${AT}.properties[a].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property`,
    ],
  ],
  [
    'a default that its schema refuses',
    { type: 'object', properties: { a: { type: 'integer', maximum: 1, default: 2 } } },
    [`${AT}.properties[a].default: Invalid value: 2:  in body should be less than or equal to 1`],
  ],
  [
    'a default of which something is dropped',
    { type: 'object', properties: { a: { type: 'object', default: { b: 1 } } } },
    [`${AT}.properties[a].default: Invalid value: {"b":1}: must not have unknown fields`],
  ],
  [
    'a default of the apiVersion',
    { type: 'object', properties: { apiVersion: { type: 'string', default: 'x' } } },
    [`${AT}.properties[apiVersion].default: Forbidden: must not be set in top-level apiVersion`],
  ],
])('schema: %s', (_what, schema, expected) => {
  expect(schemaErrorsOf(schema)).toEqual(expected);
});

test('what may not change, and versions that objects may be stored in', () => {
  const old = definitionOf();
  old.status = { storedVersions: ['v1'], conditions: [{ type: 'Established', status: 'True' }] };
  const next = definitionOf({
    scope: 'Cluster',
    names: { ...old.spec.names, kind: 'Other' },
    versions: [version(undefined, { name: 'v2' })],
  });
  next.status = { storedVersions: ['v1', 'v2'] };
  expect(validateDefinitionUpdate(next, old).map(renderFieldError)).toEqual([
    'spec.scope: Invalid value: "Cluster": field is immutable',
    'spec.names.kind: Invalid value: "Other": field is immutable',
    expect.stringMatching(
      /^status.storedVersions\[0\]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version/,
    ),
  ]);
});

describe('what rules may cost at worst', () => {
  const advice =
    '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
  const ruled = (schema: JsonSchema, rule: string, more: object = {}): JsonSchema => ({
    ...schema,
    'x-kubernetes-validations': [{ rule, ...more }],
  });
  const field = 'spec.validation.openAPIV3Schema';
  const errorsOf = (properties: Record<string, JsonSchema>): string[] =>
    validateDefinition(definitionOf({ versions: [version({ type: 'object', properties })] })).map(renderFieldError);
  const texts = (limits: JsonSchema = {}): JsonSchema => ({ type: 'array', items: { type: 'string', ...limits } });

  test('is limited for one rule, as often as it runs', () => {
    const rule = 'self.all(x, self.all(y, x == y))';
    const place = `${field}.properties[list].x-kubernetes-validations[0].rule`;
    expect(errorsOf({ list: ruled(texts(), rule) })).toEqual([
      `${place}: Forbidden: estimated rule cost exceeds budget by factor of more than 100x ${advice}`,
      `${field}: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x ${advice}`,
      `${place}: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema`,
    ]);
    expect(errorsOf({ list: ruled({ ...texts({ maxLength: 20 }), maxItems: 100 }, rule) })).toEqual([]);
    const inList = { type: 'array', items: ruled({ type: 'string' }, "self.contains('a')") };
    expect(errorsOf({ list: inList })).toEqual([
      expect.stringMatching(/properties\[list\]\.items\.x-kubernetes-validations\[0\]\.rule: .* more than 100x/),
      expect.stringMatching(/total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x/),
      expect.stringMatching(/contributed to estimated rule cost total/),
    ]);
    expect(errorsOf({ list: { ...inList, maxItems: 10 } })).toEqual([]);
  });

  test('is limited for messages and for all rules of a schema together', () => {
    const long = "self.all(x, x.contains('a')) ? 'yes' : 'no'";
    const limited = { ...texts({ maxLength: 1000 }), maxItems: 50_000 };
    expect(errorsOf({ list: ruled(limited, 'true', { messageExpression: long }) })).toEqual([
      `${field}.properties[list].x-kubernetes-validations[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of 2.0x ${advice}`,
    ]);
    const costly = ruled({ ...limited, maxItems: 24_000 }, "self.all(x, x.contains('a'))");
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`list${i}`, costly]));
    expect(errorsOf(many)).toEqual([
      expect.stringMatching(/openAPIV3Schema: Forbidden: .* exceeds budget by factor of 1\.\d{6}x/),
      ...Array<unknown>(4).fill(expect.stringMatching(/rule: Forbidden: contributed to/)),
    ]);
  });
});

describe('rules that are stored already', () => {
  const rule = (text: string, schema: JsonSchema): JsonSchema => ({
    ...schema,
    'x-kubernetes-validations': [{ rule: text }],
  });
  const schemaOf = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });
  const storedWith = (...versions: DefinitionVersion[]): CustomResourceDefinition => ({
    ...definitionOf({ versions }),
    status: { storedVersions: ['v1'] } as never,
  });
  const changeErrors = (old: CustomResourceDefinition, next: CustomResourceDefinition): string[] =>
    validateDefinitionUpdate(next, old).map(renderFieldError);
  const wrong = schemaOf({ a: rule("self + 'b' == 'c'", { type: 'integer' }) });
  const texts: JsonSchema = { type: 'array', items: { type: 'string', maxLength: 1000 }, maxItems: 50_000 };
  const costly = schemaOf({ list: rule("self.all(x, x.contains('a'))", texts) });

  test('are not looked at again while their schema stays as it is', () => {
    const column = { additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.a' }] };
    for (const schema of [wrong, costly]) {
      expect(errorsOf(storedWith(version(schema)))).toHaveLength(1);
      expect(changeErrors(storedWith(version(schema)), storedWith(version(schema, column)))).toEqual([]);
    }
  });

  test('are, where the schema changes, or where another version takes it', () => {
    for (const schema of [wrong, costly]) {
      const other = { ...schema, description: 'changed' };
      expect(changeErrors(storedWith(version(schema)), storedWith(version(other)))).toHaveLength(1);
      const added = version(other, { name: 'v2', storage: false });
      expect(changeErrors(storedWith(version(schema)), storedWith(version(schema), added))).toEqual([
        expect.stringMatching(/^spec\.versions\[1\]\.schema\.openAPIV3Schema\.properties/),
      ]);
    }
  });

  test('are limited together nonetheless', () => {
    const list = costly.properties!['list']!;
    const many = schemaOf(Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`list${i}`, list])));
    const errors = changeErrors(storedWith(version(many)), storedWith(version(many)));
    expect(errors).toContainEqual(expect.stringMatching(/rule cost total for entire OpenAPIv3 schema exceeds budget/));
    expect(errors.join()).not.toContain('estimated rule cost exceeds');
  });
});

const NOW = Date.UTC(2026, 0, 1);

describe('names', () => {
  const accept = (
    definition: CustomResourceDefinition,
    others: CustomResourceDefinition[],
  ): CustomResourceDefinition => {
    const held = new HeldNames();
    for (const each of [...others, definition]) held.set(each);
    return withAcceptedNames(definition, held.takenFrom(definition), { nowMs: NOW, isEstablishable: true });
  };

  test('of a kind that the server serves itself are refused, and that is said', () => {
    const definition = definitionOf();
    const taken = new HeldNames().takenFrom(definition);
    const { status } = withAcceptedNames(definition, taken, {
      nowMs: NOW,
      isEstablishable: true,
      isServedAlready: true,
    });
    expect(status?.acceptedNames).toEqual({});
    expect(status?.conditions?.map(({ type, status, reason, message }) => [type, status, reason, message])).toEqual([
      [
        'NamesAccepted',
        'False',
        'ServedByServer',
        'this server serves things.example.com itself, by a schema of its own; the definition is not used',
      ],
      ['Established', 'False', 'NotAccepted', 'not all names are accepted'],
    ]);
  });

  test('are given to the first one who asks', () => {
    const first = accept(definitionOf(), []);
    expect(first.status).toEqual({
      acceptedNames: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      conditions: [
        {
          type: 'NamesAccepted',
          status: 'True',
          lastTransitionTime: '2026-01-01T00:00:00Z',
          reason: 'NoConflicts',
          message: 'no conflicts found',
        },
        {
          type: 'Established',
          status: 'True',
          lastTransitionTime: '2026-01-01T00:00:00Z',
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        },
      ],
    });
    expect(accept(first, [])).toBe(first);
    const names = {
      plural: 'others',
      singular: 'other',
      kind: 'Thing',
      listKind: 'OtherList',
      shortNames: ['thing', 'o'],
    };
    const second = accept(definitionOf({ names }, 'others.example.com'), [first]);
    expect(second.status).toMatchObject({
      acceptedNames: { plural: 'others', singular: 'other', listKind: 'OtherList' },
      conditions: [
        { type: 'NamesAccepted', status: 'False', reason: 'KindConflict', message: '"Thing" is already in use' },
        { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
      ],
    });
    expect(second.status?.acceptedNames?.shortNames).toBeUndefined();
    const freed = accept(second, []);
    expect(freed.status?.conditions?.map(({ status }) => status)).toEqual(['True', 'True']);
  });

  test.each([
    ['unapproved, an experiment', 'False', 'UnapprovedAnnotation', 'not approved: "unapproved, an experiment"'],
    ['https://example.com/1', 'True', 'ApprovedAnnotation', 'approved in https://example.com/1'],
    [
      'yes',
      'False',
      'InvalidAnnotation',
      'protected groups must have approval annotation "api-approved.kubernetes.io" with either a URL or a reason starting with "unapproved", see https://github.com/kubernetes/enhancements/pull/1111',
    ],
    [
      undefined,
      'False',
      'MissingAnnotation',
      'protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111',
    ],
  ])('of protected groups say whether they are approved: %s', (said, status, reason, message) => {
    const plain = definitionOf({ group: 'things.k8s.io' }, 'things.things.k8s.io');
    const annotations = said === undefined ? {} : { 'api-approved.kubernetes.io': said };
    const definition = { ...plain, metadata: { ...plain.metadata, annotations } };
    const { conditions = [] } = accept(definition, []).status ?? {};
    expect(conditions.map(({ type }) => type)).toEqual([
      'NamesAccepted',
      'KubernetesAPIApprovalPolicyConformant',
      'Established',
    ]);
    expect(conditions[1]).toMatchObject({ status, reason, message });
  });

  test('are held until their definition goes, or gives them up', () => {
    const held = new HeldNames();
    const [first, second] = [accept(definitionOf(), []), definitionOf({}, 'others.example.com')];
    held.set(first);
    held.set(second);
    const taken = held.takenFrom(second);
    expect([...held.refusedIn('example.com')]).toEqual(['others.example.com']);
    expect([taken.hasResource('thing'), taken.hasKind('ThingList'), taken.hasKind('thing')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(held.takenFrom(first).hasResource('thing')).toBe(false);
    const elsewhere = held.takenFrom(definitionOf({ group: 'other.com' }, 'things.other.com'));
    expect(elsewhere.hasKind('Thing')).toBe(false);
    held.set({ ...first, status: { ...first.status, acceptedNames: { plural: 'things' } } });
    expect([taken.hasResource('things'), taken.hasKind('Thing')]).toEqual([true, false]);
    held.delete('things.example.com');
    held.delete('others.example.com');
    expect([taken.hasResource('things'), ...held.refusedIn('example.com')]).toEqual([false]);
  });
});

test('a definition is made with its defaults and waits for its objects when it is deleted', () => {
  const made = prepareForCreate(
    KIND,
    {
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'things', kind: 'Thing' },
        versions: [version()],
      },
    },
    { now: NOW, uid: () => 'u', random: { next: () => 0 } as never },
  );
  expect(made).toMatchObject({
    ok: true,
    object: {
      spec: { names: { singular: 'thing', listKind: 'ThingList' }, conversion: { strategy: 'None' } },
      status: { storedVersions: ['v1'] },
    },
  });
  const { object } = made as { object: KubeObject } & typeof made;
  const deletion = prepareForDelete(KIND, object, {}, NOW);
  expect(deletion).toMatchObject({
    action: 'update',
    object: {
      metadata: {
        deletionTimestamp: '2026-01-01T00:00:00Z',
        finalizers: ['customresourcecleanup.apiextensions.k8s.io'],
      },
      status: { conditions: [{ type: 'Terminating', status: 'True', reason: 'InstanceDeletionPending' }] },
    },
  });
  const marked = (deletion as { object: KubeObject }).object;
  expect([marked.metadata.generation, marked.metadata.deletionGracePeriodSeconds]).toEqual([1, undefined]);
  expect(prepareForDelete(KIND, marked, {}, NOW)).toMatchObject({
    object: { metadata: { generation: 1, deletionGracePeriodSeconds: 0 } },
  });
});

test('versions in the order in which clients prefer them', () => {
  const names = ['foo10', 'v1alpha2', 'v10', 'v2beta1', 'foo1', 'v1', 'v11beta2', 'v1alpha10', 'v2'];
  expect(names.sort(compareVersions)).toEqual([
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v2beta1',
    'v1alpha10',
    'v1alpha2',
    'foo1',
    'foo10',
  ]);
});
