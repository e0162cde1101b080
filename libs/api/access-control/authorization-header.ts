/**
 * Returns the token in an `Authorization` header: `Bearer TOKEN`, or `Basic` with any user name and the token as
 * password, which is what a browser sends for its pages. Undefined for everything else.
 */
export function tokenInHeader(header: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (header ?? '').trim().split(/\s+/, 2);
  if (value === '') return undefined;
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const [, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return password.length === 0 ? undefined : password.join(':');
}
