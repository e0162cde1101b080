import { anyObject, duration, fields, integer, listOf, mapOf, oneOf, oneOfTexts, string } from './schema';
import { jsonSchemaOf, namedArgs } from './json-schema';

test.each([
  [string({ about: 'A name.' }), { type: 'string', description: 'A name.' }],
  [oneOfTexts(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
  [duration(), { type: 'string' }],
  [integer({ range: { min: 1, max: 9, text: 'between' } }), { type: 'integer', minimum: 1, maximum: 9 }],
  [listOf(string()), { type: 'array', items: { type: 'string' } }],
  [anyObject(), { type: 'object' }],
  [mapOf(integer()), { type: 'object', additionalProperties: { type: 'integer' } }],
  [
    mapOf((key) => (key === 'cpu' ? integer() : undefined), { keys: ['cpu'] }),
    { type: 'object', properties: { cpu: { type: 'integer' } }, additionalProperties: false },
  ],
  [
    fields({ name: string() }, { required: ['name'] }),
    { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false, required: ['name'] },
  ],
  [oneOf<number | string>('', integer(), string()), { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
] as const)('%#: a schema in JSON Schema', (schema, json) => expect(jsonSchemaOf(schema)).toEqual(json));

test('arguments depend on the name beside them', () => {
  const args = jsonSchemaOf(fields({ weight: integer() }));
  expect(namedArgs({ Fit: args })).toMatchObject({
    properties: { name: { examples: ['Fit'] } },
    allOf: [{ if: { properties: { name: { const: 'Fit' } } }, then: { properties: { args } } }],
  });
});
