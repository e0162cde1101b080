import { readFile } from 'node:fs/promises';
import type { SettingsChangePort } from '../ports/cluster-ports';
import { configuredSchedulers, MAIN_SCHEDULER, type ClusterSettings } from './cluster-settings';

/** File that cannot be read, or whose configuration cannot be used; the message names the field and the reason. */
export class SchedulerConfigError extends Error {}

/** Path of the document in the settings; in a file its fields are relative to its root. */
const PLACE = `schedulers[${MAIN_SCHEDULER}].configuration.`;

/** Gives a cluster's main scheduler the configuration in a file. Throws {@link SchedulerConfigError}. */
export async function setSchedulerConfigFile(cluster: SettingsChangePort, file: string): Promise<void> {
  const configuration = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new SchedulerConfigError(`${file} cannot be read: ${(error as Error).message}`);
  });
  await cluster.changeSettings((settings) => {
    const next: ClusterSettings = {
      ...settings,
      schedulers: { ...settings.schedulers, [MAIN_SCHEDULER]: { configuration } },
    };
    const { errors } = configuredSchedulers(next, cluster.plugins);
    if (errors) {
      const lines = errors.map(({ field, reason }) => `\n  ${field.replace(PLACE, '')}: ${reason}`);
      throw new SchedulerConfigError(`${file} cannot be used:${lines.join('')}`);
    }
    return next;
  });
}
