import { renderFieldError } from '../../errors/field-error';
import { StructuralCorrelation } from './correlation';
import { fillDefaults } from './default-value';
import type { JsonSchema } from './json-schema';
import { duplicateItems } from './list-rules';
import { readValue } from './read-value';
import { structuralOf } from './structural';
import { SchemaValidator } from './validate-value';

const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const integer: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const errorsOf = (schema: JsonSchema, value: unknown): string[] =>
  new SchemaValidator(schema).errors(value).map(renderFieldError);

describe('validation speaks as kube-openapi does', () => {
  test.each<[string, JsonSchema, unknown, string[]]>([
    [
      'a wrong type',
      object({ spec: object({ replicas: integer }) }),
      { spec: { replicas: 'x' } },
      ['spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"'],
    ],
    ['a whole number as a number', { type: 'number' }, 1, []],
    [
      'a fraction as an integer',
      object({ a: integer }),
      { a: 1.5 },
      ['a: Invalid value: "number": a in body must be of type integer: "number"'],
    ],
    ['null', object({ a: text }), { a: null }, ['a: Invalid value: "null": a in body must be of type string: "null"']],
    ['null where it is allowed', object({ a: { ...text, nullable: true } }), { a: null }, []],
    ['a missing field', object({ a: object({}, { required: ['b'] }) }), { a: {} }, ['a.b: Required value']],
    [
      'a pattern',
      object({ a: { ...text, pattern: '^a+$' } }),
      { a: 'b' },
      [`a: Invalid value: "b": a in body should match '^a+$'`],
    ],
    [
      'a pattern with more states times characters than are counted',
      object({ a: { ...text, pattern: '^(.?){1000}[bc]$' } }),
      { a: 'a'.repeat(100_000) },
      [
        'Invalid value: "": validation needs more than 1000000 steps; simplify the schema (fewer alternatives in anyOf, allOf and oneOf, shorter patterns) or make the object smaller',
      ],
    ],
    [
      'a text that is too long',
      object({ a: { ...text, maxLength: 2 } }),
      { a: 'äöü' },
      ['a: Too long: may not be more than 2 bytes'],
    ],
    [
      'a text that is too short',
      object({ a: { ...text, minLength: 2 } }),
      { a: 'ä' },
      ['a: Invalid value: "ä": a in body should be at least 2 chars long'],
    ],
    [
      'bounds',
      object({ a: { ...integer, minimum: 1 }, b: { ...integer, maximum: 5, exclusiveMaximum: true } }),
      { a: 0, b: 5 },
      [
        'a: Invalid value: 0: a in body should be greater than or equal to 1',
        'b: Invalid value: 5: b in body should be less than 5',
      ],
    ],
    [
      'a multiple',
      object({ a: { ...integer, multipleOf: 5 } }),
      { a: 7 },
      ['a: Invalid value: 7: a in body should be a multiple of 5'],
    ],
    [
      'an enumeration',
      object({ a: { ...text, enum: ['x', 'y'] } }),
      { a: 'z' },
      ['a: Unsupported value: "z": supported values: "x", "y"'],
    ],
    [
      'too many items',
      object({ a: { type: 'array', items: integer, maxItems: 1 } }),
      { a: [1, 2] },
      ['a: Too many: 2: must have at most 1 items'],
    ],
    [
      'an item',
      object({ a: { type: 'array', items: integer } }),
      { a: [1, 'x'] },
      ['a[1]: Invalid value: "string": a[1] in body must be of type integer: "string"'],
    ],
    [
      'a value of a map',
      object({ a: { type: 'object', additionalProperties: integer } }),
      { a: { k: 'x' } },
      ['a.k: Invalid value: "string": a.k in body must be of type integer: "string"'],
    ],
    [
      'no alternative',
      object({ a: { 'x-kubernetes-int-or-string': true, anyOf: [integer, text] } }),
      { a: true },
      [
        'a: Invalid value: "boolean": a in body must be of type integer,string: "boolean"',
        '<nil>: Invalid value: "": "a" must validate at least one schema (anyOf)',
        'a: Invalid value: "boolean": a in body must be of type integer: "boolean"',
      ],
    ],
    [
      'two alternatives where one is wanted',
      object({ a: { type: 'object', oneOf: [{ required: ['x'] }, { required: ['y'] }] } }),
      { a: { x: 1, y: 1 } },
      ['<nil>: Invalid value: "": "a" must validate one and only one schema (oneOf). Found 2 valid alternatives'],
    ],
    [
      'what must not be',
      object({ a: { ...text, not: { enum: ['x'] } } }),
      { a: 'x' },
      ['<nil>: Invalid value: "": "a" must not validate the schema (not)'],
    ],
    [
      'a format',
      object({ a: { ...text, format: 'ipv4' } }),
      { a: '1.2.3' },
      ['a: Invalid value: "1.2.3": a in body must be of type ipv4: "1.2.3"'],
    ],
    ['an unknown format', object({ a: { ...text, format: 'strange' } }), { a: 'x' }, []],
    [
      'a date',
      object({ a: { ...text, format: 'date-time' } }),
      { a: '2026-02-30T00:00:00Z' },
      ['a: Invalid value: "2026-02-30T00:00:00Z": a in body must be of type date-time: "2026-02-30T00:00:00Z"'],
    ],
  ])('%s', (_what, schema, value, expected) => {
    expect(errorsOf(schema, value)).toEqual(expected);
  });

  test('alternatives that multiply end in an error', () => {
    let nested: JsonSchema = { minLength: 2 };
    for (let i = 0; i < 7; i++) nested = { anyOf: [nested, nested, nested] };
    const [error] = errorsOf(object({ a: { type: 'array', items: { ...text, ...nested } } }), {
      a: Array(500).fill('b'),
    });
    expect(error).toMatch(/validation needs more than 1000000 steps; simplify the schema/);
  });

  test('what was wrong before and stays the same is let pass', () => {
    const schema = object({
      a: { ...text, maxLength: 1 },
      list: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: text, v: { ...integer, maximum: 1 } }),
      },
      plain: { type: 'array', items: { ...integer, maximum: 1 } },
    });
    const check = (next: unknown, old: unknown): string[] =>
      new SchemaValidator(schema)
        .errors(next, '', new StructuralCorrelation(structuralOf(schema), next, old))
        .map(renderFieldError);
    const old = { a: 'long', list: [{ k: 'x', v: 5 }], plain: [5] };
    expect(check({ ...old, b: 1 }, old)).toEqual([]);
    expect(check({ ...old, a: 'longer' }, old)).toEqual(['a: Too long: may not be more than 1 bytes']);
    expect(
      check(
        {
          ...old,
          list: [
            { k: 'y', v: 1 },
            { k: 'x', v: 5 },
          ],
        },
        old,
      ),
    ).toEqual([]);
    expect(check({ ...old, list: [{ k: 'y', v: 5 }] }, old)).toEqual([
      'list[0].v: Invalid value: 5: list[0].v in body should be less than or equal to 1',
    ]);
    // Items of other lists have no identity.
    expect(check({ ...old, plain: [5, 1] }, old)).toEqual([
      'plain[0]: Invalid value: 5: plain[0] in body should be less than or equal to 1',
    ]);
  });
});

