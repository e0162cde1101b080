import { badRequest } from '@orrery/api-types';
import {
  faultOfSubject,
  IncidentTopic,
  KEPT_RUNS,
  type ClusterRecords,
  type IncidentPeriod,
  type StoredDeschedulingRun,
} from '@orrery/store';
import type { ClusterRuntime, PastMoment } from '@orrery/control-plane';

/** Tables of which nothing is kept but the present. */
type Refused = Record<string, () => Promise<never>>;

/**
 * The tables beside the log as they were: faults and zones by what happened to them, decisions and cycles of the descheduler up to then. Of others nothing is kept, and
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
    descheduling: {
      read: ({ first, mention }) => cyclesUntil({ first, mention }),
      readOfPod: () => refuse('descheduling')(),
      readDueMs: () => refuse('descheduling')(),
      write: refused,
    },
    views: {
      read: async (component) =>
        component === 'zones' ? (await holding(IncidentTopic.Zone)).map(({ value }) => value) : refuse('views')(),
      publish: refused,
    },
  };
  const cyclesUntil = async (selection: { first: number; mention?: string | undefined }) => {
    const kept = await records.descheduling.read({ first: KEPT_RUNS });
    const past = kept.filter(({ text }) => (JSON.parse(text) as { endedAtMs: number }).endedAtMs <= moment.atMs);
    // Older ones than the newest are not kept: whether there were any then is unknown.
    if (past.length === 0 && kept.length === KEPT_RUNS) return refuse('deschedulerCycles')();
    return mentioning(past, selection.mention).slice(0, selection.first);
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

function mentioning(
  runs: readonly StoredDeschedulingRun[],
  text: string | undefined,
): readonly StoredDeschedulingRun[] {
  return text === undefined ? runs : runs.filter((run) => run.text.includes(text));
}
