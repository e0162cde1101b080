import { DEFAULT_PLUGINS, type DefaultPlugin } from '../profiles/default-plugins';
import type { Profile, PluginEntry } from '../profiles/profile';
import { resolveProfile } from '../profiles/resolve-profile';
import { EXTENSION_POINTS, type ExtensionPoint } from './extension-points';
import type {
  AnyPlugin,
  BindPlugin,
  FilterPlugin,
  PermitPlugin,
  PostBindPlugin,
  PostFilterPlugin,
  PreBindPlugin,
  PreEnqueuePlugin,
  PreFilterPlugin,
  PreScorePlugin,
  QueueSortPlugin,
  ReservePlugin,
  ScorePlugin,
} from './plugin';
import type { BundleName } from '../behaviour/bundles';
import { PluginArgsError } from './plugin-args-error';
import type { PluginHandle } from './plugin-handle';

/** A score plugin with its weight. */
export interface WeightedScore {
  readonly plugin: ScorePlugin;
  readonly weight: number;
}

/** A profile ready to run: the plugins of each extension point, in order. */
export interface Framework {
  readonly profile: Profile;
  readonly handle: PluginHandle;
  readonly preEnqueue: readonly PreEnqueuePlugin[];
  readonly queueSort: QueueSortPlugin;
  readonly preFilter: readonly PreFilterPlugin[];
  readonly filter: readonly FilterPlugin[];
  readonly postFilter: readonly PostFilterPlugin[];
  readonly preScore: readonly PreScorePlugin[];
  readonly score: readonly WeightedScore[];
  readonly reserve: readonly ReservePlugin[];
  readonly permit: readonly PermitPlugin[];
  readonly preBind: readonly PreBindPlugin[];
  readonly bind: readonly BindPlugin[];
  readonly postBind: readonly PostBindPlugin[];
  /** Every plugin used at some point, by name. */
  readonly plugins: ReadonlyMap<string, AnyPlugin>;
}

/** A profile that cannot run. `errors` are field errors without the profile's own path. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError';
  constructor(
    readonly schedulerName: string,
    readonly errors: readonly string[],
  ) {
    super(`profile "${schedulerName}": ${errors.join('; ')}`);
  }
}

type Registry = Readonly<Record<string, (args: unknown, handle: PluginHandle, name: string) => AnyPlugin>>;

/** Parts of a framework. */
export interface FrameworkParts {
  readonly profile: Profile;
  readonly bundle: BundleName;
  readonly registry: Registry;
  readonly handle: PluginHandle;
}

/**
 * Makes a profile ready to run. Every plugin must be there, those that run by default as well as those the profile
 * names. Throws ProfileError, listing everything that is wrong.
 */
export function createFramework({ profile, bundle, registry, handle }: FrameworkParts): Framework {
  const errors: string[] = [];
  const args = pluginArgs(profile, errors);
  const instances = new Map<string, AnyPlugin | undefined>();
  const makePlugin = (make: Registry[string], name: string): AnyPlugin | undefined => {
    const value = args.get(name);
    try {
      return make(value, handle, name);
    } catch (error) {
      if (!(error instanceof PluginArgsError)) throw error;
      errors.push(...error.errors.map((text) => `${argsPath(profile, name)}.${text}`));
      return undefined;
    }
  };
  const pluginOf = (name: string): AnyPlugin | undefined => {
    if (!instances.has(name)) {
      const make = factoryOf(registry, name);
      instances.set(name, make && makePlugin(make, name));
    }
    return instances.get(name);
  };
  const defaults: readonly DefaultPlugin[] = DEFAULT_PLUGINS[bundle];
  for (const { name, args: value } of defaults) if (value !== undefined && !args.has(name)) args.set(name, value);
  const resolved = resolveProfile(profile, defaults, pluginOf);
  if (errors.length === 0) errors.push(...resolved.errors);
  if (errors.length > 0) throw new ProfileError(profile.schedulerName, errors);
  const at = <T>(point: ExtensionPoint): T[] => resolved.points[point].map(({ name }) => pluginOf(name) as T);
  const weighted = ({ name, weight }: Required<PluginEntry>): WeightedScore => ({
    plugin: pluginOf(name) as ScorePlugin,
    weight,
  });
  const used = new Set(EXTENSION_POINTS.flatMap((point) => resolved.points[point].map(({ name }) => name)));
  return {
    profile,
    handle,
    preEnqueue: at('preEnqueue'),
    queueSort: at<QueueSortPlugin>('queueSort')[0]!,
    preFilter: at('preFilter'),
    filter: at('filter'),
    postFilter: at('postFilter'),
    preScore: at('preScore'),
    score: resolved.points.score.map(weighted),
    reserve: at('reserve'),
    permit: at('permit'),
    preBind: at('preBind'),
    bind: at('bind'),
    postBind: at('postBind'),
    plugins: new Map([...used].map((name) => [name, pluginOf(name)!])),
  };
}

/**
 * `NodeLabel` is the plugin of that type, `NodeLabel/racks` a further instance of it with arguments of its own.
 */
function factoryOf(registry: Registry, name: string): Registry[string] | undefined {
  const [type = ''] = name.split('/', 1);
  return Object.hasOwn(registry, type) ? registry[type] : undefined;
}

function pluginArgs(profile: Profile, errors: string[]): Map<string, unknown> {
  const args = new Map<string, unknown>();
  (profile.pluginConfig ?? []).forEach(({ name, args: value }, index) => {
    if (args.has(name)) errors.push(`pluginConfig[${index}].name: Duplicate value: "${name}"`);
    else args.set(name, value);
  });
  return args;
}

function argsPath({ pluginConfig = [] }: Profile, plugin: string): string {
  const index = pluginConfig.findIndex(({ name }) => name === plugin);
  return `pluginConfig[${index < 0 ? plugin : index}].args`;
}
