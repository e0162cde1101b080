import { kindByResource, type Pod } from '@orrery/api-types';
import { serverAt, type HttpAnswer } from '@orrery/container-shell';
import type { Answer, KindRequest } from '../kind-request';
import { read } from '../reads';
import { machineOf } from './container-machine';
import { statusOfContainer } from './session-container';
import { listenerAt, speaksTls } from './network/asked-container';
import { answerOf } from './network/pod-network';
import {
  chooseEndpoint,
  placeOfPod,
  proxyFailure,
  readProxyName,
  type ProxiedEndpoints,
  type ProxiedService,
  type ProxyPlace,
} from './proxy-place';
import { rewriteLinks, throughProxy } from './rewrite-links';
import { sendAnswer } from './send-answer';

/** `pods/proxy`: a request of HTTP to a port of a simulated pod (`ProxyREST` of pods upstream). */
export async function proxyToPod(request: KindRequest): Promise<Answer> {
  const wanted = readProxyName(request.path.name ?? '', 'pod');
  const pod = (await read({ ...request, path: { ...request.path, name: wanted.name } })) as Pod;
  return answer(request, placeOfPod(pod, wanted), pod);
}

/** `services/proxy`: the same to one of the pods of a service. */
export async function proxyToService(request: KindRequest): Promise<Answer> {
  const { runtime, namespace, path } = request;
  const id = path.name ?? '';
  const wanted = readProxyName(id, 'service');
  const ofService = { ...request, path: { ...path, name: wanted.name } };
  const hasNumber = /^[+-]?\d+$/.test(wanted.port);
  const known = (await read(ofService)) as ProxiedService;
  const service = hasNumber ? known : undefined;
  const kind = kindByResource('', 'v1', 'endpoints')!;
  const endpoints = (await read({ ...ofService, kind })) as ProxiedEndpoints;
  const { place, pod } = chooseEndpoint({
    wanted,
    id,
    service,
    endpoints,
    podOf: (of, name) => runtime.cache.get({ resource: 'pods', namespace: of || namespace, name }) as Pod | undefined,
    chance: (bound) => Math.floor(Math.random() * bound),
  });
  return answer(request, place, pod);
}

async function answer(request: KindRequest, place: ProxyPlace, pod: Pod): Promise<Answer> {
  const { runtime, sessions, raw, response, method } = request;
  const [path, query] = (raw.url ?? '').split('?', 2) as [string, string?];
  // Behind /api/v1/namespaces/NAMESPACE/pods/NAME/proxy.
  const asked = path.replace(/^(?:\/+[^/]+){7}/, '');
  // Relative links of what is shown lead to the right place then (`proxyRedirectsforRootPath` upstream).
  if (asked === '' && (method === 'GET' || method === 'HEAD')) {
    response.setHeader('Location', query === undefined ? 'proxy/' : `proxy/?${query}`);
    return { code: 301, body: '' };
  }
  const target = query === undefined ? asked || '/' : `${asked || '/'}?${query}`;
  const port = Number(place.port);
  const container = listenerAt(pod, port);
  if (!container) throw proxyFailure(place, 'refuses');
  const isTls = speaksTls(container, port);
  if (isTls !== (place.scheme === 'https')) throw proxyFailure(place, isTls ? 'speaks TLS' : 'speaks no TLS');
  // What its containers have written by now is what it shows.
  if (serverAt(container, port)?.showsFiles) {
    await machineOf(runtime, sessions, { pod, container, status: statusOfContainer(pod, container.name)! });
  }
  const question = { method, target, port };
  const given = answerOf(runtime, sessions, { asked: { pod, container }, question });
  await sessions.following.done();
  const proxied = path.slice(0, path.length - asked.length);
  await sendAnswer(runtime.clock, response, rewritten(given, proxied));
  return undefined;
}

/** Redirects and links to paths of the server lead through the proxy (`rewriteURL` of upstream's proxy transport). */
function rewritten(answer: HttpAnswer, proxied: string): HttpAnswer {
  const isPage = Object.entries(answer.headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('text/html'),
  );
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      name.toLowerCase() === 'location' ? throughProxy(value, proxied) : value,
    ]),
  );
  return { ...answer, headers, body: isPage ? rewriteLinks(answer.body, proxied) : answer.body };
}
