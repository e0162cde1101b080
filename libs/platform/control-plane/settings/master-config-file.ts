import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseYaml, YamlDepthError } from '@orrery/api-types';
import { YAMLParseError } from 'yaml';
import type { LogPort, SettingsChangePort } from '../ports/cluster-ports';
import { configuredSchedulers, MAIN_SCHEDULER, masterConfigErrors, type ClusterSettings } from './cluster-settings';
import { masterConfigWarnings } from '../products';

/** File that cannot be read, or whose sections cannot be used; the message names the field and the reason. */
export class MasterConfigError extends Error {}

type Json = Record<string, unknown>;

/** Fields of the errors of the scheduler's file, and the field that names the file. */
const SCHEDULER = `schedulers[${MAIN_SCHEDULER}].configuration`;
const SCHEDULER_FILE = 'kubernetesMasterConfig.schedulerConfigFile';

/**
 * Gives a cluster the sections `admissionConfig`, `projectConfig` and `kubernetesMasterConfig` of a master
 * configuration file, as the guide's sections 16.2, 16.5, 16.6 and 16.13 write them. The `location` of a plugin and
 * `schedulerConfigFile` name files beside it. Other content of the file, without effect, is named in the log. Throws
 * {@link MasterConfigError}.
 */
export async function setMasterConfigFile(cluster: SettingsChangePort & LogPort, file: string): Promise<void> {
  const document = await readYaml(file);
  const folder = dirname(resolve(file));
  const { projectConfig } = document;
  const admissionConfig = await inlineLocations(document['admissionConfig'], folder);
  const kubernetesMasterConfig = await inlineSchedulerFile(document['kubernetesMasterConfig'], folder);
  await cluster.changeSettings((settings) => {
    const next: ClusterSettings = { ...settings, admissionConfig, projectConfig, kubernetesMasterConfig };
    const ofScheduler = (configuredSchedulers(next, cluster.plugins).errors ?? []).map((error) => ({
      ...error,
      field: error.field.replace(SCHEDULER, SCHEDULER_FILE),
    }));
    const errors = [...masterConfigErrors(next), ...ofScheduler];
    if (errors.length === 0) return next;
    throw new MasterConfigError(
      `${file} cannot be used:${errors.map(({ field, reason }) => `\n  ${field}: ${reason}`).join('')}`,
    );
  });
  for (const { field, reason } of masterConfigWarnings({ ...document, kubernetesMasterConfig })) {
    cluster.log.warn({ file }, `${field}: ${reason}`);
  }
}

/** Reads YAML or JSON text of one object; undefined fields are left to the reader. */
export function parseMasterConfig(text: string): { readonly ok: Json } | { readonly error: string } {
  try {
    const value = parseYaml(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ok: value as Json } : { error: 'must be an object' };
  } catch (error) {
    // Too many aliases are a ReferenceError.
    const isOfText = [YAMLParseError, YamlDepthError, ReferenceError].some((type) => error instanceof type);
    if (!isOfText) throw error;
    return { error: (error as Error).message };
  }
}

async function readYaml(file: string): Promise<Json> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new MasterConfigError(`${file} cannot be read: ${(error as Error).message}`);
  });
  const parsed = parseMasterConfig(text);
  if ('error' in parsed) throw new MasterConfigError(`${file} cannot be used: ${parsed.error}`);
  return parsed.ok;
}

/** The text of the scheduler's file takes the place of its name. */
async function inlineSchedulerFile(section: unknown, folder: string): Promise<unknown> {
  const { schedulerConfigFile } = (section ?? {}) as { schedulerConfigFile?: unknown };
  if (typeof schedulerConfigFile !== 'string' || schedulerConfigFile === '') return section;
  const configuration = await readFile(resolve(folder, schedulerConfigFile), 'utf8').catch((error: unknown) => {
    throw new MasterConfigError(
      `${SCHEDULER_FILE}: ${schedulerConfigFile} cannot be read: ${(error as Error).message}`,
    );
  });
  return { ...(section as Json), schedulerConfigFile: { configuration } };
}

async function inlineLocations(admissionConfig: unknown, folder: string): Promise<unknown> {
  const { pluginConfig } = (admissionConfig ?? {}) as { pluginConfig?: Record<string, unknown> };
  if (!pluginConfig || typeof pluginConfig !== 'object') return admissionConfig;
  const plugins = await Promise.all(
    Object.entries(pluginConfig).map(async ([name, plugin]) => {
      const { location } = (plugin ?? {}) as { location?: unknown };
      if (typeof location !== 'string') return [name, plugin];
      return [name, { configuration: await readYaml(resolve(folder, location)) }];
    }),
  );
  return { ...(admissionConfig as Json), pluginConfig: Object.fromEntries(plugins) as Json };
}
