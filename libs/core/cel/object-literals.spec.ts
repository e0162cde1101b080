import { compileExpression, CostBudget, withoutTypeNames } from './index';

test.each([
  ['Object{spec: Object.spec{replicas: 3}}', '{"spec": {"replicas": 3}}'],
  ['Object{ }', '{ }'],
  ['Object.metadata{labels: {"a": object.b}}', '{"labels": {"a": object.b}}'],
  [
    '[JSONPatch{op: "add", path: "/a", value: Object.spec{x: {"k": v}}}]',
    '[{"op": "add", "path": "/a", "value": {"x": {"k": v}}}]',
  ],
  ['object.spec{a: 1}', 'object.spec{a: 1}'],
  ['a ? {"b": 1} : Object{c: d}', 'a ? {"b": 1} : {"c": d}'],
  ['"Object{a: 1}" + \'Object{b: 2}\'', '"Object{a: 1}" + \'Object{b: 2}\''],
  ['Object.spec{ai__dash__b: f(a, b), c: [d, e]}', '{"ai-b": f(a, b), "c": [d, e]}'],
  ['Object.x {?a: object.?b}', '{?"a": object.?b}'],
])('%s', (text, want) => {
  expect(withoutTypeNames(text)).toBe(want);
});

test('what it makes can be evaluated', () => {
  const text = withoutTypeNames(
    '[JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey("a/b~c"), value: object.n}]',
  );
  const value = compileExpression(text, ['object'], 'any').evaluate({ object: { n: 2n } }, new CostBudget(1000));
  expect(value).toEqual([{ op: 'add', path: '/metadata/labels/a~1b~0c', value: 2n }]);
});
