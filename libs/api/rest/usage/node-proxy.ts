import { notFound, type Node } from '@orrery/api-types';
import { type ClusterRuntime, meterOf } from '@orrery/control-plane';
import { unknownResource } from '@orrery/api-protocol';
import { fileServer, GO_FILE_SERVER, placeAt } from '@orrery/container-shell';
import type { Answer, KindRequest } from '../kind-request';
import { read } from '../reads';
import { sendAnswer } from '../sessions/send-answer';
import { kubeletText } from './kubelet-text';
import { resourceText } from './resource-text';
import { summaryOf } from './stats-summary';

type Reply = (runtime: ClusterRuntime, node: Node) => unknown;

/** Replies of kubelets, by path. */
const PATHS: Readonly<Record<string, Reply>> = {
  'stats/summary': (runtime, node) => summaryOf(meterOf(runtime, node), node, runtime.clock.now()),
  'metrics/resource': (runtime, node) => resourceText(meterOf(runtime, node), node, runtime.clock.now()),
  metrics: kubeletText,
  pods: podsOf,
  healthz: () => 'ok',
};
const LOGS = 'logs';
/** The name of a node, with the scheme and the port of its kubelet if they are given. */
const NODE_NAME = /^(?:https?:)?([^:]+)(?::(?:10250)?)?$/;

/** Answers `GET nodes/{node}/proxy/…`: the kubelet's data about its pods and the usage of its node (spec nodes D6). */
export async function readNodeProxy(request: KindRequest): Promise<Answer> {
  const { rest = '', name: given = '' } = request.path;
  const path = rest.replace(/\/$/, '');
  const name = NODE_NAME.exec(given)?.[1];
  const isOfLogs = path === LOGS || path.startsWith(`${LOGS}/`);
  if (name === undefined) throw unknownResource();
  const node = (await read({ ...request, path: { ...request.path, name } })) as Node;
  if (!node.status) throw notFound(request.kind, name);
  if (isOfLogs) return sendLogs(request, name, path.slice(LOGS.length) || '/');
  if (!Object.hasOwn(PATHS, path)) throw unknownResource();
  return { code: 200, body: PATHS[path]!(request.runtime, node) };
}

/** The files below `/var/log` of a node, as a server of files in Go shows them (`ServeLogs` of upstream's `pkg/kubelet`). */
async function sendLogs(
  { runtime, sessions, response }: KindRequest,
  node: string,
  target: string,
): Promise<undefined> {
  const nowMs = runtime.clock.now();
  const place = { ...placeAt(nowMs, nowMs), hostname: node, files: sessions.files.onNode(runtime, node) };
  const answer = fileServer({ ...GO_FILE_SERVER, root: '/var/log' })({ method: 'GET', target, port: 10250 }, place);
  await sendAnswer(runtime.clock, response, answer);
  return undefined;
}

/** The pods that run on a node, or did, as long as they are stored. */
function podsOf({ cache }: ClusterRuntime, { metadata }: Node): object {
  const items = cache.podsOn(metadata.name).map(({ apiVersion: _version, kind: _kind, ...pod }) => pod);
  return { kind: 'PodList', apiVersion: 'v1', metadata: {}, items };
}
