// Posts definitions to a server, each name once.
import { relative } from 'node:path';
import { definitionsOf, manifestsIn } from './find.mjs';

/**
 * Posts the definitions below a folder whose paths contain a text, and returns the server's answers; repeated names are
 * left out.
 */
export async function postDefinitions(api, folder, only) {
  const seen = new Set();
  const outcomes = [];
  for (const { file, definition } of manifestsIn(folder)
    .filter((path) => path.includes(only))
    .flatMap(definitionsOf)) {
    const { name } = definition.metadata;
    if (seen.has(name)) continue;
    seen.add(name);
    const outcome = { name, file: relative(folder, file), refusal: await refusalOf(api, definition) };
    outcomes.push(outcome);
    if (outcome.refusal === undefined) await api.uninstall(name);
  }
  return outcomes;
}

async function refusalOf(api, definition) {
  try {
    await api.install(definition, true);
    return undefined;
  } catch (error) {
    return error.message;
  }
}
