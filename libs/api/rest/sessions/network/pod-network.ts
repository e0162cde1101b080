import { isIP } from 'node:net';
import type { Pod } from '@orrery/api-types';
import type { ClusterRuntime } from '@orrery/control-plane';
import {
  hostnameOf,
  httpAnswer,
  NoAnswer,
  serverAt,
  type HttpAnswer,
  type HttpQuestion,
  type Network,
  type Remote,
  type ServerPlace,
} from '@orrery/container-shell';
import { BehaviourAnnotation, httpRulesIn } from '@orrery/pod-lifecycle';
import { parseTimeMs } from '@orrery/time';
import { behaviourOf } from '../container-behaviour';
import { reportHealth } from '../health-changes';
import { statusOfContainer } from '../session-container';
import type { SessionMemory } from '../session-memory';
import { listenerAt, speaksTls, type Asked } from './asked-container';
import { lookUp } from './names';
import { isOwnHost, placeAtAddress, placeOnOwnNode, type Place } from './places';
import { printLine } from './run-memories';
import { behindService } from './service-endpoints';

/** Ports that clients have. */
const FIRST_CLIENT_PORT = 32_768;
const CLIENT_PORTS = 28_232;

/**
 * Returns the network of a pod's programs: their own pod, others by address or by name in a headless service, services by name and
 * address, and ports of nodes.
 */
export function networkOf(runtime: ClusterRuntime, sessions: SessionMemory, from: Pod): Network {
  const reach = (remote: Remote): Reached | NoAnswer => reached(runtime, sessions, { from, remote });
  return {
    request: ({ host, port, method, target, body, isTls = false }) => {
      const found = reach({ host, port, protocol: 'TCP' });
      if (typeof found === 'string') return found;
      if (speaksTls(found.asked.container, found.port) !== isTls) return NoAnswer.Refused;
      const question = { method, target, port: found.port, ...(body !== undefined && { body }) };
      return answerOf(runtime, sessions, { asked: found.asked, question });
    },
    connect: (remote) => {
      const found = reach(remote);
      return typeof found === 'string' ? found : undefined;
    },
    send: (remote, text) => {
      const found = reach(remote);
      return typeof found === 'string'
        ? found
        : replyOf(runtime, sessions, { asked: found.asked, port: found.port, text });
    },
    lookup: (question) => lookUp(runtime, from, question),
  };
}

/** A container that a client has come to, and the port there. */
interface Reached {
  readonly asked: Asked;
  readonly port: number;
}

function reached(
  runtime: ClusterRuntime,
  sessions: SessionMemory,
  { from, remote }: { readonly from: Pod; readonly remote: Remote },
): Reached | NoAnswer {
  const { port, protocol } = remote;
  const host = remote.host.toLowerCase();
  const clientIP = from.status?.podIP ?? '';
  let place: Place | undefined;
  // For a pod in the network of its node, the own host is the node.
  if (isOwnHost(from, host)) {
    const onNode = from.spec.hostNetwork ? placeOnOwnNode(runtime, from, { host, port, protocol }) : undefined;
    place = onNode ?? { is: 'pod', pod: from, port };
  } else {
    const address = isIP(host) > 0 ? host : addressOf(runtime, from, host);
    if (address === undefined) return NoAnswer.UnknownHost;
    place = isOwnHost(from, address)
      ? { is: 'pod', pod: from, port }
      : placeAtAddress(runtime, { host: address, port, protocol });
  }
  const found =
    place?.is === 'service' ? behindService(runtime, sessions.affinity, { ...place, protocol, clientIP }) : place;
  const container = found && listenerAt(found.pod, found.port, protocol);
  if (!container) return NoAnswer.Refused;
  const client = `${clientIP}:${FIRST_CLIENT_PORT + Math.floor(Math.random() * CLIENT_PORTS)}`;
  return { asked: { pod: found.pod, container, client }, port: found.port };
}

/** An address of a name, any of several. */
function addressOf(runtime: ClusterRuntime, from: Pod, name: string): string | undefined {
  for (const type of ['A', 'AAAA'] as const) {
    const found = lookUp(runtime, from, { name, type, searches: true }).filter((record) => record.type === type);
    if (found.length > 0) return found[Math.floor(Math.random() * found.length)]!.data;
  }
  return undefined;
}

/** Returns the answer of a container to a request of HTTP. */
export function answerOf(
  runtime: ClusterRuntime,
  sessions: SessionMemory,
  { asked, question }: { readonly asked: Asked; readonly question: HttpQuestion },
): HttpAnswer {
  const { pod, container } = asked;
  const rules = httpRulesIn(behaviourOf(runtime, { pod, container }, BehaviourAnnotation.Http));
  const { namespace = '', name } = pod.metadata;
  const place = (): ServerPlace => placeOf(runtime, sessions, asked);
  const answer = httpAnswer({ pod: { namespace, name }, container, rules, place }, question);
  if (serverAt(container, question.port)?.changesHealth) {
    const status = statusOfContainer(pod, container.name)!;
    sessions.following.add(reportHealth(runtime, { pod, container, status }, place()), (error) =>
      runtime.log.error({ err: error, cluster: runtime.id, pod: name }, 'the health of a server was not told'),
    );
  }
  return answer;
}

/** Returns the reply of a container to a datagram; undefined for none. */
function replyOf(
  runtime: ClusterRuntime,
  sessions: SessionMemory,
  { asked, port, text }: { readonly asked: Asked; readonly port: number; readonly text: string },
): string | undefined {
  return serverAt(asked.container, port, 'UDP')?.reply?.(text, placeOf(runtime, sessions, asked));
}

function placeOf(
  runtime: ClusterRuntime,
  sessions: SessionMemory,
  { pod, container, client = '' }: Asked,
): ServerPlace {
  const status = statusOfContainer(pod, container.name)!;
  const memory = sessions.processes.runs.of(pod.metadata.uid, status);
  const nowMs = runtime.clock.now();
  return {
    ...{ nowMs, client, memory: memory.values },
    hostname: hostnameOf(pod),
    startedAtMs: parseTimeMs(status.state?.running?.startedAt) ?? nowMs,
    log: (text) => printLine(memory, text, nowMs),
    get files() {
      return sessions.files.open(runtime, { pod, container, status }, '');
    },
    get network() {
      return networkOf(runtime, sessions, pod);
    },
  };
}
