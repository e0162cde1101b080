import { generatedFile } from '../generated-file.mjs';

/** What structs and fields are for, and which fields must be there. */
export const descriptionsTable = {
  file: 'libs/api/descriptions/descriptions.generated.ts',
  render({ structs }) {
    const sections = [...structs.values()].map(({ id, name, text, fields }) => {
      const home = id.slice(0, id.lastIndexOf('.'));
      const lines = [...fields].map(([field, { required, text: about = '' }]) =>
        `${field}${required ? '!' : ''} ${oneLine(about)}`.trimEnd(),
      );
      return [`# ${name} ${home} ${oneLine(text)}`.trimEnd(), ...lines].join('\n');
    });
    return generatedFile(
      `/**
 * A heading a struct (\`# name package description\`), then a line a field; \`!\` marks required ones, \`\\\\n\` a new line, a
 * backslash the sign after it. The texts are those of the Kubernetes API (Apache-2.0), see tools/generate/upstream.
 */
export const DESCRIPTIONS = String.raw\`\n${sections.sort().join('\n')}\n\`;
`,
    );
  },
};

/** One line; a backslash keeps itself, and the signs that would end or fill a template, as they are. */
function oneLine(text) {
  return text.replace(/[\\`$]/g, '\\$&').replace(/\n/g, '\\n');
}
