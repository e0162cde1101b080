import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WAIT_LIMIT_SECONDS } from '../until';

/** Output of a program, and its exit code. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** A program that talks to one cluster, with a home of its own: clients cache the discovery of a server by its address. */
export class Client {
  private readonly home = mkdtempSync(join(tmpdir(), 'orrery-client-'));
  private readonly environment: NodeJS.ProcessEnv;

  constructor(
    private readonly binary: string,
    url: string,
    token?: string,
  ) {
    const kubeconfig = join(this.home, 'config');
    writeFileSync(kubeconfig, JSON.stringify(kubeconfigFor(url, token)));
    this.environment = {
      PATH: process.env['PATH'],
      HOME: this.home,
      KUBECONFIG: kubeconfig,
      KUBECACHEDIR: join(this.home, 'cache'),
    };
  }

  /** Runs to the end, and returns any outcome. */
  async try(args: readonly string[], stdin = ''): Promise<Outcome> {
    const child = spawn(this.binary, args, { env: this.environment, cwd: this.home, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    return { stdout, stderr, code };
  }

  /** Runs the program and returns its output; throws its error. */
  async run(args: readonly string[], stdin = ''): Promise<string> {
    const { stdout, stderr, code } = await this.try(args, stdin);
    if (code !== 0) throw new TypeError(`${args.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
    return stdout;
  }

  /** Runs the program until `isEnough` accepts its output, then stops it. */
  async watch(args: readonly string[], isEnough: (printed: string) => boolean): Promise<string> {
    const child = spawn(this.binary, args, { env: this.environment, cwd: this.home, stdio: 'pipe' });
    let printed = '';
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const enough = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), WAIT_LIMIT_SECONDS * 1000);
      const look = (): void => {
        if (!isEnough(printed)) return;
        clearTimeout(timer);
        resolve(true);
      };
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        look();
      });
      child.on('close', () => {
        clearTimeout(timer);
        resolve(isEnough(printed));
      });
    });
    const isDone = await enough;
    child.kill();
    if (!isDone) throw new TypeError(`${args.join(' ')} printed no more than:\n${printed}${errors}`);
    return printed;
  }

  dispose(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** A test server's certificate is its own. */
const INSECURE = { 'insecure-skip-tls-verify': true };

function kubeconfigFor(server: string, token?: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'orrery', cluster: { server, ...(server.startsWith('https:') ? INSECURE : {}) } }],
    users: [{ name: 'tester', user: token === undefined ? {} : { token } }],
    contexts: [{ name: 'orrery', context: { cluster: 'orrery', user: 'tester' } }],
    'current-context': 'orrery',
  };
}
