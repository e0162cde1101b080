import { ImagePulls } from './image-pulls';
import { SimulatedStore } from '../testing/simulated-store';

const asked = (parallel: number, ...pulls: [image: string, atMs: number][]): (number | undefined)[] => {
  const queue = new ImagePulls(parallel);
  return pulls.map(([image, atMs]) => queue.endOf(image, 4000, atMs));
};

test.each<[string, number, [string, number][], number[]]>([
  [
    'one after the other',
    1,
    [
      ['a', 0],
      ['b', 1000],
      ['c', 20_000],
    ],
    [4000, 8000, 24_000],
  ],
  [
    'two at once',
    2,
    [
      ['a', 0],
      ['b', 1000],
      ['c', 1000],
    ],
    [4000, 5000, 8000],
  ],
  [
    'any number at once',
    Infinity,
    [
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ],
    [4000, 4000, 4000],
  ],
  [
    'the same image once',
    1,
    [
      ['a', 0],
      ['a', 1000],
      ['b', 1000],
    ],
    [4000, 4000, 8000],
  ],
  [
    'and again when it has been removed',
    1,
    [
      ['a', 0],
      ['a', 5000],
    ],
    [4000, 9000],
  ],
])('%s', (_name, parallel, pulls, want) => expect(asked(parallel, ...pulls)).toEqual(want));

test('a change of how many at once keeps those that are under way', () => {
  const queue = new ImagePulls(2);
  queue.endOf('a', 4000, 0);
  queue.endOf('b', 4000, 0);
  queue.setParallel(1);
  expect(queue.endOf('c', 4000, 1000)).toBe(8000);
  queue.setParallel(2);
  expect(queue.endOf('d', 4000, 1000)).toBe(5000);
});

const containers = (...images: string[]) => ({ containers: images.map((image, i) => ({ name: `c${i}`, image })) });
const pulls = (store: SimulatedStore, pod: string): string[] =>
  store.messagesOf(pod).filter((line) => / (Pull|Start|Fail|Back)/.test(line));

test('images of a node are pulled one after the other, and containers start as theirs are there', () => {
  const store = new SimulatedStore()
    .addNode('n1')
    .addPod('p', containers('a', 'b', 'a'))
    .runUntil(5000);
  expect(pulls(store, 'p')).toEqual([
    '200 Pulling Pulling image "a"',
    '200 Pulling Pulling image "b"',
    '200 Pulling Pulling image "a"',
    '700 Pulled Successfully pulled image "a" in 500ms',
    '800 Started Started container c0',
    '800 Pulled Container image "a" already present on machine',
    '800 Started Started container c2',
    '1200 Pulled Successfully pulled image "b" in 500ms',
    '1300 Started Started container c1',
  ]);
});

test('a pull takes as long as asked, and the image has the size asked', () => {
  const asks = { 'orrery.dev/pull-time': '4s', 'orrery.dev/image-size': '1Gi' };
  const store = new SimulatedStore().addNode('n1').addPod('p', containers('big'), asks).runUntil(15_000);
  expect(store.startsOf('p', 'c0')).toEqual([4300]);
  expect(store.nodes.get('n1')!.status.images).toEqual([{ names: ['big'], sizeBytes: 1_073_741_824 }]);
});

test('the first pulls fail, with growing pauses, then one succeeds', () => {
  const asks = { 'orrery.dev/pull-error': 'timeout', 'orrery.dev/pull-failures': '1-3' };
  const store = new SimulatedStore().addNode('n1').addPod('p', containers('x'), asks).runUntil(90_000);
  const failed = store.messagesOf('p').filter((line) => line.includes('Failed to pull image "x": timeout'));
  expect(failed.map((line) => Number(line.split(' ')[0]))).toEqual([700, 11_200, 31_700]);
  expect(store.startsOf('p', 'c0')).toEqual([72_300]);
  expect(store.pod('p').status!.containerStatuses![0]).toMatchObject({ ready: true, restartCount: 0 });
});

it('no more pulls begin a second than the registry is to be asked for', () => {
  const pulls = new ImagePulls(Infinity);
  pulls.setLimit({ perSecond: 2, burst: 3 });
  const ends = (...images: string[]): (number | undefined)[] => images.map((image) => pulls.endOf(image, 100, 5000));
  expect(ends('a', 'b', 'c', 'd')).toEqual([5100, 5100, 5100, undefined]);
  expect(pulls.endOf('d', 100, 5499)).toBeUndefined();
  expect(pulls.endOf('d', 100, 5500)).toBe(5600);
  expect(pulls.endOf('e', 100, 5500)).toBeUndefined();
  pulls.setLimit(undefined);
  expect(pulls.endOf('e', 100, 5500)).toBe(5600);
});
