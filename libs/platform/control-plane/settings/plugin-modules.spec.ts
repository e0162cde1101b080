import { configuredSchedulers } from './cluster-settings';
import { loadPluginModules } from './plugin-modules';

const DOCUMENT = {
  configuration: { apiVersion: 'kubescheduler.config.k8s.io/v1', kind: 'KubeSchedulerConfiguration' },
};

it.each([
  ['without a configuration', {}],
  ['with a configuration', { schedulers: { default: DOCUMENT } }],
])(
  'a scheduler %s gets the plugins of the process, with the KUBE_MAX_PD_VOLS of its environment',
  (_case, settings) => {
    const plugins = loadPluginModules([], { maxVolumes: '3' });
    const [main] = configuredSchedulers(settings, plugins).ok!;
    expect(main!.settings.options.registry).toBe(plugins);
  },
);

it('loading modules changes nothing for others', () => {
  const before = loadPluginModules([]);
  loadPluginModules([], { maxVolumes: '3' });
  expect(loadPluginModules([])).toEqual(before);
});
