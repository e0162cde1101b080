import { ManualClock } from '@orrery/time';
import type { BehaviourOverrides, BundleName } from '../behaviour/bundles';
import { ProfileError } from '../framework/framework';
import { PluginArgsError } from '../framework/plugin-args-error';
import type { PluginHandle } from '../framework/plugin-handle';
import type { PluginRegistry } from '../framework/plugin-args';
import { DEFAULT_SCHEDULER_NAME, type Profile } from '../profiles/profile';
import { createSchedulerParts, type SchedulerParts } from '../scheduler-parts';

/** A profile as a scheduler would be given it. */
export interface ProfileQuestion {
  readonly bundle: BundleName;
  readonly knobs: BehaviourOverrides;
  readonly profile: Profile;
  /** Plugins that it may name. */
  readonly registry: PluginRegistry;
}

type PluginConfig = NonNullable<Profile['pluginConfig']>;

/**
 * Returns the reasons for which a profile cannot run, as `path: reason` below the profile; empty if it can. The profile
 * is tried on a scheduler without a cluster, so plugins validate their own arguments and nothing is checked twice.
 * Arguments of plugins that the profile does not use are validated as well.
 */
export function profileErrors({ bundle, knobs, profile, registry }: ProfileQuestion): readonly string[] {
  const schedulerWith = (tried: Profile): SchedulerParts =>
    createSchedulerParts(
      { clock: new ManualClock(), seed: '', bundle, knobs, profiles: [tried], registry },
      () => undefined,
    );
  const bare = schedulerWith({ schedulerName: DEFAULT_SCHEDULER_NAME });
  const { handle } = bare.profiles.get(DEFAULT_SCHEDULER_NAME)!.framework;
  const errors: string[] = [];
  const acceptable: PluginConfig = (profile.pluginConfig ?? []).filter((entry, i) => {
    const found = argsErrors(entry, registry, handle);
    errors.push(...found.map((text) => `pluginConfig[${i}].args.${text}`));
    return found.length === 0;
  });
  try {
    schedulerWith({ ...profile, pluginConfig: acceptable });
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    // Where arguments were refused, a plugin may miss them: that has been said.
    const updates = error.errors.filter((text) => errors.length === 0 || !text.startsWith('pluginConfig'));
    errors.push(...updates);
  }
  return errors;
}

/** Returns a plugin's errors about its arguments; empty if the plugin does not exist. */
function argsErrors(
  { name, args }: PluginConfig[number],
  registry: PluginRegistry,
  handle: PluginHandle,
): readonly string[] {
  const [type = ''] = name.split('/', 1);
  const make = Object.hasOwn(registry, type) ? registry[type] : undefined;
  try {
    make?.(args, handle, name);
    return [];
  } catch (error) {
    if (error instanceof PluginArgsError) return error.errors;
    throw error;
  }
}
