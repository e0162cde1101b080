// All definitions below a folder, then all suites of cases.
import { relative } from 'node:path';
import { suitesIn } from './find.mjs';
import { postDefinitions } from './post-definitions.mjs';
import { runSuite } from './run-suite.mjs';

/**
 * Runs the definitions and suites of a folder on a server, and returns the differences.
 * @param options `only`: a text that paths must have; `suites`: without the definitions on their own
 * @param tell takes lines for the user
 */
export async function runAll(api, folder, { only = '', suites = false }, tell) {
  const differences = suites ? [] : await runDefinitions(api, folder, only, tell);
  return [...differences, ...(await runSuites(api, folder, only, tell))];
}

async function runDefinitions(api, folder, only, tell) {
  const outcomes = await postDefinitions(api, folder, only);
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined);
  for (const { name, file, refusal } of refused) tell(`refused ${name} (${file}): ${refusal}`);
  tell(`${outcomes.length} definitions: ${outcomes.length - refused.length} accepted, ${refused.length} refused`);
  return refused.map(({ name, file, refusal }) => ({ definition: name, file, difference: refusal }));
}

async function runSuites(api, folder, only, tell) {
  const differences = [];
  let count = 0;
  for (const each of suitesIn(folder, only)) {
    const suite = relative(folder, each.file);
    for (const { name, difference } of await runSuite(api, each)) {
      count++;
      if (difference === undefined) continue;
      tell(`differs ${suite}: ${name}\n  ${difference}`);
      differences.push({ suite, case: name, difference });
    }
  }
  if (count > 0) tell(`${count} cases: ${count - differences.length} agree, ${differences.length} differ`);
  return differences;
}
