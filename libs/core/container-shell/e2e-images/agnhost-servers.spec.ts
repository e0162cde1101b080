import type { Container } from '@orrery/api-types';
import { NoAnswer, serverAt, type HttpAnswer, type HttpRequest, type Network } from '../index';
import { placeAt, type ServerPlace } from '../servers/server-place';

const agnhost = (...args: string[]): Container => ({ name: 'c', image: 'k8s.gcr.io/e2e/agnhost:2.21', args });
const answered: Record<string, Partial<HttpAnswer>> = { 'b:80/hostname': { body: 'b-0' } };
const network: Network = {
  request: ({ host, port, target }: HttpRequest) => {
    const given = answered[`${host}:${port}${target}`];
    return given ? { status: 200, headers: {}, body: '', afterMs: 0, ...given } : NoAnswer.Refused;
  },
  connect: () => undefined,
  send: (_remote, text) => (text === 'hostname' ? 'b-0' : undefined),
  lookup: () => [],
};

function serverOf(container: Container, port: number) {
  const lines: string[] = [];
  const place: ServerPlace = {
    ...placeAt(0, 0),
    ...{ hostname: 'a-0', client: '10.1.0.9:4000', network, log: (text: string) => void lines.push(text) },
  };
  const ask = (target: string, body?: unknown): HttpAnswer => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return serverAt(container, port)!.answer!({ method: 'GET', target, port, ...(body ? { body: text } : {}) }, place);
  };
  return { ask, lines };
}

describe('netexec', () => {
  const { ask, lines } = serverOf(agnhost('netexec'), 8080);

  it.each([
    ['/echo?msg=poststart', 'poststart'],
    ['/clientip', '10.1.0.9:4000'],
    ['/dial?request=hostname&protocol=http&host=b&port=80&tries=2', '{"responses":["b-0","b-0"]}'],
    ['/dial?request=hostname&protocol=udp&host=b&port=81', '{"responses":["b-0"]}'],
    [
      '/dial?request=x&protocol=udp&host=b&port=81',
      `{"errors":["reading from udp connection failed. err:'i/o timeout'"]}`,
    ],
  ])('%s', (target, body) => {
    expect(ask(target).body).toBe(body);
  });

  it('prints each request', () => {
    expect(lines).toContain('GET /echo?msg=poststart&code=');
  });

  it('answers datagrams', () => {
    const { reply } = serverAt(agnhost('netexec'), 8081, 'UDP')!;
    expect(reply!('hostname', { ...placeAt(0, 0), hostname: 'a-0' })).toBe('a-0');
    expect(reply!('echo Hi', placeAt(0, 0))).toBe('hi');
    expect(reply!('x', placeAt(0, 0))).toBeUndefined();
  });
});

test('nettest counts who wrote', () => {
  const { ask } = serverOf(agnhost('nettest'), 8080);
  ask('/write', '{"Source": "prestop"}');
  expect((JSON.parse(ask('/read').body) as { Received: object }).Received).toEqual({ prestop: 1 });
});

test('porter opens the ports of its variables, some of them with TLS', () => {
  const env = [
    { name: 'SERVE_PORT_80', value: 'foo' },
    { name: 'SERVE_PORT_90', value: '<a href="/x">x</a>' },
    { name: 'SERVE_TLS_PORT_443', value: 'tls' },
  ];
  const container: Container = { ...agnhost('porter'), env };
  expect(serverOf(container, 80).ask('/').body).toBe('foo');
  expect(serverOf(container, 90).ask('/').headers['Content-Type']).toContain('text/html');
  expect(serverAt(container, 443)).toMatchObject({ isTls: true });
  expect(serverAt(container, 81)).toBeUndefined();
});

test('a guestbook keeps what it gets', () => {
  const primary = serverOf(agnhost('guestbook', '--http-port', '6379'), 6379);
  primary.ask('/set?key=messages&value=Hi');
  answered['agnhost-replica:6379/get?key=messages'] = primary.ask('/get?key=messages');
  answered['agnhost-primary:6379/set?key=messages&value=Hi'] = primary.ask('/set?key=messages&value=Hi');
  const front = serverOf(agnhost('guestbook', '--backend-port', '6379'), 80);
  expect(front.ask('/guestbook?cmd=set&key=messages&value=Hi').body).toBe('{"message":"Updated"}');
  expect(front.ask('/guestbook?cmd=get&key=messages&value=').body).toBe('{"data":"Hi"}');
});

