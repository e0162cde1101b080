import { makeNode, makePod } from '@orrery/builders';
import { makeScene, scoresByNode } from '../../testing/scheduling-scene';

test('every node gets 1', () => {
  const profiles = [
    {
      schedulerName: 'default-scheduler',
      plugins: { score: { disabled: [{ name: '*' }], enabled: [{ name: 'EqualPriority', weight: 4 }] } },
    },
  ];
  const explained = makeScene({ nodes: [makeNode('a'), makeNode('b')], profiles }).explain(makePod('p'));
  expect(scoresByNode(explained, 'EqualPriority')).toEqual({ a: 1, b: 1 });
  expect(explained.topNodes).toEqual(['a', 'b']);
});
