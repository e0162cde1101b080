import type { Container, Pod } from '@orrery/api-types';
import { parseTimeMs } from '@orrery/time';
import {
  containersOf,
  hostnameOf,
  httpAnswer,
  listensAt,
  serverAt,
  type HttpAnswer,
  type HttpQuestion,
  type ServerPlace,
} from '@orrery/container-shell';
import type { ClusterRuntime } from '@orrery/control-plane';
import { BehaviourAnnotation, httpRulesIn } from '@orrery/pod-lifecycle';
import { behaviourOf } from '../container-behaviour';
import { statusOfContainer } from '../session-container';
import type { Sessions } from '../sessions';
import { networkOf } from './pod-network';
import { printLine } from './run-memories';

/** A container of a pod that is asked. */
export interface Asked {
  readonly pod: Pod;
  readonly container: Container;
  /** The client as `ADDRESS:PORT`; empty for one that is not a pod. */
  readonly client?: string;
}

/** The container that listens at a port of a simulated pod: one that runs, and declares the port or is known to have it. */
export function listenerAt(pod: Pod, port: number, protocol: 'TCP' | 'UDP' = 'TCP'): Container | undefined {
  return containersOf(pod).find(
    (container) => listensAt(container, port, protocol) && statusOfContainer(pod, container.name)?.state?.running,
  );
}

/** Returns true if a container speaks TLS at a port. */
export function speaksTls(container: Container, port: number): boolean {
  return serverAt(container, port)?.isTls === true;
}

/** Returns the answer of a container to a request of HTTP. */
export function answerOf(
  runtime: ClusterRuntime,
  sessions: Sessions,
  { asked, question }: { readonly asked: Asked; readonly question: HttpQuestion },
): HttpAnswer {
  const { pod, container } = asked;
  const rules = httpRulesIn(behaviourOf(runtime, { pod, container }, BehaviourAnnotation.Http));
  const { namespace = '', name } = pod.metadata;
  const place = (): ServerPlace => placeOf(runtime, sessions, asked);
  return httpAnswer({ pod: { namespace, name }, container, rules, place }, question);
}

/** Returns the reply of a container to a datagram; undefined for none. */
export function replyOf(
  runtime: ClusterRuntime,
  sessions: Sessions,
  { asked, port, text }: { readonly asked: Asked; readonly port: number; readonly text: string },
): string | undefined {
  return serverAt(asked.container, port, 'UDP')?.reply?.(text, placeOf(runtime, sessions, asked));
}

function placeOf(runtime: ClusterRuntime, sessions: Sessions, { pod, container, client = '' }: Asked): ServerPlace {
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
