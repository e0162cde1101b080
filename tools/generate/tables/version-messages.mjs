import { generatedFile } from '../generated-file.mjs';
import { byNumber, keepsZero } from './field-numbers.mjs';

/** Messages of versions that differ from the stored version of their kind. */
export const versionMessagesTable = {
  file: 'libs/api/rest/protobuf/version-messages.generated.ts',
  render({ versions: { structs } }) {
    const lines = [...structs].map(([id, fields]) =>
      [
        id,
        ...fields
          .filter(({ number }) => number !== undefined)
          .map((field) => [field.name, field])
          .sort(byNumber)
          .map(entryOf),
      ].join(' '),
    );
    return generatedFile(
      `/** One struct a line: its name, then \`field=number\`, as explained in wire-structs.ts. */
export const VERSION_MESSAGES = \`\n${lines.sort().join('\n')}\n\`;
`,
    );
  },
};

function entryOf([name, field]) {
  return `${name}=${field.number}${keepsZero(field) ? '!' : ''}`;
}
