// Writes everything that follows from the description of the API, and the links between the pages of the documentation:
// tools/generate/README.md says what comes from where.
//   npm run generate              write the files
//   npm run generate -- --check   write nothing; name the files that would change, and fail if there are any
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { collectStructs } from './api-structs.mjs';
import { documentationPages } from './documentation/pages.mjs';
import { readKinds } from './kind-registry.mjs';
import { actionInputsTable } from './tables/action-inputs.mjs';
import { alwaysWrittenTable } from './tables/always-written.mjs';
import { consoleOperationsTable } from './tables/console-operations.mjs';
import { defaultStagesTable } from './tables/default-stages.mjs';
import { declaredRulesTable } from './tables/declared-rules.mjs';
import { descriptionsTable } from './tables/descriptions.mjs';
import { fieldNumbersTable } from './tables/field-numbers.mjs';
import { laterFieldsTable } from './tables/later-fields.mjs';
import { listRulesTable } from './tables/list-rules.mjs';
import { omittedZerosTable } from './tables/omitted-zeros.mjs';
import { playgroundExamplesTable } from './tables/playground-examples.mjs';
import { sdkOperationsTable } from './tables/sdk-operations.mjs';
import { structsTable } from './tables/structs.mjs';
import { versionMessagesTable } from './tables/version-messages.mjs';

const TABLES = [
  structsTable,
  omittedZerosTable,
  alwaysWrittenTable,
  laterFieldsTable,
  listRulesTable,
  declaredRulesTable,
  descriptionsTable,
  fieldNumbersTable,
  versionMessagesTable,
  sdkOperationsTable,
  consoleOperationsTable,
  actionInputsTable,
  playgroundExamplesTable,
  defaultStagesTable,
];
const folder = dirname(fileURLToPath(import.meta.url));

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false }, root: { type: 'string' } } });
const root = resolve(values.root ?? join(folder, '../..'));
const tables = await renderTables();
const stale = tables.filter(
  ({ file, text }) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== text,
);
for (const { file, text } of stale) {
  if (values.check) {
    console.error(`${file} is not what tools/generate says; run \`npm run generate\``);
    continue;
  }
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(`wrote ${file}`);
}
if (values.check && stale.length > 0) process.exit(1);

async function renderTables() {
  try {
    const api = collectStructs(join(root, 'tools/generate'), await readKinds(root));
    const rendered = TABLES.map(async ({ file, render }) => ({ file, text: await render(api, root) }));
    return [...(await Promise.all(rendered)), ...documentationPages(root)];
  } catch (error) {
    console.error(`the tables cannot be generated: ${error.message}`);
    process.exit(1);
  }
}
