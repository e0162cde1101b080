import fc from 'fast-check';
import { impersonated, impersonationAccesses } from './impersonation';
import { claimsFor, TOKEN_ISSUER, type ServiceAccountClaims } from './service-account-claims';
import { parseStaticTokens } from './static-tokens';
import { checkTokenClaims, tokenSecretClaims } from './token-secret-claims';
import { serviceAccountOf, serviceAccountUserName } from './well-known';

describe('a file of tokens', () => {
  test('has a user a line', () => {
    const text = '# token,user,uid,groups\nt0ken,jane,u1,"devs,ops"\r\n\nother,joe,u2\nthird,"j ""x""",,single\n';
    expect([...parseStaticTokens(text).users!]).toEqual([
      ['t0ken', { name: 'jane', uid: 'u1', groups: ['devs', 'ops', 'system:authenticated'] }],
      ['other', { name: 'joe', uid: 'u2', groups: ['system:authenticated'] }],
      ['third', { name: 'j "x"', groups: ['single', 'system:authenticated'] }],
    ]);
  });

  test.each([
    { text: 'secret,jane', want: ['line 1: needs at least token, user and uid'] },
    { text: ',jane,u', want: ['line 1: the token is empty'] },
    { text: 'secret,,u', want: ['line 1: the user is empty'] },
    { text: 'secret,a,u\nsecret,b,u', want: ['line 2: the token was given to another user already'] },
    { text: 'secret,a,u,"devs', want: ['line 1: a quote is not closed'] },
    { text: '# no token\n', want: ['there is no token in it'] },
  ])('is refused for $want', ({ text, want }) => {
    expect(parseStaticTokens(text).errors).toEqual(want);
  });

  test('is read to its end, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const { users, errors } = parseStaticTokens(text);
        expect(users ? users.size : errors!.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the token of a service account', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'bot', namespace: 'a', uid: 'u1', resourceVersion: '1', creationTimestamp: '' },
  };
  const uids: Record<string, string> = { 'serviceaccounts a/bot': 'u1', 'pods a/web': 'p1' };
  const setting = {
    nowMs,
    audiences: [],
    uidOf: (resource: string, namespace: string, name: string) => uids[`${resource} ${namespace}/${name}`],
    isHeldBy: () => false,
  };
  const request = { account, audiences: [], expirationSeconds: 600, nowMs, id: 'id1' };
  const pod = { kind: 'Pod', name: 'web', uid: 'p1' } as const;

  test('says whose it is', () => {
    expect(claimsFor({ ...request, boundObject: pod })).toEqual({
      iss: TOKEN_ISSUER,
      aud: [TOKEN_ISSUER],
      iat: 1767225600,
      nbf: 1767225600,
      exp: 1767226200,
      jti: 'id1',
      sub: 'system:serviceaccount:a:bot',
      'kubernetes.io': { namespace: 'a', pod: { name: 'web', uid: 'p1' }, serviceaccount: { name: 'bot', uid: 'u1' } },
    });
  });

  test('stands for the account', () => {
    expect(checkTokenClaims(claimsFor({ ...request, boundObject: pod }), setting)).toEqual({
      audiences: [TOKEN_ISSUER],
      user: {
        name: 'system:serviceaccount:a:bot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
        extra: {
          'authentication.kubernetes.io/credential-id': ['JTI=id1'],
          'authentication.kubernetes.io/pod-name': ['web'],
          'authentication.kubernetes.io/pod-uid': ['p1'],
        },
      },
    });
  });

  const claims = claimsFor(request);
  test.each([
    { name: 'in its last millisecond', claims, at: nowMs + 599_999, want: undefined },
    { name: 'once it has expired', claims, at: nowMs + 600_000, want: 'service account token has expired' },
    { name: 'before its time', claims, at: nowMs - 1, want: 'service account token is not valid yet' },
    { name: 'from another issuer', claims: { ...claims, iss: 'https://x' }, at: nowMs, want: 'invalid bearer token' },
    {
      name: 'for another audience',
      claims: { ...claims, aud: ['vault'] },
      at: nowMs,
      want: `invalid bearer token, token audiences [vault] is invalid for the target audiences [${TOKEN_ISSUER}]`,
    },
    {
      name: 'of an account that was deleted and made again',
      claims: claimsFor({ ...request, account: { ...account, metadata: { ...account.metadata, uid: 'u0' } } }),
      at: nowMs,
      want: 'service account token has been invalidated',
    },
    {
      name: 'bound to a pod that is gone',
      claims: claimsFor({ ...request, boundObject: { ...pod, uid: 'p0' } }),
      at: nowMs,
      want: 'service account token has been invalidated',
    },
  ] as { name: string; claims: ServiceAccountClaims; at: number; want: string | undefined }[])(
    '$name: $want',
    ({ claims: given, at, want }) => {
      expect(checkTokenClaims(given, { ...setting, nowMs: at }).error).toBe(want);
    },
  );
});

describe('the token in a Secret of a service account', () => {
  const metadata = { name: 'bot', namespace: 'a', uid: 'u1', resourceVersion: '1', creationTimestamp: '' };
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata };
  const claims = tokenSecretClaims(account, 'bot-token', 'id1');
  const setting = { nowMs: 0, audiences: [], uidOf: () => 'u1', isHeldBy: () => true };

  test('stands for the account and does not expire', () => {
    expect(checkTokenClaims({ ...claims }, { ...setting, nowMs: Number.MAX_SAFE_INTEGER })).toEqual({
      audiences: [TOKEN_ISSUER],
      user: {
        name: 'system:serviceaccount:a:bot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
      },
    });
    expect(checkTokenClaims({ ...claims }, { ...setting, audiences: ['vault', TOKEN_ISSUER] }).error).toBeUndefined();
  });

  test.each([
    { name: 'another account of the name', more: { uidOf: () => 'u2' } },
    { name: 'no account', more: { uidOf: () => undefined } },
    { name: 'a Secret that is gone or holds another', more: { isHeldBy: () => false } },
  ])('counts no longer with $name', ({ more }) => {
    expect(checkTokenClaims({ ...claims }, { ...setting, ...more }).error).toBe(
      'service account token has been invalidated',
    );
  });

  test('is for the server alone', () => {
    expect(checkTokenClaims({ ...claims }, { ...setting, audiences: ['vault'] }).error).toBe(
      `invalid bearer token, token audiences [${TOKEN_ISSUER}] is invalid for the target audiences [vault]`,
    );
  });
});

