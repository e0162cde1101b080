import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const ROOT = join(__dirname, '../..');
const NAME = '@orrery-dev/orrery';

interface Manifest {
  readonly version: string;
  readonly bin: Record<string, string>;
  readonly dependencies: Record<string, string>;
}

/** Output of a command, and its exit code. */
export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Packs the project as `npm pack` does, with the Postgres of this machine alone, and answers with the file. */
export function packInto(folder: string): string {
  const env = { ...process.env, ORRERY_PACK_POSTGRES: 'own' };
  const options = { cwd: ROOT, env, encoding: 'utf8', stdio: 'pipe' } as const;
  return join(folder, execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options).trim());
}

/** The package in an empty folder as npm installs it: what npm packs, and of other packages those that it asks for. */
export class InstalledPackage {
  readonly folder = mkdtempSync(join(tmpdir(), 'orrery-package-'));
  readonly home = join(this.folder, 'node_modules', NAME);

  constructor() {
    // Started by root, the database runs as another user.
    chmodSync(this.folder, 0o755);
    mkdirSync(this.home, { recursive: true });
    const tarball = packInto(this.folder);
    execFileSync('tar', ['-xzf', tarball, '-C', this.home, '--strip-components=1']);
    rmSync(tarball);
    for (const name of Object.keys(this.manifest.dependencies)) this.link(name);
  }

  get manifest(): Manifest {
    return JSON.parse(readFileSync(join(this.home, 'package.json'), 'utf8')) as Manifest;
  }

  /** Makes a package of the project's own installation known here. */
  link(name: string): void {
    const from = join(ROOT, 'node_modules', name);
    const to = join(this.folder, 'node_modules', name);
    if (existsSync(to)) return;
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  }

  /** A new folder beside the installation, with files of the tests. */
  project(name: string, ...files: readonly string[]): string {
    const project = join(this.folder, name);
    mkdirSync(project);
    for (const file of files) cpSync(join(__dirname, 'testdata', file), join(project, file));
    return project;
  }

  /** Starts the command line of the package. */
  start(args: readonly string[], cwd: string, environment: NodeJS.ProcessEnv = {}): ChildProcess {
    return start([join(this.home, 'apps/cli/bin/orrery.mjs'), ...args], cwd, environment);
  }

  /** Runs the command line of the package to its end. */
  run(args: readonly string[], cwd: string, environment: NodeJS.ProcessEnv = {}): Promise<Run> {
    return ended(this.start(args, cwd, environment));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Starts Node as a user's shell does: without what Jest has set. */
export function start(args: readonly string[], cwd: string, environment: NodeJS.ProcessEnv = {}): ChildProcess {
  const { KUBECONFIG: _kubeconfig, NODE_ENV: _env, JEST_WORKER_ID: _worker, ...rest } = process.env;
  const env = { ...rest, ORRERY_PORT: '0', ...environment };
  return spawn(process.execPath, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

export function ended(child: ChildProcess): Promise<Run> {
  let [out, err] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
