import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { patchAnswer, selfSignedCertificate, type HookServer, type RawClient } from '@orrery/test-services';
import { CONFIG_MAPS, ruleFor as rule, WebhookStory } from './webhook-story';

let story: WebhookStory;
let raw: RawClient;
let hooks: HookServer;
const install: WebhookStory['install'] = (...given) => story.install(...given);
const create: WebhookStory['create'] = (...given) => story.create(...given);
beforeAll(async () => {
  story = await WebhookStory.open('webhook-faults');
  ({ raw, hooks } = story);
});
afterEach(() => story.reset());
afterAll(() => story.close());

describe('what a webhook may do wrong', () => {
  let elsewhere: Server;
  let visits = 0;
  beforeAll(async () => {
    elsewhere = createServer((_request, response) => {
      visits++;
      response.end('{}');
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => elsewhere.close(resolve)));

  const review = (response: object, more: object = {}) => ({ response, ...more });
  test.each<[string, object | string, string]>([
    ['no JSON', { text: 'hello' }, 'the answer is not JSON'],
    ['an error', { text: 'broken', code: 500 }, 'an error on the server ("broken") has prevented the request'],
    ['nothing there', { text: '', code: 404 }, 'the server could not find the requested resource'],
    ['no response', { text: '{}' }, 'received invalid webhook response: webhook response was absent'],
    [
      'another uid',
      review({ allowed: true }, { uid: 'x' }),
      'received invalid webhook response: expected response.uid=',
    ],
    [
      'another version',
      review({ allowed: true }, { apiVersion: 'admission.k8s.io/v1beta1' }),
      'expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got admission.k8s.io/v1beta1, Kind=AdmissionReview',
    ],
    [
      'a patch without a type',
      review({ allowed: true, patch: 'W10=' }),
      'webhook returned response.patch but not response.patchType',
    ],
    ['a redirect', { location: 'elsewhere' }, 'redirects are not followed'],
  ])('%s', async (_what, answer, message) => {
    await install('mutating', 'wrong', { rules: [rule('configmaps')] });
    const { port } = elsewhere.address() as AddressInfo;
    const given = answer as { location?: string };
    hooks.serve('/wrong', () =>
      given.location ? { location: `http://127.0.0.1:${port}/` } : (answer as { text: string }),
    );
    const { json } = await create(CONFIG_MAPS, 'wrong');
    expect(json).toMatchObject({ code: 500, reason: 'InternalError' });
    expect(json.message).toContain('Internal error occurred: failed calling webhook "wrong.example.com": ');
    expect(json.message).toContain(message);
    expect(visits).toBe(0);
  });

  test.each<[string, object[], string]>([
    ['a patch that does not fit', [{ op: 'remove', path: '/data/none' }], 'Internal error occurred: '],
    ['a patch to another type', [{ op: 'add', path: '/data', value: 5 }], 'Internal error occurred: '],
    [
      'another name',
      [{ op: 'replace', path: '/metadata/namespace', value: 'other' }],
      'the namespace of the provided object does not match',
    ],
  ])('%s', async (_what, patch, message) => {
    await install('mutating', 'wrong', { rules: [rule('configmaps')], failurePolicy: 'Ignore' });
    hooks.serve('/wrong', () => patchAnswer(patch));
    const { json } = await create(CONFIG_MAPS, 'wrong');
    expect(json.message).toContain(message);
    expect((await raw.send(`${CONFIG_MAPS}/wrong`)).code).toBe(404);
  });

  test('a certificate of another authority; failurePolicy Ignore passes it over', async () => {
    const other = await selfSignedCertificate(['localhost'], Date.now());
    const clientConfig = { url: `${hooks.url}/ca`, caBundle: Buffer.from(other.cert).toString('base64') };
    await install('validating', 'ca', { rules: [rule('configmaps')], clientConfig });
    expect((await create(CONFIG_MAPS, 'ca')).json.message).toMatch(
      /failed to call webhook: Post .*: tls: failed to verify certificate: x509: certificate signed by unknown authority$/,
    );
    await install('validating', 'ca2', { rules: [rule('secrets')], clientConfig, failurePolicy: 'Ignore' });
    expect((await create('/api/v1/namespaces/default/secrets', 'ca')).code).toBe(201);
    expect(hooks.seen).toEqual([]);
  });
});
