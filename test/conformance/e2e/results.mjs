// What a run found, in the form that is kept: results-<release>.json, and the part of docs/conformance.md between its marks.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failures, reasonTable, table } from './table.mjs';

const BEGIN = '<!-- begin: results of the end-to-end suite, written by npm run conformance:e2e -- --store -->';
const END = '<!-- end: results of the end-to-end suite -->';

/** The commit of a checkout, with `-dirty` where files differ from it. */
export function commitOf(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--untracked-files=no');
  return git('rev-parse', '--short=8', 'HEAD') + (changed ? '-dirty' : '');
}

/** Returns every listed spec with its class, and for those that ran with their outcome. */
export function resultsOf({ version, bundle, commit, specs, ran }) {
  const outcomes = new Map(ran.map((result) => [result.name, result]));
  const results = specs.map(({ name, verdict, reason }) => {
    const result = outcomes.get(name);
    if (!result) return verdict === 'runs' ? { name, outcome: 'not-run' } : { name, outcome: verdict, reason };
    return { name, outcome: result.outcome, ...(result.reason && { reason: result.reason }) };
  });
  return { version, bundle, commit, specs: results };
}

/** Writes the results beside the runner and into docs/conformance.md. */
export function storeResults(root, results) {
  const folder = join(root, 'test/conformance/e2e');
  writeFileSync(join(folder, `results-${results.version}.json`), `${JSON.stringify(compact(results), undefined, 2)}\n`);
  const path = join(root, 'docs/conformance.md');
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${path} has no marks for the results: add "${BEGIN}" and "${END}"`);
  const part = [table(results), failures(results), reasonTable(results)].join('\n\n');
  writeFileSync(path, `${text.slice(0, from + BEGIN.length)}\n\n${part}\n\n${text.slice(to)}`);
  execFileSync(join(root, 'node_modules/.bin/prettier'), ['--write', '--log-level', 'warn', path, folder], {
    cwd: root,
  });
}

/** Names by outcome and reason; the thousands that drivers of volumes have are only counted. */
function compact({ version, bundle, commit, specs }) {
  const groups = new Map();
  for (const { name, outcome, reason = '' } of specs) {
    const byReason = groups.get(outcome) ?? groups.set(outcome, new Map()).get(outcome);
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  const entries = [...groups].map(([outcome, byReason]) => [
    outcome,
    [...byReason].map(([reason, names]) => ({
      ...(reason && { reason }),
      ...(names.every((name) => name.includes('[Testpattern: ')) ? { count: names.length } : { specs: names }),
    })),
  ]);
  return { version, bundle, commit, ...Object.fromEntries(entries) };
}
