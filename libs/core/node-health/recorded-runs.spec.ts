import { RecordedRunReplay, readRecordedRuns, type RecordedRun } from './testing/recorded-run';
import { RequeueMode } from './settings/settings';

const runs = readRecordedRuns();

/** Order within one instant means nothing in the recordings. */
function sortEvents(timeline: RecordedRun['timeline']): RecordedRun['timeline'] {
  const key = (event: object): string => JSON.stringify(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)));
  return timeline.map(({ t, events }) => ({ t, events: [...events].sort((a, b) => (key(a) < key(b) ? -1 : 1)) }));
}

function replay(run: RecordedRun, requeue: RequeueMode): RecordedRunReplay {
  const replayed = new RecordedRunReplay(run, requeue);
  replayed.replay();
  return replayed;
}

describe('recorded runs of the v1.20.2 node lifecycle controller', () => {
  it('has all twenty recordings', () => expect(runs).toHaveLength(20));

  test.each(runs)('$id $description: the same timeline and end with the duplicating queue', (run) => {
    const replayed = replay(run, RequeueMode.Duplicate);
    expect(sortEvents(replayed.timeline)).toEqual(sortEvents(run.timeline));
    expect(replayed.final()).toEqual(run.final);
  });

  test.each(runs)('$id: the same without the passes that find nothing to do', (run) => {
    for (const requeue of Object.values(RequeueMode)) {
      const [full, resting] = [replay(run, requeue), new RecordedRunReplay(run, requeue, true)];
      resting.replay();
      expect(resting.timeline).toEqual(full.timeline);
      expect(resting.state()).toEqual(full.state());
    }
  });

  // Refreshing re-dates waiting nodes, so they wait in name order where a plain queue keeps the order of arrival:
  // per zone the same number of nodes is tainted at the same instants, though not always the same nodes.
  test.each(runs)('$id: the refreshing queue taints as many nodes as a plain queue does', (run) => {
    const until = run.plainQueueAgreesUntilSeconds ?? Number.POSITIVE_INFINITY;
    const replayed = replay(run, RequeueMode.Refresh);
    expect(taintCounts(replayed.timeline, run, until)).toEqual(taintCounts(run.timeline, run, until));
  });
});

/** `t zone` -> NoExecute taints added then, before `until`. */
function taintCounts(timeline: RecordedRun['timeline'], run: RecordedRun, until: number): Record<string, number> {
  const zoneOf = new Map(run.nodes.map(({ name, zone }) => [name, zone]));
  const counts: Record<string, number> = {};
  for (const { t, events } of timeline) {
    for (const { kind, effect, node } of t < until ? events : []) {
      if (kind !== 'taintAdded' || effect !== 'NoExecute') continue;
      const key = `${t} ${zoneOf.get(node as string)}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
  }
  return counts;
}
