import type { Pod } from '@orrery/api-types';
import { annotatePod, type ClusterRuntime } from '@orrery/control-plane';
import { BehaviourAnnotation } from '@orrery/pod-lifecycle';
import { parseTimeMs } from '@orrery/time';
import { statusOfContainer, type RunningContainer } from './session-container';

/** Calls `ended` once when the run of a container is over, or its pod is gone. Returns a function that stops waiting. */
export function onContainerEnd(
  runtime: ClusterRuntime,
  { pod, container, status }: RunningContainer,
  ended: () => void,
): () => void {
  const { name, namespace = '', uid } = pod.metadata;
  const isOver = (): boolean => {
    const now = runtime.cache.get({ resource: 'pods', namespace, name }) as Pod | undefined;
    if (now?.metadata.uid !== uid) return true;
    const { running } = statusOfContainer(now, container.name)?.state ?? {};
    return running?.startedAt !== status.state?.running?.startedAt;
  };
  const stop = runtime.cache.subscribe((changes) => {
    const isOurs = changes.some(
      ({ key }) => key.resource === 'pods' && key.name === name && key.namespace === namespace,
    );
    if (!isOurs || !isOver()) return;
    stop();
    ended();
  });
  return stop;
}

/**
 * Ends the run of a container whose own process a client has ended, as by `exit` in an attached shell: its kubelet
 * reads the end from the annotations of the pod. Later runs continue until a client ends them too.
 */
export async function endContainer(
  runtime: ClusterRuntime,
  running: RunningContainer,
  exitCode: number,
): Promise<void> {
  const { pod, container, status } = running;
  const startedAtMs = parseTimeMs(status.state?.running?.startedAt) ?? runtime.clock.now();
  const ranMs = Math.max(0, runtime.clock.now() - startedAtMs);
  const attempts = <T>(own: T, others: T): string =>
    [...Array<T>(status.restartCount).fill(others), own, others].join(',');
  const prefix = `orrery.dev/${container.name}.`;
  const annotations = {
    [prefix + BehaviourAnnotation.ExitAfter]: attempts(`${ranMs}ms`, 'never'),
    [prefix + BehaviourAnnotation.ExitCode]: attempts(exitCode, 0),
  };
  const { name, namespace = '', uid } = pod.metadata;
  const reason = `the client of a session ended container ${container.name}`;
  await annotatePod(runtime, { pod: { namespace, name, uid }, annotations, reason });
}
