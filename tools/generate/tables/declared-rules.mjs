import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFile } from '../generated-file.mjs';

/** Rules that say what others do: keys of lists go to the rule that items are unique. */
const PARTS = new Set(['listType', 'listMapKey', 'unique']);

/** Rules that upstream declares beside the types of the taken release. */
export const declaredRulesTable = {
  file: 'libs/core/api-types/structure/declared-rules.generated.ts',
  render({ structs }, root) {
    const taken = JSON.parse(readFileSync(join(root, 'tools/generate/upstream/markers.json'), 'utf8'));
    const lines = [...structs.values()].flatMap(({ id, name }) => {
      const fields = Object.entries(taken.structs[id] ?? {}).flatMap(([field, markers]) => {
        const rules = rulesOf(markers);
        return rules.length > 0 ? [`${field}:${rules.join(',')}`] : [];
      });
      return fields.length > 0 ? [`${name} ${fields.join(' ')}`] : [];
    });
    return generatedFile(
      `/**
 * One struct a line: its name, then the rules of its fields as the types of Kubernetes ${taken.release} declare them, with their
 * values after \`=\`; the values of a closed set have a bar between them, as have the keys by which the items of a list differ.
 */
export const DECLARED_RULES = \`\n${lines.sort().join('\n')}\n\`;
`,
    );
  },
};

/** A rule that holds while a gate is open is left out: those that guard rules are off by default. */
function rulesOf(markers) {
  const inForce = markers.filter((marker) => marker.at(-1)?.with === undefined);
  const rules = inForce.filter(([name]) => !PARTS.has(name)).map((marker) => textOf(marker.filter(isText)));
  const keys = inForce.filter(([name]) => name === 'listMapKey').map(([, key]) => key);
  const isUnique = inForce.some(([name, value]) => name === 'unique' || (name === 'listType' && value !== 'atomic'));
  return isUnique ? [...rules, `unique=${keys.join('|')}`] : rules;
}

function isText(part) {
  return typeof part !== 'object';
}

/** `["enum", "A", "B"]` is `enum=A|B`, `["eachKey", "format", "x"]` is `eachKey.format=x`. */
function textOf([name, ...rest]) {
  if (name === 'eachKey' || name === 'eachVal') return `${name}.${textOf(rest)}`;
  if (name === 'member' || name === 'item' || name === 'subfield')
    return `${name}(${rest[0]}).${textOf(rest.slice(1))}`;
  return rest.length === 0 ? name : `${name}=${rest.join('|')}`;
}