describe('the webhook', () => {
  const { ask } = serverOf(agnhost('webhook', '--port=8444', '--sidecar-image=side'), 8444);
  const review = (request: object): object => ({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request });
  const respond = (path: string, request: object): Record<string, unknown> => {
    const answer = JSON.parse(ask(path, review({ uid: 'u', ...request })).body) as {
      response: Record<string, unknown>;
    };
    const { uid, patch, ...response } = answer.response;
    expect(uid).toBe('u');
    return typeof patch === 'string' ? { ...response, patch: JSON.parse(atob(patch)) as unknown } : response;
  };
  const marked = (value: string): object => ({ data: { 'webhook-e2e-test': value } });
  const added = { 'added-label': 'yes' };

  test.each<[string, object, object]>([
    ['/always-deny', {}, { allowed: false, status: { message: 'this webhook denies all requests' } }],
    ['/add-label', { object: {} }, { patch: [{ op: 'add', path: '/metadata/labels', value: added }] }],
    [
      '/add-label',
      { object: { metadata: { labels: { a: 'b' } } } },
      { patch: [{ path: '/metadata/labels/added-label' }] },
    ],
    ['/add-label', { object: { metadata: { labels: added } } }, { allowed: true }],
    [
      '/pods',
      {
        object: {
          metadata: { labels: { 'webhook-e2e-test': 'webhook-disallow' } },
          spec: { containers: [{ name: 'webhook-disallow' }] },
        },
      },
      {
        allowed: false,
        status: { message: 'the pod contains unwanted label; the pod contains unwanted container name;' },
      },
    ],
    [
      '/pods/attach',
      { name: 'to-be-attached-pod', object: { stdin: true, container: 'container1' } },
      { allowed: false, status: { message: "attaching to pod 'to-be-attached-pod' is not allowed" } },
    ],
    ['/configmaps', { operation: 'CREATE', object: marked('webhook-disallow') }, { allowed: false }],
    ['/configmaps', { operation: 'DELETE', oldObject: marked('webhook-disallow') }, { allowed: true }],
    ['/custom-resource', { operation: 'DELETE', oldObject: marked('webhook-nondeletable') }, { allowed: false }],
    [
      '/mutating-configmaps',
      { object: { data: { 'mutation-start': 'yes' } } },
      { patch: [{ path: '/data/mutation-stage-1' }] },
    ],
    [
      '/mutating-pods',
      { object: { metadata: { name: 'webhook-to-be-mutated' }, spec: {} } },
      { patch: [{ path: '/spec/initContainers' }] },
    ],
    ['/mutating-pods-sidecar', { object: { spec: { containers: [] } } }, { patch: [{ value: { image: 'side' } }] }],
    ['/crd', { object: { metadata: { labels: { 'webhook-e2e-test': 'webhook-disallow' } } } }, { allowed: false }],
  ])('answers %s', (path, request, expected) => {
    expect(respond(path, request)).toMatchObject(expected);
  });

  it('takes its time where its path says so', () => {
    expect(ask('/always-allow-delay-5s', review({})).afterMs).toBe(5000);
    expect(ask('/readyz').body).toBe('ok');
    expect(ask('/pods', 'no review').status).toBe(400);
  });
});

describe('the conversion webhook', () => {
  const { ask } = serverOf(agnhost('crd-conversion-webhook', '--port=9443'), 9443);
  const [v1, v2] = ['stable.example.com/v1', 'stable.example.com/v2'];

  test.each<[string, object, unknown]>([
    [v2, { apiVersion: v1, kind: 'A', hostPort: 'h:80' }, { apiVersion: v2, kind: 'A', host: 'h', port: '80' }],
    [v1, { apiVersion: v2, host: 'h', port: '80' }, { apiVersion: v1, hostPort: 'h:80' }],
    [v2, { apiVersion: v1, hostPort: 'h' }, 'invalid hostPort value `h`'],
    [v1, { apiVersion: v1 }, 'conversion from a version to itself should not call the webhook: stable.example.com/v1'],
  ])('to %s of %j', (desiredAPIVersion, object, expected) => {
    const review = {
      apiVersion: 'apiextensions.k8s.io/v1',
      request: { uid: 'u', desiredAPIVersion, objects: [object] },
    };
    const { response } = JSON.parse(ask('/crdconvert', review).body) as {
      response: { convertedObjects?: unknown[]; result: { message?: string } };
    };
    expect(response.convertedObjects?.[0] ?? response.result.message).toEqual(expected);
  });
});
