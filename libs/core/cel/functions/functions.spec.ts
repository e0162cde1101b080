import { checkExpression, compileExpression, CostBudget } from '../index';
import { typesOf } from '../expression';
import { declarationsOf } from '../types/declarations';
import { LIBRARIES, NEW_EXPRESSIONS, STORED_EXPRESSIONS } from '../types/libraries';

/** True expressions for each function of Kubernetes' libraries, in all its forms. */
const TRUE: Readonly<Record<string, readonly string[]>> = {
  language: [
    "matches('abc', 'b.') && 'abc'.matches('^a')",
    "'abc'.contains('b') && 'abc'.startsWith('a') && 'abc'.endsWith('c') && size('äb') == 2 && 'äb'.size() == 2",
    "size(b'ab') == 2 && b'ab'.size() == 2 && [1].size() == 1 && size([1]) == 1 && size({'a': 1}) == 1 && {'a': 1}.size() == 1",
    "int('1') == 1 && int(1.9) == 1 && int(1u) == 1 && int(1) == 1 && int(timestamp('1970-01-01T00:01:00Z')) == 60",
    "uint('1') == 1u && uint(1) == 1u && uint(1.0) == 1u && uint(1u) == 1u",
    "double('1.5') == 1.5 && double(1) == 1.0 && double(1u) == 1.0 && double(1.0) == 1.0",
    "string(1) == '1' && string(1u) == '1' && string(1.5) == '1.5' && string(true) == 'true' && string('a') == 'a' && string(b'a') == 'a'",
    "string(timestamp('2026-01-01T00:00:00Z')) == '2026-01-01T00:00:00Z' && string(duration('90s')) == '90s' && string(duration('-1500ms')) == '-1.5s' && string(timestamp('2026-01-01T00:00:00.120Z')) == '2026-01-01T00:00:00.12Z'",
    "bool('true') && bool(true) && bytes('a') == b'a' && bytes(b'a') == b'a' && type(1) == int && dyn(1) == 1",
    "duration(duration('1s')) == duration('1s') && timestamp(timestamp('2026-01-01T00:00:00Z')) == timestamp(1767225600)",
    "timestamp('2026-02-03T04:05:06.007Z').getFullYear() == 2026 && timestamp('2026-02-03T04:05:06Z').getMonth() == 1",
    "timestamp('2026-02-03T04:05:06Z').getDate() == 3 && timestamp('2026-02-03T04:05:06Z').getDayOfMonth() == 2",
    "timestamp('2026-02-03T04:05:06Z').getDayOfWeek() == 2 && timestamp('2026-02-03T04:05:06Z').getDayOfYear() == 33",
    "timestamp('2026-02-03T04:05:06Z').getHours() == 4 && timestamp('2026-02-03T04:05:06Z').getHours('Europe/Berlin') == 5",
    "timestamp('2026-02-03T04:05:06Z').getMinutes() == 5 && timestamp('2026-02-03T04:05:06.007Z').getMilliseconds() == 7",
    "timestamp('2026-02-03T04:05:06Z').getSeconds() == 6",
    "duration('1h30m').getHours() == 1 && duration('1h30m').getMinutes() == 90 && duration('2s').getSeconds() == 2",
    "duration('1s').getMilliseconds() == 1000 && duration('1h') > duration('59m') && duration('60m') == duration('1h')",
    "timestamp('2026-01-01T00:00:01Z') - timestamp('2026-01-01T00:00:00Z') == duration('1s')",
    "timestamp('2026-01-01T00:00:01Z') > timestamp('2026-01-01T00:00:00Z') && 1 < 2u && 2.5 > 2 && 1u < 1.5",
    "7 % 3 == 1 && -7 / 2 == -3 && 'a' + 'b' == 'ab' && [1] + [2] == [1, 2] && b'a' + b'b' == b'ab'",
    "timestamp('2026-01-01T00:00:00Z') != null && optional.of([1]) != null && optional.of(1) == optional.of(1) && url('/a') != null",
    "dyn('a') != 1 && dyn([1]) != {'a': 1} && dyn({'a': [1, 2]}) == {'a': [1.0, 2.0]} && dyn(null) == null && b'a' != b'b'",
    'b"a" < b"b" && b"b" > b"a" && b"" <= b"a" && b"ab" >= b"a" && [].all(x, x > 0)',
    "!has({}.?x.y) && has({'x': {'y': 1}}.?x.y)",
    "'a' in {'a': 1} && 2 in [1, 2] && !(3 in [1, 2]) && {'a': {'b': [1]}}.a.b[0] == 1",
  ],
  'url, regex and lists': [
    "url('https://user@example.com:80/p%20a?q=1').getScheme() == 'https'",
    "url('https://example.com:80/').getHost() == 'example.com:80' && url('https://[::1]:80/').getHost() == '[::1]:80'",
    "url('https://example.com:80/').getHostname() == 'example.com' && url('https://[::1]:80/').getHostname() == '::1'",
    "url('https://example.com:80/').getPort() == '80' && url('/path').getPort() == '' && url('/path').getHost() == ''",
    "url('https://example.com/path with spaces/').getEscapedPath() == '/path%20with%20spaces/'",
    "url('https://example.com').getEscapedPath() == '' && url('https://example.com/a%2Fb').getEscapedPath() == '/a%2Fb'",
    "url('https://example.com/path?k1=a&k2=b&k2=c').getQuery() == {'k1': ['a'], 'k2': ['b', 'c']}",
    "url('https://example.com/?key with spaces=value%20w').getQuery() == {'key with spaces': ['value w']}",
    "url('https://example.com/path').getQuery() == {} && url('https://a/b') == url('https://a/b') && url('/a') != url('/b')",
    "isURL('https://example.com:80/') && isURL('/absolute/path') && !isURL('https://a:b:c/') && !isURL('../relative-path') && !isURL('')",
    "'abc 123'.find('[0-9]+') == '123' && 'abc'.find('[0-9]+') == ''",
    "'123 abc 456'.findAll('[0-9]+') == ['123', '456'] && '123 abc 456'.findAll('[0-9]+', 1) == ['123']",
    "[1, 3].isSorted() && !['b', 'a'].isSorted() && [true].isSorted() && [1u].isSorted() && [1.0, 2.0].isSorted() && [b'a'].isSorted()",
    "[1, 3].sum() == 4 && [1.5].sum() == 1.5 && [1u, 2u].sum() == 3u && [duration('1s'), duration('1m')].sum() == duration('61s')",
    "[1, 3].min() == 1 && [1, 3].max() == 3 && ['a', 'b'].max() == 'b' && [duration('1m'), duration('1s')].min() == duration('1s')",
    "[1, 2, 2].indexOf(2) == 1 && [1, 2, 2].lastIndexOf(2) == 2 && ['a'].indexOf('b') == -1",
  ],
  'optional values': [
    "optional.of(1).hasValue() && !optional.none().hasValue() && optional.of('a').value() == 'a'",
    "!optional.ofNonZeroValue(0).hasValue() && !optional.ofNonZeroValue('').hasValue() && optional.ofNonZeroValue(1).value() == 1",
    "!optional.ofNonZeroValue([]).hasValue() && !optional.ofNonZeroValue({}).hasValue() && !optional.ofNonZeroValue(duration('0s')).hasValue()",
    'optional.none().or(optional.of(1)).value() == 1 && optional.none().orValue(2) == 2',
    '[1, 2].first().value() == 1 && [1, 2].last().value() == 2 && ![].first().hasValue()',
    'optional.unwrap([optional.of(1), optional.none()]) == [1] && [optional.of(1), optional.none()].unwrapOpt() == [1]',
    "{'a': 1}.?a.hasValue() && !{'a': 1}[?'b'].hasValue() && [1][?0].value() == 1 && ![1][?1].hasValue()",
    "{'a': {'b': 1}}.?a.b.value() == 1 && {'a': {'b': 1}}.?a['b'].value() == 1 && {'a': [1]}.?a[0].value() == 1",
    "{'a': [1]}.?a[?0].value() == 1 && {'a': {'b': 1}}.?a[?'b'].value() == 1",
    "[?optional.of(1), ?optional.none(), 2] == [1, 2] && {?'a': optional.of(1), ?'b': optional.none()} == {'a': 1}",
    "{'a': 1}.?a.optMap(x, x + 1).value() == 2 && !{'a': 1}.?b.optMap(x, x).hasValue()",
    "{'a': {'b': 1}}.?a.optFlatMap(x, x.?b).value() == 1 && !{'a': {'b': 1}}.?a.optFlatMap(x, x.?c).hasValue()",
  ],
  quantities: [
    "isQuantity('1.5G') && !isQuantity('2 G') && quantity('1k') == quantity('1000')",
    "quantity('5').isGreaterThan(quantity('4')) && quantity('4').isLessThan(quantity('5')) && quantity('4').compareTo(quantity('5')) == -1",
    "sign(quantity('-1')) == -1 && sign(quantity('0')) == 0 && sign(quantity('2')) == 1",
    "quantity('50k').isInteger() && !quantity('9999999999999999999999G').isInteger() && quantity('50k').asInteger() == 50000",
    "quantity('50.703k').asApproximateFloat() == 50703.0 && quantity('1').add(quantity('2')) == quantity('3')",
    "quantity('50k').add(20) == quantity('50020') && quantity('50k').sub(20000) == quantity('30k')",
    "quantity('50k').sub(quantity('20')) == quantity('49980')",
  ],
  'texts and sets': [
    "'tacocat'.charAt(3) == 'o' && 'hello mellow'.indexOf('ello') == 1 && 'hello mellow'.indexOf('ello', 2) == 7",
    "'hello mellow'.lastIndexOf('ello') == 7 && 'hello mellow'.lastIndexOf('ello', 6) == 1",
    "'😀b'.indexOf('b') == 1 && '😀b😀b'.lastIndexOf('b') == 3 && 'aa'.indexOf('a', 9) == -1 && 'aa'.lastIndexOf('a', 9) == -1",
    "'😀b'.substring(1) == 'b' && 'a😀b'.substring(1, 2) == '😀' && ''.lastIndexOf('') == 0 && '\\u00a0a\\u200b'.trim() == 'a\\u200b'",
    "'TacoCat'.lowerAscii() == 'tacocat' && 'Tacocæt'.upperAscii() == 'TACOCæT' && ' a\\t'.trim() == 'a'",
    "'hello hello'.replace('he', 'we') == 'wello wello' && 'hello hello'.replace('he', 'we', 1) == 'wello hello'",
    "'a b c'.split(' ') == ['a', 'b', 'c'] && 'a b c'.split(' ', 2) == ['a', 'b c']",
    "'tacocat'.substring(4) == 'cat' && 'tacocat'.substring(0, 4) == 'taco' && ['a', 'b'].join() == 'ab' && ['a', 'b'].join('-') == 'a-b'",
    "'%s %s %x %X'.format([dyn(b'xyz'), dyn({'b': dyn(1), 'a': dyn(duration('90s'))}), dyn(b'z'), dyn('k')]) == 'xyz {a: 90s, b: 1} 7a 6B'",
    "'%s-%d-%.2f-%x'.format(['a', dyn(1), dyn(1.5), dyn(255)]) == 'a-1-1.50-ff'",
    `strings.quote('a "b"\\n') == '"a \\\\"b\\\\"\\\\n"'`,
    'sets.contains([1, 2], [2, 1, 1]) && sets.contains([dyn(1)], [dyn(1.0)]) && sets.equivalent([1, 2], [2, 1]) && sets.intersects([1, 2], [2, 3])',
    "!sets.intersects([url('/a')], [url('/b')]) && sets.contains([duration('60s')], [duration('1m')]) && !sets.contains([1u], [2u])",
  ],
  addresses: [
    "isIP('127.0.0.1') && isIP('::1') && !isIP('127.0.0.256') && !isIP('::ffff:1.2.3.4') && !isIP('fe80::1%en0') && !isIP('01.2.3.4')",
    "ip('127.0.0.1').family() == 4 && ip('::1').family() == 6 && ip('::0001') == ip('::1') && ip('::1') != ip('::2')",
    "ip.isCanonical('2001:db8::abcd') && !ip.isCanonical('2001:DB8::ABCD') && string(ip('2001:DB8::ABCD')) == '2001:db8::abcd'",
    "ip('0.0.0.0').isUnspecified() && ip('::').isUnspecified() && ip('127.0.0.1').isLoopback() && ip('::1').isLoopback()",
    "ip('224.0.0.1').isLinkLocalMulticast() && !ip('224.0.1.1').isLinkLocalMulticast() && ip('ff02::1').isLinkLocalMulticast()",
    "ip('169.254.169.254').isLinkLocalUnicast() && ip('fe80::1').isLinkLocalUnicast() && !ip('fd80::1').isLinkLocalUnicast()",
    "ip('192.168.0.1').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast() && !ip('ff00::1').isGlobalUnicast()",
    "isCIDR('192.168.0.0/16') && isCIDR('::1/128') && !isCIDR('192.168.0.0/33') && !isCIDR('10.0.0.0') && !isCIDR('10.0.0.0/08')",
    "cidr('192.168.0.0/24').containsIP(ip('192.168.0.1')) && !cidr('192.168.0.0/24').containsIP('192.168.1.1')",
    "cidr('192.168.0.0/16').containsCIDR(cidr('192.168.10.0/24')) && !cidr('192.168.1.0/24').containsCIDR('192.168.0.0/16')",
    "cidr('192.168.0.1/24').ip() == ip('192.168.0.1') && cidr('::1/128').ip().family() == 6 && cidr('::1/128').prefixLength() == 128",
    "cidr('192.168.0.1/24').masked() == cidr('192.168.0.0/24') && cidr('192.168.0.1/24') != cidr('192.168.0.0/24')",
    "string(cidr('192.168.0.1/24').masked()) == '192.168.0.0/24' && cidr('2001:db8::1/33').masked() == cidr('2001:db8::/33')",
  ],
  formats: [
    "!format.dns1123Label().validate('my-name').hasValue() && format.dns1123Label().validate('my.name').hasValue()",
    "!format.dns1123Subdomain().validate('a.example').hasValue() && format.dns1123Subdomain().validate('-a').value().size() == 1",
    "!format.dns1035Label().validate('a1').hasValue() && format.dns1035Label().validate('1a').hasValue()",
    "!format.qualifiedName().validate('a.example/B').hasValue() && format.qualifiedName().validate('a/b/c').hasValue()",
    "!format.dns1123LabelPrefix().validate('my-').hasValue() && format.dns1123Label().validate('my-').hasValue()",
    "!format.dns1123SubdomainPrefix().validate('my.sub-').hasValue() && !format.dns1035LabelPrefix().validate('my-').hasValue()",
    "!format.labelValue().validate('A_b').hasValue() && format.labelValue().validate('_').hasValue()",
    "!format.uri().validate('https://a.example').hasValue() && format.uri().validate('a.example').value()[0].startsWith('parse ')",
    "!format.uuid().validate('123e4567-e89b-12d3-a456-426614174000').hasValue() && format.uuid().validate('1').value() == ['does not match the UUID format']",
    "!format.byte().validate('aGVsbG8=').hasValue() && format.byte().validate('a').value() == ['invalid base64']",
    "!format.date().validate('2026-01-01').hasValue() && format.date().validate('2026-02-30').value() == ['invalid date']",
    "!format.datetime().validate('2026-01-01T00:00:00Z').hasValue() && format.datetime().validate('x').value() == ['invalid datetime']",
    "format.named('dns1123Label').value() == format.dns1123Label() && !format.named('nothing').hasValue()",
    'format.dns1123Label() != format.uuid()',
  ],
  'loops of two variables': [
    "[1, 2].all(i, x, x == i + 1) && {'a': 1}.exists(k, v, k == 'a' && v == 1) && {'a': 1, 'b': 2}.existsOne(k, v, v == 2)",
    "[1, 2].exists_one(i, x, x == 2) && !{'a': 1}.all(k, v, v > 1) && [1, 2].existsOne(x, x == 2)",
    '[3, 4].transformList(i, x, i * 10 + x) == [3, 14] && [3, 4].transformList(i, x, i > 0, x) == [4]',
    "{'a': 1, 'b': 2}.transformMap(k, v, v * 2) == {'a': 2, 'b': 4} && {'a': 1, 'b': 2}.transformMap(k, v, v > 1, v) == {'b': 2}",
    "{'a': 'b'}.transformMapEntry(k, v, {v: k}) == {'b': 'a'} && {'a': 'b'}.transformMapEntry(k, v, k == 'x', {v: k}) == {}",
    '[1, 0].exists(i, x, 1 / x == 1) && !([0, 1].all(i, x, 1 / x == 2))',
  ],
  'versions of software': [
    "semver('1.2.3').major() == 1 && semver('1.2.3').minor() == 2 && semver('1.2.3').patch() == 3 && semver('v1.2', true) == semver('1.2.0')",
    "isSemver('1.2.3') && !isSemver('v1.2') && isSemver('v1.2', true) && semver('1.2.3').isGreaterThan(semver('1.2.3-rc1'))",
    "semver('1.2.3').isLessThan(semver('1.10.0')) && semver('1.0.0').compareTo(semver('1.0.0')) == 0",
  ],
};

