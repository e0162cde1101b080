import { renderFieldError } from '../../errors/field-error';
import { schemaErrors } from '../definition/schema-errors';
import { StructuralCorrelation } from '../schema/correlation';
import type { JsonSchema } from '../schema/json-schema';
import { structuralOf } from '../schema/structural';
import { SchemaRules } from './schema-rules';

const integer: JsonSchema = { type: 'integer' };

function errorsOf(source: JsonSchema, value: unknown, old?: unknown): string[] {
  const schema = structuralOf(source);
  const correlation = old === undefined ? undefined : new StructuralCorrelation(schema, value, old);
  return new SchemaRules(schema).errors(value, correlation).map(renderFieldError);
}

const spec = (rules: JsonSchema['x-kubernetes-validations'], properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, 'x-kubernetes-validations': rules ?? [] } },
});

const names: JsonSchema = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' };
const ports: JsonSchema = {
  type: 'array',
  items: { type: 'object', properties: { name: { type: 'string' }, port: { type: 'integer' } } },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
};
const [web, admin, web81] = [
  { name: 'web', port: 80 },
  { name: 'admin', port: 90 },
  { name: 'web', port: 81 },
];

// As `apiserver/pkg/cel/common/values.go` has them.
test.each<[string, JsonSchema, unknown[], unknown[], boolean]>([
  ['sets have no order', names, ['a', 'b'], ['b', 'a'], true],
  ['sets of other items differ', names, ['a', 'b'], ['b', 'c'], false],
  ['lists with keys have no order', ports, [web, admin], [admin, web], true],
  ['lists with keys differ by their values too', ports, [web, admin], [admin, web81], false],
])('%s', (_what, list, a, b, isEqual) => {
  const schema = spec([{ rule: 'self.a == self.b' }], { a: list, b: list });
  expect(errorsOf(schema, { spec: { a, b } })).toHaveLength(isEqual ? 0 : 1);
});

test('additions to sets and lists with keys merge', () => {
  const rules = [
    { rule: 'self.s + self.t == self.t + self.s && (self.s + self.t).size() == 3' },
    { rule: '(self.p + self.q).map(x, x.port) == [81, 90] && (self.q + self.p).map(x, x.port) == [90, 80]' },
    { rule: '([1] + [1]).size() == 2 && "a" + "b" == "ab"' },
  ];
  const schema = spec(rules, { s: names, t: names, p: ports, q: ports });
  const value = { s: ['a', 'b'], t: ['b', 'c'], p: [web], q: [admin, web81] };
  expect(errorsOf(schema, { spec: value })).toEqual([]);
});

