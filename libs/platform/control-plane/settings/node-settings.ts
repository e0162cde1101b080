import { isPlainObject, type DocumentError } from '@orrery/documents';
import { readNodeHealthSettings, type NodeHealthBundle } from '@orrery/node-health';
import { readKubeletConfiguration } from '@orrery/node-pressure';

/** Returns the errors of the settings that concern nodes, where each section alone has the right structure. */
export function nodeSettingsErrors(settings: Readonly<Record<string, unknown>>): readonly DocumentError[] {
  const { nodeHealth, kubeletConfigurations } = settings;
  const { errors = [] } = readNodeHealthSettings(nodeHealth, settings['bundle'] as NodeHealthBundle | undefined);
  return [
    ...errors.map(({ field, reason }) => ({ field: `nodeHealth.${field}`, reason })),
    ...(Array.isArray(kubeletConfigurations) ? kubeletConfigurations.flatMap(configurationErrors) : []),
  ];
}

/** A kubelet that is given such a configuration does not start: the cluster is refused with its reasons. */
function configurationErrors(set: unknown, index: number): DocumentError[] {
  const verdict = readKubeletConfiguration(isPlainObject(set) ? set['configuration'] : undefined);
  const field = `kubeletConfigurations[${index}].configuration`;
  return verdict.ok ? [] : verdict.errors.map((reason) => ({ field, reason }));
}