/** Expressions with functions that only stored expressions may call in 1.34. */
const STORED = [
  '[1, 2, 3].slice(1, 3) == [2, 3] && [[1], [2]].flatten() == [1, 2] && [[[1]]].flatten(2) == [1]',
  "[1, 2].reverse() == [2, 1] && [1, 1].distinct() == [1] && ['b', 'a'].sort() == ['a', 'b'] && lists.range(2) == [0, 1]",
];

const rows = Object.entries(TRUE).flatMap(([library, texts]) => texts.map((text) => [library, text] as const));

test.each(rows)('%s: %s', (_library, text) => {
  expect(() => {
    checkExpression(text, new Map(), 'bool');
  }).not.toThrow();
  expect(valueOf(text)).toBe(true);
});

/** Rules know no types of their variables when they run. */
test.each(rows)('%s: %s, of values whose types are known when it runs', (_library, text) => {
  const untyped = text.replaceAll(/(?<![\w.])'(?:\\.|[^'\\])*'/g, (literal) => `dyn(${literal})`);
  expect(valueOf(untyped)).toBe(true);
});

test.each(STORED)('stored only: %s', (text) => {
  const verdict = typesOf(text, new Map(), declarationsOf(STORED_EXPRESSIONS));
  expect('errors' in verdict ? verdict.errors : '').toBe('');
  expect(valueOf(text)).toBe(true);
  expect(() => {
    checkExpression(text, new Map(), 'bool');
  }).toThrow('undeclared reference to');
});

