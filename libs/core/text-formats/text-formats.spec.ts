import { hasFormat, parseGoUrl, requestUriError } from './index';

test.each(['1h30m', '-1.5h', '0', '10 µs', '5µs', '1.5μs', '2 days', '1 week 2 hours', '1h 5x'])(
  '%s is a duration',
  (text) => {
    expect(hasFormat('duration', text)).toBe(true);
  },
);

test.each(['', '10x', '10', 'h', '1.5 days', '1 month', '1h!'])('%s is not a duration', (text) => {
  expect(hasFormat('duration', text)).toBe(false);
});

test.each([
  ['ipv6', 'fe80::1', true],
  ['ipv6', 'fe80::1%eth0', false],
  ['cidr', 'fe80::/64', true],
  ['cidr', 'fe80::1%eth0/64', false],
  ['ipv4', '::1.2.3.4', true],
  ['ipv4', '::1.2.3.4%eth0', false],
])('format %s of %s: %s', (format, text, isRight) => {
  expect(hasFormat(format, text)).toBe(isRight);
});

/** Errors of Go's `net/url` for texts. */
test.each([
  ['', 'empty url'],
  ['a b', 'invalid URI for request'],
  ['../a', 'invalid URI for request'],
  [':80', 'missing protocol scheme'],
  ['1a:b', 'invalid URI for request'],
  ['http://a:b:c/', 'invalid port ":c" after host'],
  ['http://a:8x/', 'invalid port ":8x" after host'],
  ['http://[::1/', "missing ']' in host"],
  ['http://a b/', 'invalid character " " in host name'],
  ['http://a/%zz', 'invalid URL escape "%zz"'],
  ['http://a%41/', 'invalid URL escape "%41"'],
  ['http://u{@a/', 'net/url: invalid userinfo'],
  ['http://a/\n', 'net/url: invalid control character in URL'],
])('%j is no URI of a request', (text, error) => {
  expect(requestUriError(text)).toBe(`parse ${JSON.stringify(text)}: ${error}`);
});

test.each(['*', '/', '/a b', '//a/b', 'mailto:a@b', 'http://', 'https://ä.example/ü', 'http://[::1]:80/?a#b', 'x:?'])(
  '%s is a URI of a request',
  (text) => {
    expect(requestUriError(text)).toBeUndefined();
  },
);

test('the parts of a URL', () => {
  expect(parseGoUrl('HTTPS://user:pw@[::1]:80/a%20b/ü?x=1&x=2+3&;&y=%zz&z#frag')).toEqual({
    scheme: 'https',
    host: '[::1]:80',
    hostname: '::1',
    port: '80',
    escapedPath: '/a%20b/%C3%BC',
    query: new Map([
      ['x', ['1', '2 3']],
      ['z', ['']],
    ]),
  });
});
