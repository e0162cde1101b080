import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@orrery/test-services';
import { missingLine } from './output';
import type { CommandStep, QueryStep, Step } from './page';
import { Shell } from './shell';

const ROOT = resolve(__dirname, '../..');
/** Files of a checkout that the commands of a page expect in their folder. */
const OF_CHECKOUT = ['tools', 'examples', 'node_modules', 'package.json', 'dist'];
/** Commands that stay, such as a watch, are ended after this. */
const STAYS = / -w\b/;
const STAYS_SECONDS = 3;

/** Follows the steps of a page, in a folder of its own, on servers that the page starts. */
export class Reader {
  private constructor(
    private readonly folder: string,
    private readonly url: string,
    private readonly shell: Shell,
  ) {}

  /** @param kubectl path of the program that the page's `kubectl` and `oc` are */
  static async open(kubectl: string): Promise<Reader> {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-page-'));
    // Started by root, the database runs as another user.
    chmodSync(folder, 0o755);
    const port = await freePort();
    for (const name of OF_CHECKOUT) symlinkSync(join(ROOT, name), join(folder, name));
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    const script = (name: string, text: string): void =>
      writeFileSync(join(programs, name), `#!/usr/bin/env bash\n${text}\n`, { mode: 0o755 });
    const node = (path: string): string => `exec node ${join(ROOT, path)}`;
    for (const name of ['kubectl', 'oc']) symlinkSync(kubectl, join(programs, name));
    script('orrery', `${node('apps/cli/bin/orrery.mjs')} "$@"`);
    script('npx', `shift; ${node('apps/cli/bin/orrery.mjs')} "$@"`);
    // The packages of a checkout are installed before its pages are read.
    script(
      'npm',
      `case "$1" in ci | install) exit 0;; start) ;; *) echo "npm $1 is not for pages"; exit 1;; esac
shift; [ "$1" = -- ] && shift
${node('test/documentation/start-server.mjs')} "$@"`,
    );
    script('advance', `${node('test/documentation/advance.mjs')} "$@"`);
    const shell = new Shell(folder, {
      PATH: `${programs}:${process.env['PATH']}`,
      ORRERY_PORT: String(port),
      ORRERY_PAGE: folder,
      KUBECONFIG: join(folder, '.orrery/kubeconfig'),
      HOME: folder,
    });
    return new Reader(folder, `127.0.0.1:${port}`, shell);
  }

  /** @throws Error with the place of a difference from the page */
  async follow(step: Step): Promise<void> {
    if (step.kind === 'file') writeFileSync(join(this.folder, step.name), step.text);
    else if (step.kind === 'copy') this.compare(step.at, step.text, readFileSync(join(ROOT, step.path), 'utf8'));
    else if (step.kind === 'query') await this.ask(step);
    else await this.run(step);
  }

  async close(): Promise<void> {
    execFileSync(process.execPath, [join(ROOT, 'test/documentation/start-server.mjs'), '--stop'], {
      env: { ...process.env, ORRERY_PAGE: this.folder },
    });
    await this.shell.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private compare(at: string, shown: string, original: string): void {
    // A part of a function stands further left on the page.
    const isThere = [0, 2, 4, 6].some((by) => original.includes(shown.replace(/^(?=.)/gm, ' '.repeat(by))));
    if (!isThere) throw new Error(`${at}: the file has another text`);
  }

  private async run({ at, command, shown }: CommandStep): Promise<void> {
    const bounded = STAYS.test(command) ? command.replace(/^kubectl/gm, `timeout ${STAYS_SECONDS} kubectl`) : command;
    const { output, code } = await this.shell.run(this.withAddress(bounded));
    const report = `${at}: ${command}\nprinted, with exit code ${code}:\n${output}`;
    if (shown.length === 0 && code !== 0 && !STAYS.test(command)) throw new Error(report);
    const missing = missingLine(
      shown.map((line) => this.withAddress(line)),
      output,
    );
    if (missing !== undefined) throw new Error(`${report}\nwithout the line that is shown:\n${missing}`);
  }

  private async ask({ at, text, variables }: QueryStep): Promise<void> {
    const read = ([name, file]: [string, string]): [string, string] => [
      name,
      readFileSync(join(this.folder, file), 'utf8'),
    ];
    const response = await fetch(`http://${this.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables: Object.fromEntries(Object.entries(variables).map(read)) }),
    });
    const answer = (await response.json()) as {
      data?: Record<string, { errors?: unknown[] } | null>;
      errors?: unknown[];
    };
    const errors = [
      ...(answer.errors ?? []),
      ...Object.values(answer.data ?? {}).flatMap((field) => field?.errors ?? []),
    ];
    if (errors.length > 0) throw new Error(`${at}: ${JSON.stringify(errors)}`);
  }

  private withAddress(text: string): string {
    const port = this.url.split(':')[1]!;
    // Clusters have host names of their own.
    const named = text.replaceAll('.localhost:8080', `.localhost:${port}`);
    return named.replaceAll(/(127\.0\.0\.1|localhost):8080/g, this.url);
  }
}
