import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseYaml, YamlDepthError } from '@orrery/api-types';
import { YAMLParseError } from 'yaml';
import type { ClusterRuntime } from '../cluster-runtime';
import { admissionErrors } from './admission-settings';
import type { ClusterSettings } from './cluster-settings';

/** A file that cannot be read, or whose sections cannot be used; the message says which field and why. */
export class MasterConfigError extends Error {}

type Json = Record<string, unknown>;

/**
 * Gives a cluster the `admissionConfig` and `projectConfig` sections of a master configuration file, as the guide's
 * section 16.5 writes them; other sections are not looked at. A plugin's `location` names a file beside it. Throws
 * {@link MasterConfigError}.
 */
export async function setMasterConfigFile(runtime: ClusterRuntime, file: string): Promise<void> {
  const { admissionConfig, projectConfig } = await readYaml(file);
  const inlined = await inlineLocations(admissionConfig, dirname(resolve(file)));
  await runtime.changeSettings((settings) => {
    const next: ClusterSettings = { ...settings, admissionConfig: inlined, projectConfig };
    const errors = admissionErrors(next);
    if (errors.length === 0) return next;
    throw new MasterConfigError(
      `${file} cannot be used:${errors.map(({ field, reason }) => `\n  ${field}: ${reason}`).join('')}`,
    );
  });
}

/** Reads YAML or JSON text that is to be one object; undefined fields are left to the reader. */
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
