import { nodesPreset, podsInput, PODS_PRESET } from './creation';

test.each([
  [PODS_PRESET, { name: 'web', image: 'nginx', requests: { cpu: '250m', memory: '256Mi' } }],
  [
    { name: ' a ', count: '3', image: '', cpu: '', memory: '' },
    { name: 'a', count: 3 },
  ],
  [
    { name: 'a', count: '', image: ' busybox', cpu: '1 ', memory: '' },
    { name: 'a', image: 'busybox', requests: { cpu: '1' } },
  ],
])('the form %j asks for %j', (values, input) => expect(podsInput(values)).toEqual(input));

test('new nodes continue the numbers of those that are there, in their zones', () => {
  const nodes = ['node-2', 'node-10', 'other-50'].map((name, index) => ({ name, zone: ['z10', 'z2', ''][index]! }));
  expect(nodesPreset(nodes)).toEqual({ name: 'node-{index}', count: '3', firstIndex: '11', zones: 'z2,z10' });
  expect(nodesPreset([])).toEqual({ name: 'node-{index}', count: '3', firstIndex: '1', zones: '' });
});
