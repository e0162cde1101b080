#!/usr/bin/env node
// The `orrery` command: builds what is stale where the sources are at hand, then runs what was built.
import './require-node.cjs';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const build = join(root, 'tools/build.mjs');
if (existsSync(build)) {
  execFileSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
// What reads the output may have enough of it, as `head` does: that is the end of the command, as of any other program.
const BROKEN_PIPE = 141;
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(BROKEN_PIPE);
});
const { runCli } = createRequire(import.meta.url)(join(root, 'dist/command-line.js'));
process.exitCode = await runCli(process.argv.slice(2));
