import { renderFieldError } from '../errors/field-error';
import { SchemaErrors } from '../custom-kinds/schema/schema-result';
import { inWordsOf } from './older-words';

test.each([
  ['spec.s', SchemaErrors.tooLong('spec.s', 'abc', 2), '"abc": spec.s in body should be at most 2 chars long'],
  [
    'spec.l',
    SchemaErrors.tooMany('spec.l', 3, { limit: 2, things: 'items' }),
    '3: spec.l in body should have at most 2 items',
  ],
  [
    'spec.m',
    SchemaErrors.tooMany('spec.m', 3, { limit: 2, things: 'properties' }),
    '3: spec.m in body should have at most 2 properties',
  ],
  [
    'spec.t',
    SchemaErrors.type('spec.t', 'string', 'integer'),
    '"integer": spec.t in body must be of type string: "integer"',
  ],
])('1.20 says of %s that its value is invalid', (field, error, text) => {
  const said = inWordsOf('k8s-1.20', [error]);
  expect(said.map(({ type }) => type)).toEqual(['Invalid value']);
  expect(said.map(renderFieldError)).toEqual([`${field}: Invalid value: ${text}`]);
  expect(inWordsOf('modern', [error])).toEqual([error]);
});
