import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../until';

export const PROJECT = resolve(__dirname, '../../../..');

/** Lines kept for the message of a failed test. */
const LAST_LINES = 60;

/** One process of a distributed control plane under test. */
export class ComponentProcess {
  private child: ChildProcess | undefined;
  private lines: string[] = [];
  private healthPort: number | undefined;
  /** URL of the API server; undefined until it serves. */
  url: string | undefined;

  constructor(
    readonly label: string,
    private readonly program: string,
    private readonly environment: Readonly<Record<string, string>>,
    /** Folder of the program, and its working directory. */
    private readonly folder: string = PROJECT,
  ) {}

  start(): void {
    this.healthPort = undefined;
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(this.folder, this.program)], {
      cwd: this.folder,
      env: { PATH, HOME, NODE_ENV: 'production', ...this.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child = child;
    createInterface({ input: child.stderr! }).on('line', (line) => this.heard(line));
  }

  /** Resolves when the process reports that it is ready, and still is. */
  async ready(): Promise<void> {
    try {
      await until(`${this.label} is ready`, async () => {
        if (this.hasEnded) return true;
        if (this.healthPort === undefined) return false;
        return (await fetch(`http://127.0.0.1:${this.healthPort}/readyz`)).ok;
      });
      if (this.hasEnded) throw new Error(`${this.label} ended with ${this.child?.signalCode ?? this.child?.exitCode}`);
    } catch (error) {
      throw new Error(`${String(error)}\n${this.log}`, { cause: error });
    }
  }

  get hasEnded(): boolean {
    return !this.child || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Kills it without a chance to say goodbye. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Asks it to end; answers with its exit code, or the signal that ended it. */
  async terminate(): Promise<number | string> {
    return this.end('SIGTERM');
  }

  /** The last lines that it logged. */
  get log(): string {
    return this.lines.map((line) => `${this.label}| ${line}`).join('\n');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | string> {
    const { child } = this;
    if (!child) return 0;
    if (!this.hasEnded) {
      const exit = once(child, 'exit');
      child.kill(signal);
      await exit;
    }
    return child.exitCode ?? child.signalCode ?? 0;
  }

  private heard(line: string): void {
    this.lines = [...this.lines, line].slice(-LAST_LINES);
    if (!line.startsWith('{')) return;
    const { msg, healthPort, url } = JSON.parse(line) as { msg?: string; healthPort?: number; url?: string };
    if (msg === 'ready') this.healthPort = healthPort;
    if (msg === 'serving') this.url = url;
  }
}
