import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { publicTokenKeys, readToken, signToken } from './json-web-token';

const secret = { signingKey: 'key' };
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token as it was signed before clusters had keys of two halves. */
function formerToken(claims: object, key: string): string {
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

describe('a signed token', () => {
  it('says what was signed', async () => {
    const texts = fc.tuple(fc.dictionary(fc.string(), fc.string()), fc.string({ minLength: 1 }));
    await fc.assert(
      fc.asyncProperty(texts, async ([claims, signingKey]) => {
        const token = signToken(claims, { signingKey });
        expect(await readToken(token, { signingKey })).toEqual(JSON.parse(JSON.stringify(claims)));
        expect(await readToken(token, { signingKey: `${signingKey}x` })).toBeUndefined();
      }),
    );
  });

  it('is checked by others with the key set of the cluster', async () => {
    const token = signToken({ sub: 'a', exp: 4e9 }, secret);
    const keys = publicTokenKeys({ signingKey: 'key' });
    expect(keys).toEqual({ keys: [expect.objectContaining({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })] });
    expect(JSON.stringify(keys)).not.toContain('"d"');
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys as never));
    expect(payload.sub).toBe('a');
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: keys.keys[0]!.kid });
  });

  it('of a data folder of before goes on counting', async () => {
    expect(await readToken(formerToken({ sub: 'a' }, 'key'), secret)).toEqual({ sub: 'a' });
    expect(await readToken(formerToken({ sub: 'a' }, 'other'), secret)).toBeUndefined();
  });

  it('is no token with a part that is wrong', async () => {
    const [header, body, signature] = signToken({ sub: 'a' }, secret).split('.') as [string, string, string];
    const { keys } = publicTokenKeys(secret);
    const cases = {
      'another body': `${header}.${encode({ sub: 'b' })}.${signature}`,
      'no signature': `${header}.${body}.`,
      'no algorithm': `${encode({ alg: 'none', typ: 'JWT' })}.${body}.`,
      'the public key as a secret': formerToken({ sub: 'a' }, JSON.stringify(keys[0])),
      'another algorithm': `${encode({ alg: 'ES384' })}.${body}.${signature}`,
      'a part too many': `${header}.${body}.${signature}.x`,
      'a header that is not JSON': `x.${body}.${signature}`,
      nothing: '',
    };
    for (const [name, token] of Object.entries(cases)) {
      expect({ name, claims: await readToken(token, secret) }).toEqual({ name, claims: undefined });
    }
  });
});
