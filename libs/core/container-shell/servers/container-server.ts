import type { Container, Pod } from '@orrery/api-types';
import { hostnameOf } from '../pods/environment';
import { answerOf, ruleFor, textAnswer, type HttpAnswer, type HttpQuestion, type HttpRule } from './http-answer';
import { knownServer } from './known-servers';

interface DeclaredPort {
  readonly containerPort?: number;
  readonly protocol?: string;
}

/** Whether a container listens at a TCP port: it declares it, or its program is known to. */
export function listensAt(container: Container, port: number): boolean {
  const ports = (container.ports ?? []) as readonly DeclaredPort[];
  return (
    ports.some(({ containerPort, protocol = 'TCP' }) => containerPort === port && protocol === 'TCP') ||
    knownServer(container)?.port === port
  );
}

/** A container that is asked. */
export interface AskedContainer {
  readonly pod: Pod;
  readonly container: Container;
  readonly rules: readonly HttpRule[];
  readonly nowMs: number;
}

/** What a container answers: what its behaviour says, or its program if that is known, or else who it is. */
export function httpAnswer({ pod, container, rules, nowMs }: AskedContainer, question: HttpQuestion): HttpAnswer {
  const rule = ruleFor(rules, question);
  if (rule) return answerOf(rule);
  const server = knownServer(container);
  if (server?.port === question.port) return server.answer(question, { hostname: hostnameOf(pod), nowMs });
  const { namespace = '', name } = pod.metadata;
  return textAnswer(`pod ${namespace}/${name}, container ${container.name}: ${question.method} ${question.target}\n`);
}