describe('service account names', () => {
  test.each([
    ['system:serviceaccount:a:bot', { namespace: 'a', name: 'bot' }],
    ['system:serviceaccount:a', undefined],
    ['system:serviceaccount:a:b:c', undefined],
    ['system:serviceaccounts:a:b', undefined],
    ['jane', undefined],
  ])('%s', (name, want) => {
    expect(serviceAccountOf(name)).toEqual(want);
    if (want) expect(serviceAccountUserName(want.namespace, want.name)).toBe(name);
  });
});

describe('impersonation', () => {
  const blank = { name: '', uid: '', groups: [], extra: {} };

  test('of a user needs the right to it and to each group', () => {
    const accesses = impersonationAccesses({ name: 'jane', uid: 'u', groups: ['devs'], extra: { scopes: ['view'] } });
    expect(accesses.map(({ group, resource, subresource, name }) => [group, resource, subresource, name])).toEqual([
      ['', 'users', '', 'jane'],
      ['', 'groups', '', 'devs'],
      ['authentication.k8s.io', 'uids', '', 'u'],
      ['authentication.k8s.io', 'userextras', 'scopes', 'view'],
    ]);
  });

  test('of a service account is a right to that account', () => {
    const [access] = impersonationAccesses({ ...blank, name: 'system:serviceaccount:a:bot' });
    expect(access).toMatchObject({ resource: 'serviceaccounts', namespace: 'a', name: 'bot' });
  });

  test.each([
    { request: { ...blank, name: 'jane' }, groups: ['system:authenticated'] },
    { request: { ...blank, name: 'jane', groups: ['devs'] }, groups: ['devs', 'system:authenticated'] },
    { request: { ...blank, name: 'system:anonymous' }, groups: ['system:unauthenticated'] },
    {
      request: { ...blank, name: 'system:serviceaccount:a:bot' },
      groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
    },
    {
      request: { ...blank, name: 'system:serviceaccount:a:bot', groups: ['x'] },
      groups: ['x', 'system:authenticated'],
    },
  ])('makes $request.name a member of $groups', ({ request, groups }) => {
    expect(impersonated(request)).toEqual({ name: request.name, groups });
  });
});
