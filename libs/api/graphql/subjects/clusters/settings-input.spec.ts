import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { CLUSTER_SETTINGS } from '@orrery/control-plane';
import type { Schema } from '@orrery/documents';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLInputType,
} from 'graphql';

// The file is what is served: schema.spec.ts compares them.
const schema = buildSchema(readFileSync(join(__dirname, '../../schema.graphql'), 'utf8'));

/** The fields of a type and of the types inside it, by path. */
function served(type: GraphQLInputType, path = ''): string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => {
    const at = `${path}${field.name}${isListType(getNullableType(field.type)) ? '[]' : ''}`;
    return [at, ...served(field.type, `${at}.`)];
  });
}

/** The same of a schema; the inside of maps is JSON. */
function declared({ fields = {} }: Schema, path = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const at = `${path}${name}${field.type === 'list' ? '[]' : ''}`;
    return [at, ...declared(field.items ?? field, `${at}.`)];
  });
}

test('ClusterSettingsInput has every setting, and nothing else', () => {
  const input = schema.getType('ClusterSettingsInput') as GraphQLInputType;
  expect(served(input).sort()).toEqual(declared(CLUSTER_SETTINGS).sort());
});

/** Paths of the files below a folder, without tests and what is generated. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/node_modules|\.(spec|generated)\.ts$/.test(path))
    .map((path) => join(folder, path));
}

/** Words of settings in a text of upstream: the help of a kubelet's metrics. */
const UPSTREAM_TEXTS: readonly string[] = ['libs/api/rest/usage/kubelet-text.ts'];

test('settings are listed in their schemas alone: the API and the tools name none but those that they act by', () => {
  const { nodeHealth, kubelet, pressure, nodeIpam, machineConfig } = CLUSTER_SETTINGS.fields;
  const names = [nodeHealth, kubelet, pressure, nodeIpam, machineConfig].flatMap(({ fields }) => Object.keys(fields));
  expect(names.length).toBeGreaterThan(60);
  const root = join(__dirname, '../../../../..');
  const files = ['libs/api', 'libs/platform/settings', 'tools'].flatMap((folder) => sources(join(root, folder)));
  const named = (text: string): string[] => names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const counts = files.map((path) => [relative(root, path), named(readFileSync(path, 'utf8')).length] as const);
  expect(counts.filter(([path, count]) => count > 1 && !UPSTREAM_TEXTS.includes(path))).toEqual([]);
});

test('its fields have the types of the settings', () => {
  const fieldsOf = (name: string): Record<string, string> => {
    const type = schema.getType(name);
    return Object.fromEntries(
      Object.values(isInputObjectType(type) ? type.getFields() : {}).map((field) => [field.name, String(field.type)]),
    );
  };
  expect(fieldsOf('ClusterSettingsCloudInput')).toEqual({ initializeAfter: 'Duration', provider: 'String' });
  expect(fieldsOf('ClusterSettingsKubeletInput')).toMatchObject({
    imagePull: 'Duration',
    imageSizeBytes: 'Float',
    leaseRenewJitter: 'Float',
    parallelImagePulls: 'Int',
    podReadyToStartContainers: 'Boolean',
    presentImages: '[String!]',
  });
  expect(fieldsOf('ClusterSettingsInput')).toMatchObject({
    kubeletConfigurations: '[ClusterSettingsKubeletConfigurationInput!]',
    nodeHealth: 'ClusterSettingsNodeHealthInput',
    schedulers: 'JSON',
  });
});
