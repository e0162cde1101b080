import { ExtendedResources } from './extended-resources';

const DONGLE = 'example.com/dongle';
type Resources = Parameters<ExtendedResources['update']>[1];
const of = (capacity?: string, allocatable?: string): Resources => ({
  capacity: { cpu: '4', ...(capacity === undefined ? {} : { [DONGLE]: capacity }) },
  allocatable: { cpu: '3', ...(allocatable === undefined ? {} : { [DONGLE]: allocatable }) },
});

test.each<[string, Resources, Resources, string | undefined]>([
  ['comes', of(), of('4'), '4'],
  ['grows', of('4', '4'), of('6', '4'), '6'],
  ['becomes none', of('4', '4'), of('0', '4'), '0'],
  ['goes', of('4', '4'), of(undefined, '4'), undefined],
  ['grows where less was left for pods', of('4', '2'), of('6', '2'), '6'],
])('an extended resource that %s in capacity does so in allocatable', (_name, before, after, want) => {
  const resources = new ExtendedResources();
  resources.update(undefined, before);
  resources.update(before, after);
  expect(resources.hasUpdates).toBe(true);
  expect(resources.allocatable(after)).toEqual(of(undefined, want).allocatable);
  const shown = { ...after, allocatable: resources.allocatable(after)! };
  resources.update(after, shown);
  expect([resources.hasUpdates, resources.allocatable(shown)]).toEqual([false, undefined]);
});

test('a node that was described with less for pods, and resources of the machine, are left alone', () => {
  const resources = new ExtendedResources();
  resources.update(undefined, of('4', '2'));
  resources.update(of('4', '2'), { ...of('4', '2'), capacity: { cpu: '8', [DONGLE]: '4' } });
  expect(resources.hasUpdates).toBe(false);
});
