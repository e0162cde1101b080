import { generatedFile } from '../generated-file.mjs';

/** Names, fields and types of all structs, and the kinds whose struct has another name than `V1<Kind>`. */
export const structsTable = {
  file: 'libs/core/api-types/structure/structs.generated.ts',
  render({ structs, structOfKind }) {
    const lines = [...structs.values()].map(
      ({ name, fields }) => `${name} ${[...fields].map(([field, { shape }]) => `${field}:${shape}`).join(' ')}`,
    );
    const others = [...structOfKind].filter(([kind, struct]) => struct !== `V1${kind}`);
    const entries = others.map(([kind, struct]) => `  ${kind}: '${struct}',`);
    return generatedFile(
      `/** One struct a line: its name, then \`field:type\`. The letters are explained in struct-types.ts. */
export const STRUCTS = \`\n${lines.sort().join('\n')}\n\`;

/** Kinds whose struct is not called \`V1<Kind>\`. */
export const STRUCT_OF_KIND: Readonly<Record<string, string>> = {
${entries.sort().join('\n')}
};
`,
    );
  },
};
