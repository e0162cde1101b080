import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { join } from 'node:path';

export const PROJECT = join(__dirname, '../..');

/** The builder of the engine itself, which finds images that no registry has. */
const ENVIRONMENT = { ...process.env, DOCKER_BUILDKIT: '0', COMPOSE_DOCKER_CLI_BUILD: '0' };

/** One program of the command line of containers. */
class Program {
  constructor(
    private readonly words: readonly string[],
    private readonly folder?: string,
  ) {}

  /** Runs the command and returns its result, also when it fails. */
  ask(...args: string[]): SpawnSyncReturns<string> {
    const [command, ...first] = this.words;
    return spawnSync(command!, [...first, ...args], {
      cwd: this.folder,
      env: ENVIRONMENT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
  }

  /** Runs the command and returns its output. Throws the end of its output when it fails. */
  run(...args: string[]): string {
    const { status, stdout, stderr, error } = this.ask(...args);
    if (status === 0) return stdout.trim();
    const printed = error?.message ?? `${stdout.slice(-3000)}\n${stderr.slice(-3000)}`;
    throw new Error(`${[...this.words, ...args].join(' ')}: exit code ${status}\n${printed}`);
  }
}

export const docker = new Program(['docker'], PROJECT);

/** Returns the command line of compose for a project of that name. */
export function compose(project: string, files: readonly string[]): Program {
  const words = ['docker-compose', 'docker compose']
    .map((command) => command.split(' '))
    .find(([command, ...rest]) => spawnSync(command!, [...rest, 'version']).status === 0);
  if (words === undefined) throw new Error('neither docker-compose nor docker compose is installed');
  return new Program([...words, '--project-name', project, ...files.flatMap((file) => ['--file', file])], PROJECT);
}

/** Returns the reason why no engine runs containers here; undefined if one does. */
function missingEngine(): string | undefined {
  const { status, stderr, error } = docker.ask('info', '--format', '{{.ServerVersion}}');
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

const missing = missingEngine();

/** Describes tests of containers; where no engine runs they are skipped, and say so by name. */
export function describeWithEngine(name: string, define: () => void): void {
  if (missing === undefined) describe(name, define);
  else describe.skip(`${name} (skipped: ${missing})`, define);
}