test.each<[string, JsonSchema, unknown, unknown, string[]]>([
  [
    'a rule that holds',
    spec([{ rule: 'self.a <= self.b' }], { a: integer, b: integer }),
    { spec: { a: 1, b: 2 } },
    undefined,
    [],
  ],
  [
    'a rule that fails',
    spec([{ rule: 'self.a <= self.b' }], { a: integer, b: integer }),
    { spec: { a: 3, b: 2 } },
    undefined,
    ['spec: Invalid value: "object": failed rule: self.a <= self.b'],
  ],
  [
    'its message',
    spec([{ rule: 'self.a > 1', message: 'too small' }], { a: integer }),
    { spec: { a: 1 } },
    undefined,
    ['spec: Invalid value: "object": too small'],
  ],
  [
    'its computed message and its place',
    spec([{ rule: 'self.a > 1', messageExpression: '"a is " + string(self.a)', fieldPath: '.a' }], { a: integer }),
    { spec: { a: 1 } },
    undefined,
    ['spec.a: Invalid value: "object": a is 1'],
  ],
  [
    'its reason',
    spec([{ rule: 'has(self.a)', message: 'a is needed', reason: 'FieldValueRequired', fieldPath: '.a' }], {
      a: integer,
    }),
    { spec: {} },
    undefined,
    ['spec.a: Required value: a is needed'],
  ],
  [
    'a change',
    spec([{ rule: 'self.a >= oldSelf.a', message: 'a may not shrink' }], { a: integer }),
    { spec: { a: 1 } },
    { spec: { a: 2 } },
    ['spec: Invalid value: "object": a may not shrink'],
  ],
  ['no change on creation', spec([{ rule: 'self.a >= oldSelf.a' }], { a: integer }), { spec: { a: 1 } }, undefined, []],
  [
    'an old value that may be absent',
    spec([{ rule: 'oldSelf.hasValue() || self.a == 1', optionalOldSelf: true }], { a: integer }),
    { spec: { a: 2 } },
    undefined,
    ['spec: Invalid value: "object": failed rule: oldSelf.hasValue() || self.a == 1'],
  ],
  [
    'what was wrong before',
    spec([{ rule: 'self.a > 1' }], { a: integer }),
    { spec: { a: 1 }, x: 1 },
    { spec: { a: 1 } },
    [],
  ],
  [
    'the whole object',
    {
      ...spec([], { a: integer }),
      'x-kubernetes-validations': [{ rule: 'self.metadata.name != "bad"', message: 'a bad name' }],
    },
    { metadata: { name: 'bad' } },
    undefined,
    ['<nil>: Invalid value: "object": a bad name'],
  ],
  [
    'a missing key',
    spec([{ rule: 'self.a > 1' }], { a: integer }),
    { spec: {} },
    undefined,
    ['spec: Invalid value: "object": no such key: a evaluating rule: self.a > 1'],
  ],
  [
    'fields by names that the language keeps for itself',
    spec([{ rule: '!has(self.for) && has(self.namespace) && self.namespace == self.__namespace__' }], {
      namespace: { type: 'string' },
      for: { type: 'string' },
    }),
    { spec: { namespace: 'x' } },
    undefined,
    [],
  ],
  [
    'an old value and its fields',
    spec([{ rule: 'oldSelf.hasValue() && oldSelf.value().a == self.a', optionalOldSelf: true }], { a: integer }),
    { spec: { a: 2 } },
    { spec: { a: 1 } },
    ['spec: Invalid value: "object": failed rule: oldSelf.hasValue() && oldSelf.value().a == self.a'],
  ],
  [
    'names of fields that are no identifiers',
    spec([{ rule: 'self.a__dash__b > 1 && self.__namespace__ == "x"' }], {
      'a-b': integer,
      namespace: { type: 'string' },
    }),
    { spec: { 'a-b': 2, namespace: 'x' } },
    undefined,
    [],
  ],
  [
    'times',
    spec([{ rule: 'self.t > timestamp("2026-01-01T00:00:00Z")' }], { t: { type: 'string', format: 'date-time' } }),
    { spec: { t: '2026-02-01T00:00:00Z' } },
    undefined,
    [],
  ],
  [
    'durations and bytes',
    spec([{ rule: "self.d < duration('2h') && self.d.getHours() == 1 && size(self.b) == 2 && self.b == b'hi'" }], {
      d: { type: 'string', format: 'duration' },
      b: { type: 'string', format: 'byte' },
    }),
    { spec: { d: '1h30m', b: 'aGk=' } },
    undefined,
    [],
  ],
])('%s', (_what, schema, value, old, expected) => {
  expect(errorsOf(schema, value, old)).toEqual(expected);
});

test('items of lists with keys are compared with themselves', () => {
  const item: JsonSchema = {
    type: 'object',
    properties: { k: { type: 'string' }, v: integer },
    'x-kubernetes-validations': [{ rule: 'self.v >= oldSelf.v', message: 'v may not shrink' }],
  };
  const list: JsonSchema = {
    type: 'array',
    items: item,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  };
  const schema: JsonSchema = { type: 'object', properties: { list } };
  const old = {
    list: [
      { k: 'a', v: 1 },
      { k: 'b', v: 5 },
    ],
  };
  expect(
    errorsOf(
      schema,
      {
        list: [
          { k: 'b', v: 4 },
          { k: 'a', v: 1 },
          { k: 'c', v: 0 },
        ],
      },
      old,
    ),
  ).toEqual(['list[0]: Invalid value: "object": v may not shrink']);
});

test('rules that cost too much end with an error', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      l: {
        type: 'array',
        items: integer,
        'x-kubernetes-validations': [{ rule: 'self.all(a, self.all(b, self.all(c, a + b + c >= 0)))' }],
      },
    },
  };
  const value = { l: Array.from({ length: 500 }, (_each, i) => i) };
  expect(errorsOf(schema, value)).toEqual([
    `l: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': no further validation rules will be run due to call cost exceeds limit for rule: self.all(a, self.all(b, self.all(c, a + b + c >= 0)))`,
  ]);
});

