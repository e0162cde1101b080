import { readSettings, STANDALONE_SETTINGS, type StandaloneSettings } from '@orrery/settings';

const OF_NEW_CLUSTERS = ['nodes', 'zones', 'seed', 'clock', 'bundle', 'leftOut', 'record'] as const;

/** Returns the options of new clusters, such as `--nodes`, for which these settings differ from the defaults. */
export function optionsOfNewClusters(settings: StandaloneSettings): string[] {
  const defaults = readSettings(STANDALONE_SETTINGS, { environment: {} });
  const given = OF_NEW_CLUSTERS.filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(defaults[name]));
  return given.map((name) => `--${STANDALONE_SETTINGS[name].name}`);
}
