import type { Container } from '@orrery/api-types';
import { answerOf, ruleFor, textAnswer, type HttpAnswer, type HttpQuestion, type HttpRule } from './http-answer';
import { serverAt } from './known-servers';
import type { ServerPlace } from './server-place';

interface DeclaredPort {
  readonly containerPort?: number;
  readonly protocol?: string;
}

/** Returns true if a container listens at a port: it declares it, or its program is known to. */
export function listensAt(container: Container, port: number, protocol: 'TCP' | 'UDP' = 'TCP'): boolean {
  const ports = (container.ports ?? []) as readonly DeclaredPort[];
  return (
    ports.some((each) => each.containerPort === port && (each.protocol ?? 'TCP') === protocol) ||
    serverAt(container, port, protocol) !== undefined
  );
}

/** A container that is asked. */
export interface AskedContainer {
  /** Namespace and name, which answer where nothing else is known. */
  readonly pod: { readonly namespace: string; readonly name: string };
  readonly container: Container;
  readonly rules: readonly HttpRule[];
  /** Returns the place of its server; called only if its program is known. */
  readonly place: () => ServerPlace;
}

/** Returns the answer of a container: by its behaviour, else by its program if that is known, else its own identity. */
export function httpAnswer({ pod, container, rules, place }: AskedContainer, question: HttpQuestion): HttpAnswer {
  const rule = ruleFor(rules, question);
  if (rule) return answerOf(rule);
  const server = serverAt(container, question.port);
  if (server?.answer) return server.answer(question, place());
  const { namespace, name } = pod;
  return textAnswer(`pod ${namespace}/${name}, container ${container.name}: ${question.method} ${question.target}\n`);
}
