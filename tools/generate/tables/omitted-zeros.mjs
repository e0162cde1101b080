import { generatedFile } from '../generated-file.mjs';

const SCALARS = new Set(['string', 'bool', 'int32', 'int64', 'float64']);

/** Fields that Go keeps without a pointer and leaves out when they hold the zero of their type. */
export const omittedZerosTable = {
  file: 'libs/core/api-types/structure/omitted-zeros.generated.ts',
  render({ structs }) {
    const lines = [...structs.values()].flatMap(({ name, fields }) => {
      const omitted = [...fields].filter(([field, about]) => isOmitted(field, about)).map(([field]) => field);
      return omitted.length > 0 ? [`${name} ${omitted.join(' ')}`] : [];
    });
    return generatedFile(
      `/** One struct a line: its name, then the fields whose zero value is the same as leaving them out. */
export const OMITTED_ZEROS = \`\n${lines.sort().join('\n')}\n\`;
`,
    );
  },
};

function isOmitted(field, { type, pointer, omitEmpty, number }) {
  return SCALARS.has(type) && !pointer && omitEmpty === true && number !== undefined;
}
