import { dumpParts, isDump, listedObjects, nameOfFile } from './dump';

test('a dump is read as it was written', () => {
  const objects = [{ kind: 'Node', metadata: { name: 'a' } }, { kind: 'Pod' }];
  const text = dumpParts(objects.map((object) => JSON.stringify(object))).join('');
  expect(listedObjects([JSON.parse(text), { kind: 'Namespace' }, null, 'text'])).toEqual([
    ...objects,
    { kind: 'Namespace' },
  ]);
  expect(listedObjects([JSON.parse(dumpParts([]).join(''))])).toEqual([]);
});

test.each([
  ['dump.yaml', true, 'dump'],
  ['My Cluster.JSON', true, 'my-cluster'],
  ['before.orrery.gz', false, 'before'],
  ['...', false, 'imported'],
])('%s is a dump: %s', (file, isOne, name) => {
  expect([isDump(file), nameOfFile(file)]).toEqual([isOne, name]);
});
