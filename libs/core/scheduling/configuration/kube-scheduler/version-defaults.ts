import type { ConfigurationVersion } from './configuration-document';

type Args = Readonly<Record<string, unknown>>;

/** Sets what a version of the configuration defaults otherwise than v1 does, by the type of the plugin. */
const DEFAULTS: Partial<Record<ConfigurationVersion, Readonly<Record<string, (args: Args) => Args>>>> = {
  v1beta1: { PodTopologySpread: listOfGivenConstraints },
};

/** Returns a plugin's arguments with the defaults that only their version of the configuration has. */
export function withVersionDefaults(type: string, args: Args, version: ConfigurationVersion): Args {
  const defaults = DEFAULTS[version] ?? {};
  return Object.hasOwn(defaults, type) ? defaults[type]!(args) : args;
}

/**
 * Defaults `defaultingType` to List where there are constraints (upstream's `SetDefaults_PodTopologySpreadArgs` of
 * v1beta1); from v1beta2 on the default is System.
 */
function listOfGivenConstraints(args: Args): Args {
  const { defaultingType, defaultConstraints } = args;
  const hasConstraints = Array.isArray(defaultConstraints) && defaultConstraints.length > 0;
  return !defaultingType && hasConstraints ? { ...args, defaultingType: 'List' } : args;
}
