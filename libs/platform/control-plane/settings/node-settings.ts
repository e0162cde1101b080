import {
  readCloudSettings,
  readNodeHealthSettings,
  type DocumentError,
  type NodeHealthBundle,
} from '@orrery/node-health';

/** What is wrong with the settings that concern nodes: `nodeHealth` and `cloud`. */
export function nodeSettingsErrors(
  settings: Readonly<Record<string, unknown>>,
  bundle: NodeHealthBundle | undefined,
): readonly DocumentError[] {
  return [
    ...below('nodeHealth', readNodeHealthSettings(settings['nodeHealth'], bundle).errors),
    ...below('cloud', readCloudSettings(settings['cloud']).errors),
  ];
}

function below(part: string, errors: readonly DocumentError[] = []): DocumentError[] {
  return errors.map(({ field, reason }) => ({ field: field === '' ? part : `${part}.${field}`, reason }));
}