describe('reading', () => {
  const read = (schema: JsonSchema, value: unknown): { value: unknown; unknown: string[] } => {
    const unknown: string[] = [];
    const report = {
      unknownField: (path: readonly (string | number)[]) => void unknown.push(path.join('.')),
      text: () => undefined,
      infinite: () => undefined,
    };
    return { value: readValue(structuralOf(schema), value, report), unknown };
  };

  test.each<[string, JsonSchema, unknown, unknown, string[]]>([
    ['drops what no schema describes', object({ a: text }), { a: 'x', b: 1 }, { a: 'x' }, ['b']],
    [
      'looks into lists',
      object({ a: { type: 'array', items: object({ b: text }) } }),
      { a: [{ b: 'x', c: 1 }] },
      { a: [{ b: 'x' }] },
      ['a.0.c'],
    ],
    [
      'keeps empty values',
      object({ a: { type: 'array', items: text }, b: object({}) }),
      { a: [], b: {} },
      { a: [], b: {} },
      [],
    ],
    [
      'keeps all where the schema says so',
      object({ a: { ...object({}), 'x-kubernetes-preserve-unknown-fields': true } }),
      { a: { b: { c: [1] } } },
      { a: { b: { c: [1] } } },
      [],
    ],
    [
      'keeps all in the items of a list where the schema says so of the list',
      object({
        a: { type: 'array', items: object({ b: text, c: object({}) }), 'x-kubernetes-preserve-unknown-fields': true },
      }),
      { a: [{ b: 'x', d: { e: 1 }, c: { f: 1 } }] },
      { a: [{ b: 'x', d: { e: 1 }, c: {} }] },
      ['a.0.c.f'],
    ],
    [
      'drops again below a described field of such an object',
      { ...object({ a: object({ b: text }) }), 'x-kubernetes-preserve-unknown-fields': true },
      { a: { c: 1 }, d: 1 },
      { a: {}, d: 1 },
      ['a.c'],
    ],
    [
      'keeps the values of a map',
      { type: 'object', additionalProperties: object({ a: text }) },
      { k: { a: 'x', b: 1 } },
      { k: { a: 'x' } },
      ['k.b'],
    ],
    [
      'keeps nothing in values of a map without a schema',
      { type: 'object', additionalProperties: true },
      { k: { a: 1 }, l: 1 },
      { k: {}, l: 1 },
      ['k.a'],
    ],
    [
      'drops nulls that nothing allows',
      object({ a: text, b: { ...text, nullable: true }, c: { ...text, default: 'x' } }),
      { a: null, b: null, c: null },
      { b: null, c: null },
      [],
    ],
    [
      'keeps type and metadata of an embedded resource',
      { ...object({ spec: object({}) }), 'x-kubernetes-embedded-resource': true },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', strange: 1 }, spec: { b: 1 } },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: {} },
      ['metadata.strange', 'spec.b'],
    ],
  ])('%s', (_what, schema, value, expected, unknown) => {
    expect(read(schema, value)).toEqual({ value: expected, unknown });
  });
});

