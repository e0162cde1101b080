import { jsonSyntaxError } from './json-syntax-error';

// As `encoding/json` of Go says it.
test.each([
  ['', 'unexpected end of JSON input'],
  ['{nope', "invalid character 'n' looking for beginning of object key string"],
  ['xx', "invalid character 'x' looking for beginning of value"],
  ['{"a":1', 'unexpected end of JSON input'],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b"}', `invalid character '"' after object key:value pair`],
  ['[1 2]', "invalid character '2' after array element"],
  ['{"a":tru}', "invalid character '}' in literal true (expecting 'e')"],
  ['"a\nb"', "invalid character '\\n' in string literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
  ['-x', "invalid character 'x' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1e', 'unexpected end of JSON input'],
  ['{} {}', "invalid character '{' after top-level value"],
  ["{'a':1}", "invalid character '\\'' looking for beginning of object key string"],
  ['é', "invalid character 'é' looking for beginning of value"],
])('%j: %s', (text, message) => expect(jsonSyntaxError(text)).toBe(message));
