import { createHmac, timingSafeEqual } from 'node:crypto';

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** A JSON Web Token over claims, signed with a key that only the processes of a control plane know. */
export function signToken(claims: object, key: string): string {
  const signed = `${HEADER}.${encode(claims)}`;
  return `${signed}.${signatureOf(signed, key).toString('base64url')}`;
}

/** The claims of a token that was signed with the key; undefined for everything else. Whether they count is not asked. */
export function readToken(token: string, key: string): Readonly<Record<string, unknown>> | undefined {
  const [header, body, signature, ...more] = token.split('.');
  // The algorithm is ours to choose, never the token's.
  if (header !== HEADER || body === undefined || signature === undefined || more.length > 0) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(`${header}.${body}`, key);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Record<string, unknown>;
}

function signatureOf(text: string, key: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
