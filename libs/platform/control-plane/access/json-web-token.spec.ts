import fc from 'fast-check';
import { readToken, signToken } from './json-web-token';

describe('a signed token', () => {
  it('says what was signed', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), fc.string({ minLength: 1 }), (claims, key) => {
        expect(readToken(signToken(claims, key), key)).toEqual(JSON.parse(JSON.stringify(claims)));
        expect(readToken(signToken(claims, key), `${key}x`)).toBeUndefined();
      }),
    );
  });

  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [header, body, signature] = signToken({ sub: 'a' }, 'key').split('.') as [string, string, string];
  it.each([
    { name: 'another body', token: `${header}.${encode({ sub: 'b' })}.${signature}` },
    { name: 'no signature', token: `${header}.${body}.` },
    { name: 'no algorithm', token: `${encode({ alg: 'none', typ: 'JWT' })}.${body}.` },
    { name: 'a part too many', token: `${header}.${body}.${signature}.x` },
    { name: 'nothing', token: '' },
  ])('is no token with $name', ({ token }) => {
    expect(readToken(token, 'key')).toBeUndefined();
  });
});
