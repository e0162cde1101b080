import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER_SETTINGS } from '@orrery/control-plane';
import type { Fields, Schema } from '@orrery/documents';
import {
  API_SERVER_SETTINGS,
  optionOf,
  PROCESS_SETTINGS,
  shownDefault,
  STANDALONE_SETTINGS,
  variableOf,
  type Setting,
  type Settings,
} from '@orrery/settings';

/** True if the compared parts are written into the files: `npm run reference`. */
const writes = process.env['ORRERY_WRITE_REFERENCE'] === 'true';
const root = join(__dirname, '../..');

/**
 * Values that containers need instead of defaults: addresses of the other services, with the container's network taken
 * as private.
 */
const IN_CONTAINERS: Readonly<Record<string, string>> = {
  ORRERY_DATABASE_URL: 'postgresql://orrery:orrery@postgres:5432/orrery',
  ORRERY_REDIS_URL: 'redis://redis:6379',
  ORRERY_HEALTH_HOST: '0.0.0.0',
  ORRERY_HEALTH_PORT: "'8081'",
  ORRERY_HOST: '0.0.0.0',
  ORRERY_PORT: "'8080'",
  // The port is published on this machine alone, so requests need not be authenticated.
  ORRERY_PUBLISHED_HOST: '127.0.0.1',
  // Other containers reach the server by the name of its service.
  ORRERY_ALLOWED_HOSTS: '${ORRERY_ALLOWED_HOSTS:-api-server}',
};

function composeRows(settings: Settings, indent: string): string {
  return Object.values(settings)
    .map((setting) => {
      const variable = variableOf(setting);
      const value = IN_CONTAINERS[variable] ?? `\${${variable}:-${setting.default ?? ''}}`;
      return `${indent}${variable}: ${value}\n`;
    })
    .join('');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${text}\``;

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |\n`);
  return `\n${lines.join('')}\n`;
}

const defaultCell = (setting: Setting<unknown>): string => {
  if (setting.default === undefined) return 'required';
  const shown = shownDefault(setting);
  return shown === undefined ? '' : code(shown);
};

function fullTable(settings: Settings): string {
  const rows = Object.values(settings).map((one) => [
    code(optionOf(one)),
    code(variableOf(one)),
    defaultCell(one),
    one.help,
  ]);
  return table(['option', 'variable', 'default', 'what it is for'], rows);
}

function variableTable(settings: Settings): string {
  const rows = Object.values(settings).map((one) => [code(variableOf(one)), defaultCell(one), one.help]);
  return table(['variable', 'default', 'what it is for'], rows);
}

/** Returns the rows of an object's fields and of their inner fields, by path. */
function settingRows(fields: Fields, prefix = ''): string[][] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`;
    const inside = schema.items?.fields
      ? { path: `${path}[]`, fields: schema.items.fields }
      : { path, fields: schema.fields };
    const ofMap = schema.type === 'map' ? schema.valuesAt!('')?.fields : undefined;
    return [
      [code(path), kindOfValue(schema), presetOf(schema), schema.about ?? '', changeOf(schema)],
      ...(inside.fields ? settingRows(inside.fields, `${inside.path}.`) : []),
      ...(ofMap ? settingRows(ofMap, `${path}.NAME.`) : []),
    ];
  });
}

function kindOfValue(schema: Schema): string {
  if (schema.values) return schema.values.map(code).join(', ');
  if (schema.format) return schema.format;
  if (schema.type === 'list') return `list of ${kindOfValue(schema.items!)}`;
  if (schema.type === 'map') return `${kindOfValue(schema.valuesAt!('')!)} by name`;
  const kinds: Partial<Record<Schema['type'], string>> = { anyObject: 'object', any: 'any', string: 'text' };
  return kinds[schema.type] ?? schema.type;
}

function presetOf({ shownDefault, default: preset }: Schema): string {
  if (shownDefault !== undefined) return code(shownDefault);
  return preset === undefined ? '' : code(Array.isArray(preset) ? preset.join(', ') : String(preset));
}

/** Returns the time at which a setting of a cluster can be changed. */
const changeOf = ({ isImmutable }: Schema): string => (isImmutable ? 'only at creation' : 'any time');

const clusterTable = (fields: Fields): string =>
  table(['setting', 'value', 'default', 'what it is for', 'chosen'], settingRows(fields));

/** The parts of files that follow from the settings, each between two lines that name it. */
const PARTS = [
  { file: 'docker-compose.yml', part: 'process settings', text: composeRows(PROCESS_SETTINGS, '  ') },
  { file: 'docker-compose.yml', part: 'server settings', text: composeRows(API_SERVER_SETTINGS, '      ') },
  { file: 'docs/reference/settings.md', part: 'standalone', text: fullTable(STANDALONE_SETTINGS) },
  { file: 'docs/reference/settings.md', part: 'process', text: variableTable(PROCESS_SETTINGS) },
  { file: 'docs/reference/settings.md', part: 'api-server', text: variableTable(API_SERVER_SETTINGS) },
  { file: 'docs/reference/settings.md', part: 'cluster', text: clusterTable(CLUSTER_SETTINGS.fields) },
];

/** Tables as Prettier leaves them differ in spaces and dashes alone. */
const plain = (text: string): string => text.replace(/[ \t]+/g, ' ').replace(/-{3,}/g, '---');

test.each(PARTS)('$file says of $part what the settings are', ({ file, part, text }) => {
  const path = join(root, file);
  const content = readFileSync(path, 'utf8');
  const [begin, end] = [`generated: ${part}`, `end of ${part}`];
  const from = content.indexOf('\n', content.indexOf(begin)) + 1;
  const to = content.lastIndexOf('\n', content.indexOf(end)) + 1;
  expect(content).toContain(begin);
  expect(to).toBeGreaterThan(from - 1);
  if (writes) writeFileSync(path, content.slice(0, from) + text + content.slice(to));
  else expect(plain(content.slice(from, to))).toBe(plain(text));
});
