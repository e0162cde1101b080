import { ApiError, StatusReason } from '@orrery/api-types';
import { Operation, readBusiestWriters, type Database, type WrittenMost } from '@orrery/store';
import { formatMicroTime } from '@orrery/time';

/** Writers that are named. */
const NAMED = 6;
/** What was written so much less often than something else does not go round with it. */
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
}

/** Says that cluster time cannot go on, who goes round with which objects, and what helps (reason LoopDetected, 508). */
export async function endlessInstantError(database: Database, instant: EndlessInstant): Promise<ApiError> {
  const { cluster, atMs, rounds, sinceRevision } = instant;
  const busiest = await readBusiestWriters(database, cluster, { after: sinceRevision, limit: NAMED });
  const most = Math.max(0, ...busiest.map(({ changes }) => changes));
  const deeds = busiest.filter(({ changes }) => changes * ONCE_IN >= most).map(deedOf);
  const message = [
    `cluster time cannot go on from ${formatMicroTime(atMs)}: after ${rounds} rounds at this instant each write still led to further ones`,
    ...(deeds.length > 0 ? [`: ${deeds.join('; ')}`] : []),
    '. Nothing more of it is written until a client writes something: delete or change what goes round, then advance the clock again',
  ].join('');
  const causes = deeds.map((deed) => ({ reason: 'LoopDetected', message: deed, field: '' }));
  return new ApiError(StatusReason.LoopDetected, message, { causes });
}

/** Such as `controller-manager (replicaset-controller) made 512 pods in default, such as web-x`. */
function deedOf({ writer, client, operation, resource, namespace, changes, objects, name }: WrittenMost): string {
  const who = writer === '' ? 'the server' : client === '' ? writer : `${writer} (${client})`;
  const where = namespace === '' ? '' : ` in ${namespace}`;
  const what = objects === 1 ? `${resource} ${name}` : `${objects} ${resource}`;
  const example = objects === 1 ? '' : `, such as ${name}`;
  const times = changes === objects ? '' : ` ${changes} times`;
  return `${who} ${DEEDS[operation]} ${what}${where}${times}${example}`;
}
