const UNRELEASED = '## Unreleased';

/**
 * Gives what is unreleased a version and a day, and opens an empty section above it.
 * @param {string} text of CHANGELOG.md
 * @param {string} version of the release
 * @param {Date} day of the release
 * @returns {{ text: string } | { problem: string }}
 */
export function stampChangelog(text, version, day) {
  const start = text.indexOf(`${UNRELEASED}\n`);
  if (start < 0) return { problem: `"${UNRELEASED}" is missing` };
  if (text.includes(`\n## ${version} `)) return { problem: `${version} is there already` };
  const rest = text.slice(start + UNRELEASED.length);
  const next = rest.indexOf('\n## ');
  const notes = next < 0 ? rest : rest.slice(0, next);
  if (notes.trim() === '') return { problem: 'nothing is unreleased' };
  const heading = `${UNRELEASED}\n\n## ${version} (${day.toISOString().slice(0, 10)})`;
  return { text: text.slice(0, start) + heading + rest };
}