test.each<[string, JsonSchema, RegExp]>([
  [
    'an unknown field',
    spec([{ rule: 'self.b > 1' }], { a: integer }),
    /^s.properties\[spec\].x-kubernetes-validations\[0\].rule: Invalid value: \{"rule":"self.b > 1"\}: compilation failed: ERROR: <input>:1:5: undefined field 'b'\n \| self.b > 1\n \| ....\^$/,
  ],
  ['a text', spec([{ rule: '"a"' }], { a: integer }), /cel expression must evaluate to a bool$/],
  [
    'a field of a number',
    spec([{ rule: 'self.a.b > 1' }], { a: integer }),
    /<input>:1:7: type 'int' does not support field selection\n/,
  ],
  [
    'a field of a list',
    spec([{ rule: 'self.a.b' }], { a: { type: 'array', items: { type: 'string', format: 'date' } } }),
    /<input>:1:7: type 'list\(timestamp\)' does not support field selection\n/,
  ],
  [
    'a pattern that is none',
    spec([{ rule: 'self.a.matches("(")' }], { a: { type: 'string', maxLength: 9 } }),
    /rule: Invalid value: .*: program instantiation failed: error parsing regexp: missing closing \): `\(`$/,
  ],
  [
    'a message that is not a text',
    spec([{ rule: 'true', messageExpression: '1' }], { a: integer }),
    /messageExpression: Invalid value: .*: messageExpression must evaluate to a string$/,
  ],
  [
    'operands that do not go together',
    spec([{ rule: "self.a + 'b' == 'c'" }], { a: integer }),
    /rule: Invalid value: .*: compilation failed: ERROR: <input>:1:8: found no matching overload for '_\+_' applied to '\(int, string\)'\n \| self/,
  ],
  [
    'operands of a message',
    spec([{ rule: 'true', messageExpression: "'a' + self.a" }], { a: integer }),
    /messageExpression: Invalid value: .*: messageExpression compilation failed: ERROR: <input>:1:5: found no matching overload/,
  ],
  [
    'a value that may be anything as condition',
    spec([{ rule: 'self.a' }], { a: { 'x-kubernetes-int-or-string': true } }),
    /cel expression must evaluate to a bool$/,
  ],
  [
    'a field that rules do not see',
    spec([{ rule: 'self.a.b == 1' }], { a: { 'x-kubernetes-preserve-unknown-fields': true } }),
    /undefined field 'a'\n/,
  ],
  [
    'a field of metadata that rules do not see',
    {
      type: 'object',
      'x-kubernetes-validations': [{ rule: "self.metadata.name == '' && self.metadata.labels.a == ''" }],
    },
    /<input>:1:42: undefined field 'labels'\n/,
  ],
  [
    'an old value that may be absent, read as if it were there',
    spec([{ rule: 'oldSelf.a == 1', optionalOldSelf: true }], { a: integer }),
    /found no matching overload for '_==_' applied to '\(optional_type\(int\), int\)'\n/,
  ],
  ['a syntax error', spec([{ rule: 'self.' }], { a: integer }), /compilation failed: ERROR: <input>: Syntax error/],
  ['no rule', spec([{ rule: ' ' }], { a: integer }), /rule: Required value: rule is not specified$/],
  [
    'an unknown reason',
    spec([{ rule: 'true', reason: 'Bad' }], { a: integer }),
    /reason: Unsupported value: "Bad": supported values: "FieldValueDuplicate"/,
  ],
  [
    'oldSelf in a list without keys',
    {
      type: 'object',
      properties: {
        l: { type: 'array', items: { ...integer, 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } },
      },
    },
    /oldSelf cannot be used on the uncorrelatable portion of the schema within s.properties\[l\]$/,
  ],
])('a definition is refused: %s', (_what, schema, message) => {
  expect(schemaErrors(schema, 's', { requiresKnownTypes: true, noDefaults: undefined }).map(renderFieldError)).toEqual([
    expect.stringMatching(message),
  ]);
});
