import { parseYaml } from './yaml-body';

test.each([
  ['a: 1\nb:\n  c: 1\n  c: 2\n', ['line 4: key "c" already set in map']],
  ['a: 1\n"a": 2\na : 3', ['line 2: key "a" already set in map', 'line 3: key "a" already set in map']],
  ['a: 1', []],
])('%j', (text, expected) => {
  expect(parseYaml(text).duplicates.map((each) => each.text)).toEqual(expected);
});
