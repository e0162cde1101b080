// The server under test, started as a user starts it, with no nodes.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'yaml';

const START_LIMIT_MS = 180_000;

/** Starts a cluster on a free port; gives its address and how to stop it. */
export async function startServer(root) {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-definitions-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const args = ['--ephemeral', '--port', '0', '--nodes', '0', '--kubeconfig', kubeconfig, '--log-level', 'error'];
  const child = spawn(process.execPath, [join(root, 'tools/start.mjs'), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = new Promise((resolve) => child.on('exit', resolve));
  process.once('exit', () => child.kill('SIGTERM'));
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  const limitMs = Date.now() + START_LIMIT_MS;
  while (!existsSync(kubeconfig)) {
    if (child.exitCode !== null || Date.now() > limitMs) throw new Error('the server did not start');
    await delay(200);
  }
  return { url: parse(readFileSync(kubeconfig, 'utf8')).clusters[0].cluster.server, stop };
}
