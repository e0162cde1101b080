import { emptyBoard, putNode, putPod } from './board-state';
import { filterOf } from './filter';
import { foundBy, foundWords, nextFound } from './found';
import { aNode, aPod } from './test-board';

const board = emptyBoard();
for (const name of ['node-1', 'node-2']) putNode(board, aNode(name, { isCordoned: name === 'node-2' }));
for (const uid of ['web-1', 'web-2', 'api-1']) putPod(board, aPod(uid, { application: uid.slice(0, 3) }));

test.each([
  ['', [], ''],
  ['web', ['web-1', 'web-2'], '2 pods found'],
  ['api-1', ['api-1'], '1 pod found'],
  ['is:cordoned', ['node-2'], '1 node found'],
  ['nothing-such', [], 'Nothing found'],
] as const)('%j finds %j', (text, names, words) => {
  const found = foundBy(filterOf(text), board);
  expect(found.map((subject) => (subject.kind === 'pod' ? subject.uid : subject.name))).toEqual(names);
  expect(foundWords(filterOf(text), found)).toBe(words);
});

test('goes from one to the next around the end, and begins at the first or the last', () => {
  const found = foundBy(filterOf('web'), board);
  const [first, last] = found;
  expect(nextFound(found, undefined, 1)).toBe(first);
  expect(nextFound(found, undefined, -1)).toBe(last);
  expect(nextFound(found, { kind: 'pod', uid: 'web-1' }, 1)).toBe(last);
  expect(nextFound(found, last, 1)).toBe(first);
  expect(nextFound(found, first, -1)).toBe(last);
  expect(nextFound([], first, 1)).toBeUndefined();
});
