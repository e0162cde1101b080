import { DEFAULT_PLUGINS, ProfileError, Scheduler, type BundleName, type Profile } from '@orrery/scheduling';
import { PLUGIN_REGISTRY } from '../../registry';
import { ManualClock } from '@orrery/time';

const BUNDLES: readonly BundleName[] = ['okd-legacy', 'k8s-1.20', 'modern'];

function schedulerWith(
  profile: Partial<Profile>,
  registry = PLUGIN_REGISTRY,
  bundle: BundleName = 'modern',
): Scheduler {
  const profiles = [{ schedulerName: 'default-scheduler', ...profile }];
  return new Scheduler({ clock: new ManualClock(), seed: 'framework', profiles, registry, bundle });
}

test.each(BUNDLES)('%s: every plugin that runs by default exists', (bundle) => {
  const { profiles } = schedulerWith({}, PLUGIN_REGISTRY, bundle).parts;
  const used = profiles.get('default-scheduler')!.framework.plugins;
  expect(DEFAULT_PLUGINS[bundle].map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});

test('a default plugin that does not exist is an error', () => {
  const { NodeAffinity: _gone, ...others } = PLUGIN_REGISTRY;
  const make = (): unknown => schedulerWith({}, others);
  expect(make).toThrow(ProfileError);
  expect(make).toThrow('"NodeAffinity": plugin does not exist');
});

test('instances of one plugin have names and arguments of their own', () => {
  const enabled = [{ name: 'NodeLabel/a' }, { name: 'NodeLabel/b' }];
  const { profiles } = schedulerWith({
    plugins: { filter: { enabled } },
    pluginConfig: enabled.map(({ name }) => ({ name, args: { presentLabels: [name] } })),
  }).parts;
  const { filter } = profiles.get('default-scheduler')!.framework;
  expect(filter.slice(-2).map(({ name }) => name)).toEqual(['NodeLabel/a', 'NodeLabel/b']);
});

test.each([
  ['a plugin of no type', { filter: { enabled: [{ name: 'NoSuch/a' }] } }, '"NoSuch/a": plugin does not exist'],
  ['a name of every object', { filter: { enabled: [{ name: 'toString' }] } }, '"toString": plugin does not exist'],
  ['a point it lacks', { score: { enabled: [{ name: 'NodeName' }] } }, '"NodeName": plugin does not extend score'],
])('%s is refused', (_name, plugins, text) => {
  expect(() => schedulerWith({ plugins })).toThrow(text);
});
