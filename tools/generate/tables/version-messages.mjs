import { generatedFile } from '../generated-file.mjs';
import { byNumber, keepsZero } from './field-numbers.mjs';

/** Messages of versions that differ from the stored version of their kind. */
export const versionMessagesTable = {
  file: 'libs/api/rest/protobuf/version-messages.generated.ts',
  render({ versions: { bodies, structs } }) {
    const lines = [...structs].map(([id, fields]) =>
      [
        id,
        ...fields
          .map((field) => [field.name, field])
          .sort(byNumber)
          .map(entryOf),
      ].join(' '),
    );
    const entries = [...bodies].map(([body, id]) => `${id} ${body}`);
    return generatedFile(
      `/** One struct a line: its name, then \`field=number:type\`, as explained in wire-structs.ts and struct.ts. */
export const VERSION_MESSAGES = \`\n${lines.sort().join('\n')}\n\`;

/** One body a line: its struct, its version and its kind, where the struct is not that of the stored version. */
export const VERSION_BODIES = \`\n${entries.sort().join('\n')}\n\`;
`,
    );
  },
};

function entryOf([name, field]) {
  return `${name}=${field.number}${keepsZero(field) ? '!' : ''}:${field.shape}`;
}
