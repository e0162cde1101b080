import { generatedFile } from '../generated-file.mjs';

/** Names, fields and types of all structs, and which of them the bodies of a kind are. */
export const structsTable = {
  file: 'libs/core/api-types/structure/structs.generated.ts',
  render({ structs, structOfBody, versions }) {
    const lines = [...structs.values()].map(
      ({ name, fields }) => `${name} ${[...fields].map(([field, { shape }]) => `${field}:${shape}`).join(' ')}`,
    );
    const ofVersions = [...versions.structs].map(
      ([id, fields]) => `${id} ${fields.map(({ name, shape }) => `${name}:${shape}`).join(' ')}`,
    );
    const bodies = [...versions.bodies].map(([body, id]) => `${id} ${body}`);
    const entries = [...structOfBody].map(([body, struct]) => `  '${body}': '${struct}',`);
    return generatedFile(
      `/** One struct a line: its name, then \`field:type\`. The letters are explained in struct-types.ts. */
export const STRUCTS = \`\n${lines.sort().join('\n')}\n\`;

/** The struct of a body by its group and kind, which all its versions are views of; \`*\` matches any group. */
export const STRUCT_OF_BODY: Readonly<Record<string, string>> = {
${entries.sort().join('\n')}
};

/** Structs that only a version has which is not the stored one of its kind, as {@link STRUCTS}. */
export const VERSION_STRUCTS = \`\n${ofVersions.sort().join('\n')}\n\`;

/** One body a line: its struct of {@link VERSION_STRUCTS}, its version and its kind. */
export const VERSION_BODIES = \`\n${bodies.sort().join('\n')}\n\`;
`,
    );
  },
};
