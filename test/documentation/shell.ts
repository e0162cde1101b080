import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';

/** What a command printed, on both streams, and its exit code. */
export interface CommandResult {
  readonly output: string;
  readonly code: number;
}

/** A shell that runs the commands of a page one after the other, so that variables and folders stay. */
export class Shell {
  private readonly child: ChildProcessWithoutNullStreams;
  private output = '';
  private heard: () => void = () => undefined;

  constructor(folder: string, variables: Readonly<Record<string, string>>) {
    this.child = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env: { ...process.env, ...variables } });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.heard();
      });
    }
  }

  async run(command: string): Promise<CommandResult> {
    const end = `end-${randomUUID()}`;
    this.output = '';
    this.child.stdin.write(`{ ${command}\n} 2>&1 </dev/null; code=$?; echo; echo "${end} $code"\n`);
    const ended = new RegExp(`\\n${end} (\\d+)\\n`);
    for (;;) {
      const [text, code] = ended.exec(this.output) ?? [];
      if (text !== undefined) return { output: this.output.slice(0, this.output.indexOf(text)), code: Number(code) };
      await new Promise<void>((resolve) => (this.heard = resolve));
    }
  }

  async close(): Promise<void> {
    const exit = once(this.child, 'exit');
    this.child.stdin.end();
    await exit;
  }
}
