import { refusalOfOrigin } from './request-origin';

const LOCAL = { host: 'localhost:8080' };
const open = { hasUsers: false, allowedHosts: [] };

describe('the name that a server without users is asked by', () => {
  test.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:1',
    '127.0.0.1:8080',
    '127.1.2.3',
    '[::1]:8080',
    'team-a.localhost:8080',
  ])('%s is a loopback name', (host) => expect(refusalOfOrigin('GET', { host }, open)).toBeUndefined());
  test.each([
    'evil.example.com',
    'localhost.evil.example.com',
    '127.0.0.1.nip.io',
    '192.168.1.5:8080',
    '[fe80::1]',
    '',
    'localhost@evil',
  ])('%s is none', (host) => expect(refusalOfOrigin('GET', { host }, open)).toContain('loopback names only'));
  test('an option lists further names', () => {
    const listed = { hasUsers: false, allowedHosts: ['dev.example.com', 'other:9000'] };
    expect(refusalOfOrigin('GET', { host: 'dev.example.com:8080' }, listed)).toBeUndefined();
    expect(refusalOfOrigin('GET', { host: 'Dev.Example.com' }, listed)).toBeUndefined();
    expect(refusalOfOrigin('GET', { host: 'other:9000' }, listed)).toBeUndefined();
    expect(refusalOfOrigin('GET', { host: 'other:9001' }, listed)).toBeDefined();
  });
  test('with users any name will do, and a client of HTTP/1.0 sends none', () => {
    expect(refusalOfOrigin('GET', { host: 'evil.example.com' }, { ...open, hasUsers: true })).toBeUndefined();
    expect(refusalOfOrigin('GET', {}, open)).toBeUndefined();
  });
});

test('a client with a bearer token is no page', () => {
  const go = { ...LOCAL, origin: 'http://localhost' };
  const withUsers = { ...open, hasUsers: true };
  expect(refusalOfOrigin('GET', { ...go, authorization: 'Bearer x' }, withUsers)).toBeUndefined();
  expect(refusalOfOrigin('GET', { ...go, authorization: 'Basic eDp5' }, withUsers)).toContain('are not answered');
  // A server without users does not check the token, so that it proves nothing.
  expect(refusalOfOrigin('GET', { ...go, authorization: 'Bearer x' }, open)).toContain('are not answered');
});

describe('the page that a request comes from', () => {
  test.each([
    ['none', {}],
    ['the same', { origin: 'http://localhost:8080' }],
    ['the same over HTTPS', { origin: 'https://localhost:8080' }],
    ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a link on another page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['its own', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' }],
  ])('%s is answered', (_name, headers) => {
    expect(refusalOfOrigin('GET', { ...LOCAL, ...headers }, open)).toBeUndefined();
  });
  test.each([
    ['another', 'GET', { origin: 'http://evil.example.com' }],
    ['another port', 'POST', { origin: 'http://localhost:3000' }],
    ['a sandbox', 'POST', { origin: 'null' }],
    ['nonsense', 'POST', { origin: 'http://localhost:8080/x' }],
    ['an embedded picture', 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a neighbour', 'GET', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
    ['a form', 'POST', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ])('%s is not', (_name, method, headers) => {
    expect(refusalOfOrigin(method, { ...LOCAL, ...headers }, open)).toContain('are not answered');
    expect(refusalOfOrigin(method, { ...LOCAL, ...headers }, { ...open, hasUsers: true })).toContain(
      'are not answered',
    );
  });
  test('an option lists further pages', () => {
    const listed = { hasUsers: true, allowedHosts: ['localhost:3000'] };
    expect(refusalOfOrigin('POST', { ...LOCAL, origin: 'http://localhost:3000' }, listed)).toBeUndefined();
    expect(refusalOfOrigin('POST', { ...LOCAL, origin: 'http://localhost:3001' }, listed)).toBeDefined();
  });
});
