import { generatedFile } from '../generated-file.mjs';

/** The numbers of fields in protobuf. */
export const fieldNumbersTable = {
  file: 'libs/api/rest/protobuf/field-numbers.generated.ts',
  render({ structs }) {
    const lines = [...structs.values()].map(({ name, fields }) => lineOf(name, fields));
    return generatedFile(
      `/** One struct a line: its name, then \`field=number\`, as explained in wire-structs.ts. */
export const FIELD_NUMBERS = \`\n${lines.filter(Boolean).sort().join('\n')}\n\`;
`,
    );
  },
};

function lineOf(name, fields) {
  const numbered = [...fields].filter(([, { number }]) => number !== undefined);
  if (numbered.length === 0 && [...fields].length > 0) return '';
  const entries = numbered
    .sort(byNumber)
    .map(([field, about]) => `${field}=${about.number}${keepsZero(about) ? '!' : ''}`);
  return [name, ...entries].join(' ');
}

/** Returns whether a zero is a value: where Go has a pointer, or writes the field whatever it holds. */
export function keepsZero({ pointer, omitEmpty }) {
  return pointer === true || omitEmpty !== true;
}

export function byNumber([, a], [, b]) {
  const [left, right] = [a, b].map(({ number }) => number.split('.').map(Number));
  return left[0] - right[0] || (left[1] ?? 0) - (right[1] ?? 0);
}
