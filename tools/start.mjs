// npm start: builds what is stale, then runs the standalone control plane in this very process group.
import '../apps/cli/bin/require-node.cjs';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PARENT_CHECK_MS = 500;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const asksForHelp = process.argv.includes('--help') || process.argv.includes('-h');
// A line that goes again; in a log it would stand before the first thing that matters.
const showsProgress = process.stderr.isTTY && !asksForHelp;
if (showsProgress) process.stderr.write('Building what changed…');
// Elsewhere a first start would look dead while it builds.
else if (!asksForHelp && !existsSync(join(root, 'dist/apps/standalone/main.js'))) {
  process.stderr.write('Building Orrery, which the first start does once…\n');
}
execFileSync(process.execPath, [join(root, 'tools/build.mjs'), '--if-stale'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (showsProgress) process.stderr.write('\r\u001b[2K');

const { NODE_FLAGS } = createRequire(import.meta.url)('../dist/libs/sdk/server/node-flags.js');
const main = join(root, 'dist/apps/standalone/main.js');
const child = spawn(process.execPath, [...NODE_FLAGS, main, ...process.argv.slice(2)], {
  stdio: 'inherit',
  // Without it graphql-js checks the class of every type again with each use.
  env: { NODE_ENV: 'production', ...process.env },
});
// Ctrl-C in a terminal reaches the child as well, which ends once for both. A second Ctrl-C, which it gets too,
// ends it at once, so an interrupt is passed on as a request to end.
process.on('SIGINT', () => child.kill('SIGTERM'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGHUP', () => child.kill('SIGHUP'));
// npm stands behind a shell, which ends by SIGTERM to npm but not when npm itself is gone: when either is, no signal reaches us
// any more.
const callers = process.env.npm_lifecycle_event ? [process.ppid, parentOf(process.ppid)] : [];
const isGone = (caller, at) => (at === 0 ? process.ppid !== caller : caller !== undefined && !isAlive(caller));
if (callers.length > 0) setInterval(() => callers.some(isGone) && child.kill('SIGTERM'), PARENT_CHECK_MS).unref();
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

/** The parent of a process, by Linux' own list or that of `ps`; undefined where there is neither. */
function parentOf(pid) {
  try {
    const status = `/proc/${pid}/stat`;
    // The name, in brackets, may have any characters.
    if (existsSync(status)) return Number(readFileSync(status, 'utf8').split(') ').at(-1).split(' ')[1]);
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