test.each([
  ['cel.bind(x, 1, x == 1)', "undeclared reference to 'cel'"],
  ["'abc'.reverse() == 'cba'", "undeclared reference to 'reverse'"],
  ["quantity('1').sign() == 1", "found no matching overload for 'sign' applied to 'kubernetes.Quantity.()'"],
  ["contains('abc', 'b')", "found no matching overload for 'contains' applied to '(string, string)'"],
  ["optional.of(1).optMap(x, x + 'a').hasValue()", "found no matching overload for '_+_' applied to '(int, string)'"],
  ['[?1] == [1]', "expected type 'optional_type(int)' but found 'int'"],
  ["{'a': 1}.transformMapEntry(k, v, v) == {}", "found no matching overload for 'cel.@mapInsert'"],
])('%s is refused', (text, message) => {
  expect(() => {
    checkExpression(text, new Map(), 'bool');
  }).toThrow(message);
});

test.each([['true ? ?false : true'], ['(?true)'], ["{'a': ?optional.of(1)} == {}"]])(
  '%s has a question mark where none may be',
  (text) => {
    expect(() => compileExpression(text, [], 'any')).toThrow(/Syntax error/);
  },
);

test.each([
  ["url('a b')", 'URL parse error during conversion from string: parse "a b": invalid URI for request'],
  [
    "ip('1.2.3')",
    'IP Address "1.2.3" parse error during conversion from string: ParseAddr("1.2.3"): unable to parse IP',
  ],
  ["ip('::ffff:1.2.3.4')", 'IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed'],
  ["cidr('10.0.0.0')", `netip.ParsePrefix("10.0.0.0"): no '/'`],
  ["quantity('1.5').asInteger()", 'cannot convert value to integer'],
  [
    "[1].transformMap(i, x, x).transformMapEntry(k, v, {'a': 1, 'b': 2}) == {} || [1, 2].transformMapEntry(i, x, {'a': 1}) == {}",
    'key a already exists',
  ],
])('%s fails with what is wrong', (text, message) => {
  expect(() => valueOf(text)).toThrow(message);
});

