import { renderFieldError } from '../errors/field-error';
import type { KubeObject } from '../objects';
import { decodeStruct } from '../structure/decode';
import { CustomVersion } from './custom-version';
import type { JsonSchema } from './schema/json-schema';

const META = { apiVersion: 'a.example.com/v1', kind: 'Thing', metadata: { name: 'x' } };
const text: JsonSchema = { type: 'string' };

function versionOf(properties: Record<string, JsonSchema>, more: JsonSchema = {}): CustomVersion {
  const openAPIV3Schema: JsonSchema = { type: 'object', properties, ...more };
  return new CustomVersion({ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }, false, 'Thing');
}

function read(version: CustomVersion, fields: object): KubeObject {
  const verdict = decodeStruct(version.struct, { ...META, ...fields });
  if (!verdict.ok) throw new Error(verdict.error);
  return verdict.value as KubeObject;
}

test('a null that nothing allows is dropped, also at the root', () => {
  const spec: JsonSchema = { type: 'object', properties: { a: text } };
  const version = versionOf({ spec }, { required: ['spec'] });
  const object = read(version, { spec: null });
  expect(object).toEqual(META);
  expect(version.validate(object).map(renderFieldError)).toEqual(['spec: Required value']);
  const optional = versionOf({ spec, kept: { ...spec, nullable: true } });
  const other = read(optional, { spec: null, kept: null });
  expect(other).toEqual({ ...META, kept: null });
  expect(optional.validate(other)).toEqual([]);
});

test('nulls of fields that no schema describes are kept where such fields are', () => {
  const version = versionOf({}, { 'x-kubernetes-preserve-unknown-fields': true });
  expect(read(version, { any: null })).toEqual({ ...META, any: null });
});

describe('a rule of items of an atomic list that were wrong before', () => {
  const items: JsonSchema = { ...text, 'x-kubernetes-validations': [{ rule: "self.startsWith('a')" }] };
  const version = versionOf({
    spec: { type: 'object', properties: { list: { type: 'array', items }, other: text } },
  });
  const said = (index: number): string =>
    `spec.list[${index}]: Invalid value: "string": failed rule: self.startsWith('a')`;
  const change = (list: string[], other?: string): { errors: string[]; warnings: string[] } => {
    const old = read(version, { spec: { list: ['b'] } });
    const next = read(version, { spec: { list, ...(other === undefined ? {} : { other }) } });
    const errors = version.validateUpdate(next, old).map(renderFieldError);
    return { errors, warnings: version.warnings(next, old) };
  };

  test('lets the list stay as it is, with a warning', () => {
    expect(change(['b'], 'new')).toEqual({ errors: [], warnings: [said(0)] });
  });

  test('counts for the whole list once it changes', () => {
    expect(change(['b', 'c'])).toEqual({ errors: [said(0), said(1)], warnings: [] });
  });

  test('counts for a new object', () => {
    expect(version.validate(read(version, { spec: { list: ['b'] } })).map(renderFieldError)).toEqual([said(0)]);
  });
});

test('an error says that rules did not run', () => {
  const version = versionOf({
    spec: { type: 'object', properties: { a: text }, 'x-kubernetes-validations': [{ rule: 'has(self.a)' }] },
  });
  expect(
    version
      .validate(read(version, { spec: { a: 1 } }))
      .map(renderFieldError)
      .at(-1),
  ).toMatch(/^<nil>: Invalid value: "null": some validation rules were not checked/);
});

test('an item of a list that comes twice is named by its keys, in their order', () => {
  const items: JsonSchema = { type: 'object', properties: { resource: text, group: text } };
  const keys = ['resource', 'group'];
  const version = versionOf({
    list: { type: 'array', items, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys },
  });
  const item = { resource: 'pods', group: 'a' };
  expect(version.validate(read(version, { list: [item, item] })).map(renderFieldError)).toEqual([
    'list[1]: Duplicate value: {"group":"a","resource":"pods"}',
  ]);
});
