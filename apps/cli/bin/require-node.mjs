// Imported first by every command: says in one sentence what an older Node would say in a stack trace.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** Why this version of Node will not do, for a range such as `>=20.19`; undefined if it does. */
export function nodeProblem(version, range = engines.node) {
  const least = range.replace(/^>=\s*/, '');
  const [isMajor, isMinor] = version.split('.').map(Number);
  const [major, minor = 0] = least.split('.').map(Number);
  if (isMajor > major || (isMajor === major && isMinor >= minor)) return undefined;
  return `Orrery needs Node ${least} or newer, and this is Node ${version}: install a newer one from https://nodejs.org or with your version manager.`;
}

const problem = nodeProblem(process.versions.node);
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
