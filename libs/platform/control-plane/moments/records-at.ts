import { badRequest } from '@orrery/api-types';
import { faultOfSubject, IncidentTopic, type ClusterRecords, type IncidentPeriod } from '@orrery/store';
import type { ClusterRuntime } from '../runtime/cluster-runtime';
import type { PastMoment } from './past-moment';

/** Tables of which nothing is kept but the present. */
type Refused = Record<string, () => Promise<never>>;

/**
 * The tables beside the log as they were: faults and zones by what happened to them, decisions up to then. Of others nothing is kept, and
 * nothing is written.
 */
export function recordsAt({ records, id }: Pick<ClusterRuntime, 'records' | 'id'>, moment: PastMoment): ClusterRecords {
  const { revision, place } = moment;
  const refused = (): Promise<never> => Promise.reject(moment.refusal());
  const holding = (topic: IncidentTopic): Promise<IncidentPeriod[]> =>
    records.incidents.periods({ topic, begunBefore: place, notEndedBefore: place });
  const own: Partial<ClusterRecords> = {
    history: records.history,
    nodeFaults: {
      read: async () => {
        const faults = (await holding(IncidentTopic.Fault)).map(({ subject, value }) => faultOfSubject(subject, value));
        return faults.sort((a, b) => (`${a.node} ${a.kind}` < `${b.node} ${b.kind}` ? -1 : 1));
      },
      write: refused,
      remove: refused,
    },
    decisions: {
      ...records.decisions,
      read: (after, before = place) => records.decisions.read(after, before),
      append: refused,
    },
    incidents: { ...records.incidents, add: refused },
    views: {
      read: async (component) =>
        component === 'zones' ? (await holding(IncidentTopic.Zone)).map(({ value }) => value) : refuse('views')(),
      publish: refused,
    },
  };
  const refuse = (part: string | symbol) => () => {
    const what = String(part).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return Promise.reject(badRequest(`the ${what} of cluster "${id}" at revision ${revision} are not kept`));
  };
  return new Proxy(records, {
    get: (_target, part) => {
      if (Object.hasOwn(own, part)) return own[part as keyof ClusterRecords];
      return new Proxy<Refused>({}, { get: () => refuse(part) });
    },
  });
}
