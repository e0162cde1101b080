import {
  CLOUD,
  NODE_HEALTH,
  readCloudSettings,
  readNodeHealthSettings,
  type NodeHealthBundle,
} from '@orrery/node-health';
import type { DocumentError } from '@orrery/documents';
import { PRESSURE_BUNDLES, readKubeletConfiguration } from '@orrery/node-pressure';
import { DEFAULT_NODE_IPAM, KUBELET_BUNDLES, readNodeIpamSettings } from '@orrery/pod-lifecycle';
import { unknownSetting, withNearestNames } from './unknown-setting';

type Settings = Readonly<Record<string, unknown>>;

/** What is wrong with the settings that concern nodes. */
export function nodeSettingsErrors(settings: Settings, bundle: NodeHealthBundle | undefined): readonly DocumentError[] {
  const nodeHealth = readNodeHealthSettings(settings['nodeHealth'], bundle);
  const nodeIpam = readNodeIpamSettings(settings['nodeIpam']);
  const cloud = readCloudSettings(settings['cloud']);
  return [
    ...below('nodeHealth', withNearestNames(nodeHealth.errors, Object.keys(NODE_HEALTH.fields))),
    ...below('nodeIpam', withNearestNames(nodeIpam.errors, Object.keys(DEFAULT_NODE_IPAM))),
    ...below('cloud', withNearestNames(cloud.errors, Object.keys(CLOUD.fields))),
    ...configurationErrors(settings['kubeletConfigurations']),
    ...below('kubelet', knobErrors(settings['kubelet'], KUBELET_BUNDLES.modern)),
    ...below('pressure', knobErrors(settings['pressure'], PRESSURE_BUNDLES.modern)),
    ...below('machineConfig', knobErrors(settings['machineConfig'], { rollOut: 'rolling', rebootMs: 0 })),
  ];
}

/** A kubelet that is given such a configuration does not start: the cluster is refused with its reasons. */
function configurationErrors(sets: unknown): DocumentError[] {
  if (sets == null) return [];
  if (!Array.isArray(sets)) return [{ field: 'kubeletConfigurations', reason: 'Invalid value: must be a list' }];
  return sets.flatMap((set: unknown, index): DocumentError[] => {
    const field = `kubeletConfigurations[${index}]`;
    if (!isObject(set)) return [{ field, reason: 'Invalid value: must be an object' }];
    const { nodeSelector = {}, configuration } = set;
    const isSelector =
      isObject(nodeSelector) && Object.values(nodeSelector).every((value) => typeof value === 'string');
    const verdict = readKubeletConfiguration(configuration);
    return [
      ...(isSelector ? [] : [{ field: `${field}.nodeSelector`, reason: 'Invalid value: must map labels to values' }]),
      ...(verdict.ok ? [] : verdict.errors).map((reason) => ({ field: `${field}.configuration`, reason })),
    ];
  });
}

/** Knobs have the names and the types of those that every generation of behaviour sets. */
function knobErrors(knobs: unknown, known: object): DocumentError[] {
  if (knobs == null) return [];
  if (!isObject(knobs)) return [{ field: '', reason: 'Invalid value: must be an object' }];
  const types = new Map(Object.entries(known).map(([name, value]) => [name, typeOf(value)]));
  return Object.entries(knobs).flatMap(([field, value]) => {
    const type = types.get(field);
    if (type === undefined) return [unknownSetting(field, [...types.keys()])];
    return typeOf(value) === type
      ? []
      : [{ field, reason: `Invalid value: ${JSON.stringify(value)}: must be a ${type}` }];
  });
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function isObject(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function below(part: string, errors: readonly DocumentError[] = []): DocumentError[] {
  return errors.map(({ field, reason }) => ({ field: field === '' ? part : `${part}.${field}`, reason }));
}
