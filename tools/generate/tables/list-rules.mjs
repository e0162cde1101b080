import { generatedFile } from '../generated-file.mjs';

/** How patches merge and appliers own what is not a plain value. */
export const listRulesTable = {
  file: 'libs/core/api-types/structure/list-rules.generated.ts',
  render({ structs, versions, atomicStructs }) {
    const ofVersions = [...versions.structs].map(([name, fields]) => ({
      name,
      isAtomic: atomicStructs.has(name),
      fields: fields.map((field) => [field.name, field]),
    }));
    const lines = [...structs.values(), ...ofVersions].flatMap(({ name, fields, isAtomic }) => {
      const rules = [...fields].flatMap(([field, about]) => ruleOf(field, about));
      if (isAtomic) rules.unshift('*=atomic');
      return rules.length > 0 ? [`${name} ${rules.join(' ')}`] : [];
    });
    return generatedFile(
      `/**
 * One struct a line: its name, then \`field=owned/strategy/key\`: how appliers own what is in the field (by these keys, as a
 * \`set\`, or \`atomic\`), the strategy of strategic merge patches, and the key by which they merge. \`*\` is the struct itself.
 */
export const LIST_RULES = \`\n${lines.sort().join('\n')}\n\`;
`,
    );
  },
};

function ruleOf(field, { listType = '', patchStrategy, mergeKey }) {
  if (!listType && !patchStrategy) return [];
  return [`${field}=${[listType, patchStrategy ?? '', mergeKey ?? ''].join('/').replace(/\/+$/, '')}`];
}
