import { ApiError, StatusReason } from '@orrery/api-types';
import type { FiredTimers } from '@orrery/clock';
import { Operation, readBusiestWriters, type Database, type WrittenMost } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';

/** Writers that are named. */
const NAMED = 6;
/** Factor of rarity: an object written that much less often than another one is not part of the loop. */
const ONCE_IN = 20;
const DEEDS: Readonly<Record<Operation, string>> = {
  [Operation.Create]: 'made',
  [Operation.Update]: 'changed',
  [Operation.Delete]: 'deleted',
};

/** An instant that does not end. */
export interface EndlessInstant {
  readonly cluster: string;
  readonly atMs: number;
  /** Rounds of writes that it has had. */
  readonly rounds: number;
  readonly sinceRevision: number;
  /** Timers that were set for the instant repeatedly; none where writes led to writes. */
  readonly timers: readonly FiredTimers[];
}

/** Makes the error for cluster time that cannot advance: the writers and objects of the loop, and the remedy (reason LoopDetected, 508). */
export async function endlessInstantError(database: Database, instant: EndlessInstant): Promise<ApiError> {
  const { cluster, atMs, rounds, sinceRevision, timers } = instant;
  const busiest = await readBusiestWriters(database, cluster, { after: sinceRevision, limit: NAMED });
  const most = Math.max(0, ...busiest.map(({ changes }) => changes));
  const written = busiest.filter(({ changes }) => changes * ONCE_IN >= most).map(deedOf);
  const deeds = [...often(timers).map(({ name, count }) => `a timer of ${name} fired ${count} times`), ...written];
  const what =
    timers.length > 0
      ? 'timers that fire at this instant are set for it again and again'
      : `after ${rounds} rounds at this instant each write still led to further ones`;
  const message = [
    `cluster time cannot go on from ${formatMicroTime(atMs)}: ${what}`,
    ...(deeds.length > 0 ? [`: ${deeds.join('; ')}`] : []),
    '. Nothing more of it happens until a client writes something: delete or change what goes round, then advance the clock again',
  ].join('');
  const causes = deeds.map((deed) => ({ reason: 'LoopDetected', message: deed, field: '' }));
  return new ApiError(StatusReason.LoopDetected, message, { causes });
}

/** Returns those that fired nearly as often as the first one; the others do not go round with it. */
function often(timers: readonly FiredTimers[]): readonly FiredTimers[] {
  const most = Math.max(0, ...timers.map(({ count }) => count));
  return timers.filter(({ count }) => count * ONCE_IN >= most);
}

/** Returns a text such as `controller-manager (replicaset-controller) made 512 pods in default, such as web-x`. */
function deedOf({ writer, client, operation, resource, namespace, changes, objects, name }: WrittenMost): string {
  const who = writer === '' ? 'the server' : client === '' ? writer : `${writer} (${client})`;
  const where = namespace === '' ? '' : ` in ${namespace}`;
  const what = objects === 1 ? `${resource} ${name}` : `${objects} ${resource}`;
  const example = objects === 1 ? '' : `, such as ${name}`;
  const times = changes === objects ? '' : ` ${changes} times`;
  return `${who} ${DEEDS[operation]} ${what}${where}${times}${example}`;
}