test.each<[string, JsonSchema, unknown, unknown]>([
  ['absent fields', object({ a: { ...integer, default: 1 }, b: text }), {}, { a: 1 }],
  [
    'defaults within defaults',
    object({ a: { ...object({ b: { ...integer, default: 1 } }), default: {} } }),
    {},
    { a: { b: 1 } },
  ],
  ['nothing inside of what is absent', object({ a: object({ b: { ...integer, default: 1 } }) }), {}, {}],
  ['null that is not allowed', object({ a: { ...integer, default: 1 } }), { a: null }, { a: 1 }],
  ['null that is allowed stays', object({ a: { ...integer, default: 1, nullable: true } }), { a: null }, { a: null }],
  ['items', { type: 'array', items: object({ a: { ...integer, default: 1 } }) }, [{}, { a: 2 }], [{ a: 1 }, { a: 2 }]],
  [
    'values of maps',
    { type: 'object', additionalProperties: object({ a: { ...integer, default: 1 } }) },
    { k: {} },
    { k: { a: 1 } },
  ],
])('defaults: %s', (_what, schema, value, expected) => {
  const filled = structuredClone(value);
  fillDefaults(structuralOf(schema), filled);
  expect(filled).toEqual(expected);
});

test('items that occur twice', () => {
  const set: JsonSchema = { type: 'array', items: text, 'x-kubernetes-list-type': 'set' };
  const map: JsonSchema = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['a', 'b'],
    items: object({ a: text, b: integer, c: text }),
  };
  const schema = structuralOf(object({ set, map }));
  const errors = duplicateItems(schema, {
    set: ['x', 'y', 'x', 'x'],
    map: [{ a: 'x', b: 1 }, { a: 'x' }, { a: 'x', b: 1, c: 'z' }],
  });
  expect(errors.map(renderFieldError)).toEqual([
    'set[2]: Duplicate value: "x"',
    'map[2]: Duplicate value: {"a":"x","b":1}',
  ]);
});
