import { Lane, timelineEntry, type ChangeParts, type TimelineEntry } from './entries';
import { ALL_CHANGES, choicesOf, selected, within, type ChangeFilter } from './selection';

const entry = (resourceVersion: string, changes: Partial<ChangeParts>): TimelineEntry =>
  timelineEntry({
    resourceVersion,
    time: `2026-01-01T00:00:0${resourceVersion}Z`,
    operation: 'UPDATED',
    kind: 'Pod',
    namespace: 'default',
    name: 'web-1',
    uid: 'u',
    writer: 'kubelet',
    client: null,
    reason: null,
    fields: [],
    ...changes,
  });

const entries = [
  entry('1', {}),
  entry('2', { kind: 'Node', namespace: null, name: 'web' }),
  entry('3', { kind: 'Deployment', namespace: 'shop', name: 'web', writer: 'admin', client: 'kubectl' }),
];
const revisions = (filter: Partial<ChangeFilter>): readonly string[] =>
  selected(entries, { ...ALL_CHANGES, ...filter }).map(({ revision }) => revision);

test.each([
  [{ hidden: new Set([Lane.Nodes]) }, ['1', '3']],
  [{ text: 'WEB node' }, ['2']],
  [{ kind: 'Pod' }, ['1']],
  [{ namespace: 'shop' }, ['3']],
  [{ who: 'admin (kubectl)' }, ['3']],
  [{ kind: 'Pod', who: 'admin (kubectl)' }, []],
])('%j lets the changes %j through', (filter, want) => expect(revisions(filter)).toEqual(want));

test('without a filter nothing is copied', () => expect(selected(entries, ALL_CHANGES)).toBe(entries));

test('what can be chosen is what there is', () =>
  expect(choicesOf(entries)).toEqual({
    kind: ['Deployment', 'Node', 'Pod'],
    namespace: ['default', 'shop'],
    who: ['admin (kubectl)', 'kubelet'],
  }));

test('a stretch of time has the changes at its ends', () => {
  const span = { fromMs: Date.parse('2026-01-01T00:00:01Z'), toMs: Date.parse('2026-01-01T00:00:02Z') };
  expect(within(entries, span).map(({ revision }) => revision)).toEqual(['1', '2']);
});
