import { TOKEN_SECRET_TYPE, tokenSecretName, type KubeObject } from '@orrery/api-types';
import { filledSecret, listingSecret, planTokens } from './plan-tokens';

const NAME = 'kubernetes.io/service-account.name';
const UID = 'kubernetes.io/service-account.uid';
const account = (more: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'bot', namespace: 'a', uid: 'u1', resourceVersion: '1', creationTimestamp: '' },
  ...more,
});
const secret = (name: string, annotations: object = {}, data?: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name,
    namespace: 'a',
    uid: name,
    resourceVersion: '1',
    creationTimestamp: '',
    annotations: { [NAME]: 'bot', ...annotations },
  },
  type: TOKEN_SECRET_TYPE,
  ...(data ? { data } : {}),
});
const whole = (name: string): KubeObject =>
  secret(name, { [UID]: 'u1' }, { token: btoa('t'), namespace: btoa('a'), 'ca.crt': btoa('ca') });
const own = tokenSecretName('bot');
const second = tokenSecretName('bot', 1);
const nothing = { create: undefined, list: undefined, unlist: [], fill: [], remove: [] };

test.each([
  { name: 'all is there', secrets: [whole('s')], accountsHaveTokens: false, want: nothing },
  { name: 'a Secret is empty', secrets: [secret('s')], accountsHaveTokens: false, want: { ...nothing, fill: ['s'] } },
  {
    name: 'a Secret lacks the namespace',
    secrets: [secret('s', { [UID]: 'u1' }, { token: btoa('t'), 'ca.crt': btoa('ca') })],
    accountsHaveTokens: false,
    want: { ...nothing, fill: ['s'] },
  },
  {
    name: 'a Secret was of an account that went and came again',
    secrets: [secret('s', { [UID]: 'u0' }), whole('kept')],
    accountsHaveTokens: false,
    want: { ...nothing, remove: ['s'] },
  },
  {
    name: 'the account is gone',
    gone: true,
    secrets: [whole('s'), secret('t')],
    accountsHaveTokens: true,
    want: { ...nothing, remove: ['s', 't'] },
  },
  {
    name: 'the account is to have a Secret, and has another',
    secrets: [whole('s')],
    accountsHaveTokens: true,
    want: { ...nothing, create: own, list: own },
  },
  {
    name: 'the Secret went and is listed',
    given: account({ secrets: [{ name: own }, { name: 'other' }] }),
    secrets: [],
    accountsHaveTokens: true,
    want: { ...nothing, create: second, list: second, unlist: [own] },
  },
  {
    name: 'the Secret went, and another took its place',
    given: account({ secrets: [{ name: own }, { name: second }] }),
    secrets: [whole(second)],
    accountsHaveTokens: true,
    want: { ...nothing, unlist: [own] },
  },
  {
    name: 'the Secret is there and not listed',
    given: account({ secrets: [{ name: 'other' }] }),
    secrets: [whole(own)],
    accountsHaveTokens: true,
    want: { ...nothing, list: own },
  },
])('what is to be done where $name', ({ gone, given, secrets, accountsHaveTokens, want }) => {
  const plan = planTokens({
    account: gone ? undefined : (given ?? account()),
    secrets,
    trusted: 'ca',
    accountsHaveTokens,
  });
  const names = (objects: readonly KubeObject[]): string[] => objects.map(({ metadata }) => metadata.name);
  expect({ ...plan, fill: names(plan.fill), remove: names(plan.remove) }).toEqual(want);
});

test('a Secret is filled once, and keeps what else is in it', () => {
  const empty = secret('s', { note: 'x' }, { extra: 'eA==' });
  const filled = filledSecret(empty, account(), { trusted: 'ca', newToken: () => 'signed' })!;
  expect(filled.metadata.annotations).toEqual({ [NAME]: 'bot', [UID]: 'u1', note: 'x' });
  expect(filled['data']).toEqual({ extra: 'eA==', token: btoa('signed'), namespace: btoa('a'), 'ca.crt': btoa('ca') });
  expect(filledSecret(filled, account(), { trusted: 'ca', newToken: () => 'another' })).toBeUndefined();
  const trusting = filledSecret(filled, account(), { trusted: 'new', newToken: () => 'another' })!;
  expect(trusting['data']).toMatchObject({ token: btoa('signed'), 'ca.crt': btoa('new') });
  expect(empty['data']).toEqual({ extra: 'eA==' });
});

test('a Secret is listed once, after the others, and in place of the one that went', () => {
  const listing = listingSecret(account({ secrets: [{ name: 'other' }] }), { list: own, unlist: [] })!;
  expect(listing['secrets']).toEqual([{ name: 'other' }, { name: own }]);
  expect(listingSecret(listing, { list: own, unlist: [] })).toBeUndefined();
  const replaced = listingSecret(listing, { list: second, unlist: [own] })!;
  expect(replaced['secrets']).toEqual([{ name: 'other' }, { name: second }]);
});
