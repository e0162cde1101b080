import type { ZoneView } from './eviction-zone';
import { zoneEvents } from './zone-events';
import type { ZoneState } from './zone-state';

const view = (key: string, state: ZoneState | undefined, ratePerSecond = 0.1): ZoneView => ({
  key,
  state,
  ratePerSecond,
  size: 1,
  unhealthyNodes: 0,
  health: 100,
  nextTokenAtMs: null,
  queueLength: 0,
  queuedNodes: [],
  evictionsTotal: 0,
});
const reported = (before: ZoneView[], after: ZoneView[]): string[] =>
  zoneEvents(before, after).map(({ regarding, type, reason }) => `${type} ${regarding.name} ${reason}`);

test.each<[string, ZoneView[], ZoneView[], string[]]>([
  ['a new zone that is well', [], [view('r:\0:a', 'Normal')], []],
  ['a new zone that is not', [], [view('r:\0:a', 'PartialDisruption', 0)], ['Warning r.a ZonePartialDisruption']],
  ['nothing new', [view('a', 'FullDisruption')], [view('a', 'FullDisruption')], []],
  ['a zone that recovers', [view('a', 'FullDisruption')], [view('a', 'Normal')], ['Normal a ZoneNormal']],
  ['a zone that vanishes', [view('a', 'Normal')], [view('a', undefined)], []],
  ['odd names', [], [view('_:\0:Zone A_', 'FullDisruption')], ['Warning zone-a ZoneFullDisruption']],
  ['nodes without a zone', [], [view('', 'FullDisruption')], ['Warning unnamed ZoneFullDisruption']],
  [
    'everything is lost',
    [view('a', 'FullDisruption'), view('b', 'Normal')],
    [view('a', 'FullDisruption', 0), view('b', 'FullDisruption', 0)],
    ['Warning b ZoneFullDisruption', 'Warning all EnteringMasterDisruption'],
  ],
  [
    'something comes back',
    [view('a', 'FullDisruption', 0), view('b', 'FullDisruption', 0)],
    [view('a', 'FullDisruption'), view('b', 'Normal')],
    ['Normal b ZoneNormal', 'Normal all ExitingMasterDisruption'],
  ],
])('%s', (_name, before, after, want) => {
  expect(reported(before, after)).toEqual(want);
});

it('uses the words of the real controller', () => {
  expect(zoneEvents([], [view('r:\0:a', 'FullDisruption')])).toEqual([
    {
      regarding: { kind: 'Zone', name: 'r.a', uid: 'r.a' },
      type: 'Warning',
      reason: 'ZoneFullDisruption',
      message: 'Controller detected that zone r::a is now in state FullDisruption.',
      component: 'node-controller',
    },
  ]);
});
