import { badRequest, serviceUnavailable } from '@orrery/api-types';
import { keyOf, requireKind, type ClusterRuntime } from '@orrery/control-plane';
import { Topic } from '@orrery/messaging';
import type { QueuedPodView, QueueView } from '@orrery/scheduling';
import { formatTime } from '@orrery/time';

const POD = requireKind('v1', 'Pod');
const PLACES = ['active', 'backoff', 'unschedulable', 'gated', 'inFlight'] as const;

/** The queue of one configured scheduler. */
export interface SchedulerQueue {
  readonly scheduler: string;
  readonly queue: QueueView;
}

/**
 * Asks the schedulers of the cluster, wherever they run, which pods wait; throws 503 if none answers, and 400 for the past: schedulers
 * know the present alone.
 */
export async function askSchedulers(runtime: ClusterRuntime, limit: number): Promise<readonly SchedulerQueue[]> {
  if (runtime.moment) {
    throw badRequest(
      `the scheduling queue of cluster "${runtime.id}" at revision ${runtime.moment.revision} is not kept: fork the cluster at that moment`,
    );
  }
  const answer = await runtime.requests.request(Topic.SchedulingQueue, runtime.id, limit);
  if (answer === undefined) throw serviceUnavailable('no scheduler of this cluster answers', 1);
  return answer as readonly SchedulerQueue[];
}

/** The queues in the shape of their GraphQL type. */
export function queueView(runtime: ClusterRuntime, queues: readonly SchedulerQueue[]): object {
  return Object.fromEntries(
    PLACES.map((place) => [
      place,
      {
        count: queues.reduce((sum, { queue }) => sum + queue[place].count, 0),
        pods: queues.flatMap(({ scheduler, queue }) =>
          queue[place].pods.map((pod) => podView(runtime, scheduler, pod)),
        ),
      },
    ]),
  );
}

function podView({ cache }: ClusterRuntime, scheduler: string, pod: QueuedPodView): object {
  const { namespace, name, uid, priority, attempts, sinceMs, firstAttemptMs, backoffUntilMs, rejectors } = pod;
  const object = cache.get(keyOf({ kind: POD, namespace, name }));
  const timeOf = (atMs: number | undefined): string | null => (atMs == null ? null : formatTime(atMs));
  return {
    scheduler,
    namespace,
    name,
    pod: object?.metadata.uid === uid ? object : null,
    priority,
    attempts,
    since: timeOf(sinceMs),
    firstAttempt: timeOf(firstAttemptMs),
    backoffUntil: timeOf(backoffUntilMs),
    rejectedBy: rejectors,
  };
}
