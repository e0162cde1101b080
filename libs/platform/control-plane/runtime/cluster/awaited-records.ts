import type { Activity } from '@orrery/clock';
import type { ClusterRecords } from '@orrery/store';

type Calls = Record<string, (...args: never[]) => Promise<unknown>>;

/** The tables of a cluster for its components, whose wait for them is one for something outside. */
export function awaitedRecords(records: ClusterRecords, activity: Pick<Activity, 'outside'>): ClusterRecords {
  return {
    ...records,
    nodeFaults: awaited(records.nodeFaults, activity),
    heartbeats: awaited(records.heartbeats, activity),
    descheduling: awaited(records.descheduling, activity),
    views: awaited(records.views, activity),
    incidents: {
      ...records.incidents,
      add: (topic, values, origin) => activity.outside(() => records.incidents.add(topic, values, origin)),
    },
    decisions: {
      ...records.decisions,
      read: (after, before) => activity.outside(() => records.decisions.read(after, before)),
      append: (lines) => activity.outside(() => records.decisions.append(lines)),
    },
    routing: {
      ...records.routing,
      changesAfter: (revision) => activity.outside(() => records.routing.changesAfter(revision)),
    },
    firstNodesMade: () => activity.outside(() => records.firstNodesMade()),
  };
}

function awaited<T extends object>(table: T, activity: Pick<Activity, 'outside'>): T {
  const calls = Object.entries(table as Calls).map(([name, call]) => [
    name,
    (...args: never[]) => activity.outside(() => call(...args)),
  ]);
  // Every call keeps its signature.
  return Object.fromEntries(calls) as T;
}
