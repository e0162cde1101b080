import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';

/** Output of a command, on both streams, and its exit code. */
export interface CommandResult {
  readonly output: string;
  readonly code: number;
}

/** A command that takes longer hangs: slower than any that a page shows on the slowest machine. */
const LIMIT_MS = 120_000;

/** A shell that runs the commands of a page one after the other, so that variables and folders stay. */
export class Shell {
  private readonly child: ChildProcessWithoutNullStreams;
  private output = '';
  private heard: () => void = () => undefined;

  constructor(folder: string, variables: Readonly<Record<string, string>>) {
    this.child = spawn('bash', ['--noprofile', '--norc'], {
      cwd: folder,
      env: { ...process.env, ...variables },
      // A group of its own, so that a command that hangs can be ended with it.
      detached: true,
    });
    this.child.once('exit', () => this.heard());
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.heard();
      });
    }
  }

  /** @throws Error with the output so far when the command hangs; the shell has ended then */
  async run(command: string): Promise<CommandResult> {
    const timer = setTimeout(() => this.end('SIGKILL'), LIMIT_MS);
    try {
      return await this.answer(command);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    if (this.hasExited) return;
    const exit = once(this.child, 'exit');
    this.child.stdin.end();
    await exit;
  }

  private get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private end(signal: NodeJS.Signals): void {
    process.kill(-this.child.pid!, signal);
  }

  private async answer(command: string): Promise<CommandResult> {
    const end = `end-${randomUUID()}`;
    this.output = '';
    this.child.stdin.write(`{ ${command}\n} 2>&1 </dev/null; code=$?; echo; echo "${end} $code"\n`);
    const ended = new RegExp(`\\n${end} (\\d+)\\n`);
    for (;;) {
      const [text, code] = ended.exec(this.output) ?? [];
      if (text !== undefined) return { output: this.output.slice(0, this.output.indexOf(text)), code: Number(code) };
      if (this.hasExited) throw new Error(`${command}\nhas not ended, and printed:\n${this.output}`);
      await new Promise<void>((resolve) => (this.heard = resolve));
    }
  }
}
