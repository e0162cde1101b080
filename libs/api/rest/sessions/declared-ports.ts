import type { Container, Pod } from '@orrery/api-types';
import { containersOf, httpAnswer, listensAt, type HttpAnswer, type HttpQuestion } from '@orrery/container-shell';
import type { ClusterRuntime } from '@orrery/control-plane';
import { BehaviourAnnotation, httpRulesIn } from '@orrery/pod-lifecycle';
import { behaviourOf } from './container-machine';
import { statusOfContainer } from './session-container';

/** The container that listens at a TCP port of a simulated pod: one that runs, and declares the port or is known to have it. */
export function listenerAt(pod: Pod, port: number): Container | undefined {
  return containersOf(pod).find(
    (container) => listensAt(container, port) && statusOfContainer(pod, container.name)?.state?.running,
  );
}

/** What a container answers to a request of HTTP. */
export function answerOf(
  runtime: ClusterRuntime,
  { pod, container }: { readonly pod: Pod; readonly container: Container },
  question: HttpQuestion,
): HttpAnswer {
  const rules = httpRulesIn(behaviourOf(runtime, { pod, container }, BehaviourAnnotation.Http));
  return httpAnswer({ pod, container, rules, nowMs: runtime.clock.now() }, question);
}
