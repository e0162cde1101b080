import { parseValue } from 'graphql';
import { LabelChanges, LabelMap, ResourceList } from './key-values';

it.each([
  [LabelMap, '{app: "web"}', { app: 'web' }],
  [LabelMap, '"app=web, example.com/tier=a=b"', { app: 'web', 'example.com/tier': 'a=b' }],
  [LabelMap, '"empty="', { empty: '' }],
  [LabelChanges, '"app=web,example.com/tier-"', { app: 'web', 'example.com/tier': null }],
  [LabelChanges, '{app: null}', { app: null }],
  [ResourceList, '{cpu: 4, memory: "16Gi"}', { cpu: 4, memory: '16Gi' }],
  [ResourceList, '"cpu=500m,nvidia.com/gpu=2"', { cpu: '500m', 'nvidia.com/gpu': '2' }],
])('%s reads the literal %s', (scalar, literal, value) => {
  expect(scalar.parseLiteral(parseValue(literal), {})).toEqual(value);
});

it.each([
  [LabelMap, '"app"'],
  [LabelMap, '"app-"'],
  [LabelMap, '{app: null}'],
  [LabelMap, '{app: 1}'],
  [LabelChanges, '"-"'],
  [ResourceList, '[1]'],
  [ResourceList, '{cpu: true}'],
])('%s refuses the literal %s', (scalar, literal) => {
  expect(() => scalar.parseLiteral(parseValue(literal), {})).toThrow(/cannot represent/);
});

it('keys such as __proto__ are data', () => {
  const record = LabelMap.parseLiteral(parseValue('"__proto__=x"'), {}) as Record<string, string>;
  expect(Object.getOwnPropertyNames(record)).toEqual(['__proto__']);
});
