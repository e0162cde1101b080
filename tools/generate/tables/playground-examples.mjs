import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, Source, validate } from 'graphql';
import { SCHEMA } from './typed-operations.mjs';

const FOLDER = 'apps/api-server/playground/examples';
const TITLE = /^# (.+)\n\n/;

/** The example queries of the playground, a tab for each file, whose first line is its title. */
export const playgroundExamplesTable = {
  file: 'apps/api-server/playground/example-tabs.generated.ts',
  render: async (_api, root) => {
    const schema = buildSchema(readFileSync(join(root, SCHEMA), 'utf8'));
    const files = readdirSync(join(root, FOLDER)).filter((file) => file.endsWith('.graphql'));
    const tabs = files
      .sort()
      .map((file) => tabOf(schema, `${FOLDER}/${file}`, readFileSync(join(root, FOLDER, file), 'utf8')));
    return `// Written by \`npm run generate\` from ${FOLDER}; see tools/generate/README.md.
/** Tabs that the playground opens with: operations that tell a story on a new cluster from the first to the last. */
export const EXAMPLE_TABS: readonly { readonly title: string; readonly query: string }[] = ${JSON.stringify(tabs, null, 2)};
`;
  },
};

/** Throws an error that names file, line and column of what the schema refuses. */
function tabOf(schema, file, text) {
  const title = TITLE.exec(text)?.[1];
  if (title === undefined)
    throw new Error(`${file}:1: must begin with a comment, the title of its tab, and an empty line`);
  const [error] = validate(schema, parse(new Source(text, file)));
  const { line, column } = error?.locations?.[0] ?? {};
  if (error) throw new Error(`${file}:${line}:${column}: ${error.message}`);
  return { title, query: text.replace(TITLE, '') };
}
