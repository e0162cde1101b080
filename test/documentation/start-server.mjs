// `npm start` for the commands of a page: starts the server in the background, after ending the one before, and returns
// when it is ready, or with its exit code. --stop only ends it.
import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = process.env.ORRERY_PAGE;
const pidFile = join(folder, 'server.pid');
const logFile = join(folder, 'server.log');
const options = process.argv.slice(2);
const pause = () => new Promise((wake) => setTimeout(wake, 50));

await stop();
if (options[0] !== '--stop') process.exitCode = await start();

async function stop() {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  rmSync(pidFile);
  if (!signal(pid, 'SIGTERM')) return;
  while (signal(pid, 0)) await pause();
}

async function start() {
  // A cluster per start: what a page did before is not kept.
  rmSync(join(folder, '.orrery'), { recursive: true, force: true });
  const data = options.includes('--ephemeral') ? [] : ['--data-dir', join(folder, '.orrery')];
  const kubeconfig = options.includes('--kubeconfig') ? [] : ['--kubeconfig', process.env.KUBECONFIG];
  const log = openSync(logFile, 'w');
  const args = [join(root, 'tools/start.mjs'), ...options, ...data, ...kubeconfig];
  // Started by npm, the server ends with npm; this one outlives the command that starts it.
  const { npm_lifecycle_event: _npm, ...env } = process.env;
  const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', log, log], env });
  child.unref();
  let code;
  child.on('exit', (exitCode) => (code = exitCode ?? 1));
  const printed = () => readFileSync(logFile, 'utf8');
  while (code === undefined && !printed().includes('Ctrl-C stops everything')) await pause();
  console.log(printed());
  if (code === undefined) writeFileSync(pidFile, String(child.pid));
  return code ?? 0;
}

function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
