import { spawn } from 'node:child_process';
import { join } from 'node:path';

const BINARY = join(__dirname, '../../../apps/cli/bin/orrery.mjs');

/** Exit code and output of a command. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `orrery import` as a user's shell does, asynchronously: the server lives in this process. */
export function runImport(
  { server, folder }: { readonly server: string; readonly folder: string },
  args: readonly string[],
  input = '',
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const { KUBECONFIG: _none, ...env } = process.env;
    const child = spawn(process.execPath, [BINARY, 'import', '--server', server, ...args], { cwd: folder, env });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end(input);
  });
}
