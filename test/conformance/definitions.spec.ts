import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(__dirname, 'definitions', 'testdata');

interface Difference {
  readonly definition?: string;
  readonly suite?: string;
  readonly case?: string;
  readonly difference: string;
}

/** Returns the result of `npm run conformance:definitions` for a folder. */
function run(): { readonly output: string; readonly differences: readonly Difference[] } {
  const script = `
    import { Api } from './test/conformance/definitions/api.mjs';
    import { runAll } from './test/conformance/definitions/run-all.mjs';
    import { startServer } from './test/conformance/definitions/server.mjs';
    const server = await startServer(process.cwd());
    const lines = [];
    try {
      const differences = await runAll(new Api(server.url), ${JSON.stringify(FOLDER)}, {}, (line) => lines.push(line));
      console.log(JSON.stringify({ output: lines.join('\\n'), differences }));
    } finally {
      await server.stop();
    }`;
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  execFileSync(process.execPath, ['tools/build.mjs', '--if-stale'], options);
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], options);
  return JSON.parse(output) as { output: string; differences: readonly Difference[] };
}

test('definitions and their cases are run on a server, and differences are reported', () => {
  const { output, differences } = run();
  expect(output).toContain('3 definitions: 1 accepted, 2 refused');
  expect(output).toContain('7 cases: 7 agree, 0 differ');
  expect(differences.map(({ definition, difference }) => [definition, difference])).toEqual([
    ['gadgets.example.com', expect.stringContaining("undefined field 'nmae'")],
    ['gizmos.example.com', expect.stringContaining('estimated rule cost exceeds budget by factor of more than 100x')],
  ]);
});
