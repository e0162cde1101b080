import { LabelOperator } from '@orrery/api-types';
import { makeNode, makePod } from '@orrery/builders';
import { makeScene } from '../../testing/scheduling-scene';
import { selectionByLabels } from '@orrery/scheduling';

const byApp = (app: string) =>
  selectionByLabels('default', [{ key: 'app', operator: LabelOperator.Equals, values: [app] }]);
const scene = () =>
  makeScene({
    nodes: [makeNode('a').zone('z1'), makeNode('b').zone('z2')],
    pods: [makePod('x').label('app', 'x').node('a'), makePod('y').label('app', 'y').node('b')],
  });

test('the same question gets the same table', () => {
  const { topology } = scene().scheduler.parts;
  const request = { selection: byApp('x'), topologyKey: 'topology.kubernetes.io/zone' };
  const counts = topology.counts(request);
  expect(topology.counts({ ...request, selection: byApp('x') })).toBe(counts);
  expect(topology.counts({ ...request, selection: byApp('y') })).not.toBe(counts);
  expect(counts.total).toBe(1);
});

test('tables that are no longer used are dropped, and are right when asked for again', () => {
  const { scheduler } = scene();
  const { topology } = scheduler.parts;
  const ask = (app: string) => topology.counts({ selection: byApp(app), topologyKey: 'topology.kubernetes.io/zone' });
  const [old, kept] = [ask('x'), ask('y')];
  for (let i = 0; i < 600; i++) {
    ask(`other-${i}`);
    expect(topology.isCurrent(kept)).toBe(true);
  }
  expect(topology.isCurrent(old)).toBe(false);
  scheduler.podChanged(undefined, makePod('x2').label('app', 'x').node('b').build());
  scheduler.podChanged(undefined, makePod('y2').label('app', 'y').node('b').build());
  expect(ask('x').total).toBe(2);
  expect(kept.total).toBe(2);
  expect(old.total).toBe(1);
});

test('columns of unused topology keys are dropped', () => {
  const { topology } = scene().scheduler.parts;
  const first = topology.column('key-0');
  const used = topology.counts({ selection: byApp('x'), topologyKey: 'topology.kubernetes.io/zone' }).column;
  for (let i = 1; i < 200; i++) topology.column(`key-${i}`);
  expect(first.isLive).toBe(false);
  expect(used.isLive).toBe(true);
  expect(topology.column('topology.kubernetes.io/zone')).toBe(used);
});
