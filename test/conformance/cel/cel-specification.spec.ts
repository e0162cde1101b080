import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { differenceOf } from './outcome';
import { casesIn } from './specification';
import { parseTextFormat } from './text-format';

/*
 * The tests of the CEL specification (`tests/simple/testdata` of github.com/google/cel-spec): `ORRERY_CEL_SPECIFICATION=DIR npm run
 * conformance:cel`. They are not part of this repository; names of the tests that differ are, with the reason.
 */

const FOLDER = process.env['ORRERY_CEL_SPECIFICATION'] ?? '';
const KNOWN = join(__dirname, 'known-differences.json');
const known = JSON.parse(readFileSync(KNOWN, 'utf8')) as Readonly<Record<string, readonly string[]>>;

test('the text format is read with its escapes, lists of texts and names in brackets', () => {
  const message = parseTextFormat(`a: 1 # of no meaning\nb { c: "x\\n" 'y\\101\\u00e9' } [d.e]: <f: true;>`);
  expect(message).toEqual([
    ['a', '1'],
    ['b', [['c', Buffer.from('x\nyAé')]]],
    ['d.e', [['f', 'true']]],
  ]);
});

(FOLDER === '' ? test.skip : test)('cases of the specification differ only where it is known why', () => {
  const cases = casesIn(FOLDER);
  const found = cases.flatMap((each) => (differenceOf(each) === undefined ? [] : [each]));
  console.log(`${cases.length - found.length} of ${cases.length} cases of the CEL specification are the same`);
  if (process.env['ORRERY_STORE_CEL']) {
    const lines = found.map((each) => [each.name, `${each.expression} -> ${differenceOf(each)}`]);
    writeFileSync(process.env['ORRERY_STORE_CEL'], `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
  }
  expect(found.map(({ name }) => name).sort()).toEqual(Object.values(known).flat().sort());
});
