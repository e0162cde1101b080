import { configuredSchedulers } from './cluster-settings';
import { loadPluginModules } from './plugin-modules';
import { NAMED_PLUGINS } from './testing/named-plugins';

const DOCUMENT = {
  configuration: { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' },
};

it.each([
  ['without a configuration', {}],
  ['with a configuration', { schedulers: { default: DOCUMENT } }],
])('a scheduler %s gets the plugins of the process', (_case, settings) => {
  const plugins = loadPluginModules([], NAMED_PLUGINS);
  const { ok, errors } = configuredSchedulers(settings, plugins);
  expect(errors).toBeUndefined();
  expect(ok![0]!.settings.options.registry).toBe(plugins);
});

it('loading modules leaves the built-in plugins as they are', () => {
  const before = { ...NAMED_PLUGINS };
  expect(loadPluginModules([], NAMED_PLUGINS)).not.toBe(NAMED_PLUGINS);
  expect(NAMED_PLUGINS).toEqual(before);
});
