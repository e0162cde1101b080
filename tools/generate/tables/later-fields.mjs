import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFile } from '../generated-file.mjs';

/** Fields of the newest release that an older one does not have, and those that a release has switched off. */
export const laterFieldsTable = {
  file: 'libs/core/api-types/structure/later-fields.generated.ts',
  render({ structs }, root) {
    const folder = join(root, 'tools/generate');
    const overlay = JSON.parse(readFileSync(join(folder, 'overlay/older-fields.json'), 'utf8'));
    const releases = readdirSync(join(folder, 'upstream/older')).sort();
    const tables = releases.map((file) => {
      const { models } = JSON.parse(readFileSync(join(folder, 'upstream/older', file), 'utf8'));
      const release = file.slice(0, -'.json'.length);
      return `  '${release}': \`\n${laterLines(structs, models, overlay[release]).join('\n')}\n\`,`;
    });
    const gated = Object.entries(overlay)
      .sort()
      .map(([release, { off = {} }]) => {
        const lines = Object.entries(off).map(([name, fields]) => `${name} ${fields.join(' ')}`);
        return `  '${release}': \`\n${lines.join('\n')}\n\`,`;
      });
    return generatedFile(
      `/** By release, one struct a line: its name, then the fields that the release does not have. */
export const LATER_FIELDS = {
${tables.join('\n')}
};

/** By release, the fields that it has and that a feature gate closes. */
export const GATED_FIELDS = {
${gated.join('\n')}
};
`,
    );
  },
};

function laterLines(structs, models, { as = {}, kept = {} } = {}) {
  const lines = [...structs.values()].flatMap(({ name, fields }) => {
    const model = models[as[name]] ?? modelOf(models, name, fields);
    const missing = model === undefined ? [] : [...fields.keys()].filter((field) => !model.includes(field));
    const later = missing.filter((field) => !kept[name]?.includes(field));
    return later.length > 0 ? [`${name} ${later.sort().join(' ')}`] : [];
  });
  return lines.sort();
}

/**
 * The model of a struct in an older release: the one of the same name, else the one of another version that shares most
 * fields. A struct without a model is reached by later fields only.
 */
function modelOf(models, name, fields) {
  if (models[name]) return models[name];
  const same = Object.keys(models).filter((model) => baseName(model) === baseName(name));
  const shared = (model) => models[model].filter((field) => fields.has(field)).length;
  const [best] = same.sort((a, b) => shared(b) - shared(a));
  return models[best];
}

function baseName(model) {
  return model.replace(/^[A-Za-z]*?V\d(alpha\d|beta\d)?/, '');
}