test.each([
  ["'abc'.substring(4)", 'index out of range: 4'],
  ["'abc'.substring(2, 1)", 'invalid substring range. start: 2, end: 1'],
  ["'abc'.indexOf('a', -1)", 'index out of range: -1'],
  ["'%d'.format([null])", '%d can only be used with integers'],
  ["'%a'.format([1])", 'unrecognized formatting clause "a"'],
])('%s fails with what is wrong', (text, message) => {
  expect(() => valueOf(text)).toThrow(message);
});

test('each function is called by a row', () => {
  const text = [...rows.map(([, each]) => each), ...STORED].join('\n');
  const names = LIBRARIES.flatMap(({ signatures }) =>
    signatures.map((signature) => signature.slice(0, signature.indexOf('('))),
  );
  // The authorizer is a variable of policies, whose specs call it.
  const called = names.filter(
    (name) => /^[a-zA-Z]/.test(name) && !/^(Authorizer|PathCheck|GroupCheck|ResourceCheck|Decision)\./.test(name),
  );
  const missing = called.filter(
    (name) =>
      !text.includes(`${/^(?:format|optional|ip|strings|lists|sets)\./.test(name) ? name : name.split('.').at(-1)!}(`),
  );
  expect(missing).toEqual([]);
});

test('new expressions know all libraries up to the release before', () => {
  const later = LIBRARIES.filter(({ since }) => since > NEW_EXPRESSIONS);
  expect(later.map(({ since }) => since)).toEqual([34]);
});

function valueOf(text: string): unknown {
  return compileExpression(text, [], 'any').evaluate({}, new CostBudget(1_000_000));
}
