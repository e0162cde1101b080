import { makeNode, makePod } from '@orrery/builders';
import { makeScene, scoresByNode } from '../testing/scheduling-scene';
import { normalizedImageName } from './image-locality';

const MIB = 1024 * 1024;

const nodes = [
  makeNode('a').image('repo/app:v1', 250 * MIB),
  makeNode('b')
    .image('repo/app:v1', 250 * MIB)
    .image('redis:latest', 100 * MIB),
  makeNode('c'),
];
const pod = makePod('p').spec({
  containers: [
    { name: 'c0', image: 'repo/app:v1' },
    { name: 'c1', image: 'redis' },
  ],
});

test('large images on few nodes count less than on many', () => {
  expect(scoresByNode(makeScene({ nodes }).explain(pod), 'ImageLocality')).toEqual({ a: 7, b: 8, c: 0 });
});

test.each([
  ['modern', 3],
  ['k8s-1.20', 7],
] as const)('%s: init containers raise what would be full marks', (bundle, want) => {
  const request = pod.spec({
    initContainers: [
      { name: 'i0', image: 'none' },
      { name: 'i1', image: 'none' },
    ],
  });
  expect(scoresByNode(makeScene({ nodes, bundle }).explain(request), 'ImageLocality')['a']).toBe(want);
});

test.each([
  ['redis', 'redis:latest'],
  ['redis:7', 'redis:7'],
  ['registry:5000/redis', 'registry:5000/redis:latest'],
  ['registry:5000/redis:7', 'registry:5000/redis:7'],
])('%s is reported as %s', (image, want) => {
  expect(normalizedImageName(image)).toBe(want);
});
