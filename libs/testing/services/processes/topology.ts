import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../free-port';
import { processEnvironment, PROCESSES, programOf } from '@orrery/settings';
import { ComponentProcess, PROJECT } from './component-process';
import { workIsShared } from './shared-work';

export interface TopologyOptions {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Processes of each kind; one, if not given. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Variables in place of the presets. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Folder of the programs; the project, if not given. */
  readonly folder?: string;
}

/** The processes of docker-compose.yml as children of this one. */
export class Topology {
  private constructor(readonly processes: readonly ComponentProcess[]) {}

  /** Builds stale programs; resolves when every process is ready, and the work is shared among them. */
  static async start(options: TopologyOptions): Promise<Topology> {
    execFileSync(process.execPath, [join(PROJECT, 'tools/build.mjs'), '--if-stale'], { stdio: 'inherit' });
    const given = {
      ...options.variables,
      ORRERY_DATABASE_URL: options.databaseUrl,
      ORRERY_REDIS_URL: options.redisUrl,
      ORRERY_HEALTH_PORT: '0',
    };
    const processes: ComponentProcess[] = [];
    for (const { name } of PROCESSES) {
      const count = options.counts?.[name] ?? 1;
      for (let i = 0; i < count; i++) {
        const own = { ...given, ORRERY_PORT: String(await freePort()) };
        const label = count === 1 ? name : `${name}-${i + 1}`;
        processes.push(new ComponentProcess(label, programOf(name), processEnvironment(name, own), options.folder));
      }
    }
    const topology = new Topology(processes);
    for (const process of processes) process.start();
    try {
      await topology.ready();
      await workIsShared(options.databaseUrl);
    } catch (error) {
      await topology.kill();
      throw error;
    }
    return topology;
  }

  async ready(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.ready()));
  }

  /** A process by its label: `api-server`, `kubelet-2`. */
  process(label: string): ComponentProcess {
    const found = this.processes.find((process) => process.label === label);
    if (!found) throw new Error(`there is no process ${label}`);
    return found;
  }

  /** URL of the API server; if there are several, of the first. */
  get url(): string {
    return this.urls[0]!;
  }

  /** URL of each API server. */
  get urls(): string[] {
    return this.processes.flatMap(({ label, url }) => (label.startsWith('api-server') && url ? [url] : []));
  }

  /** Asks all to end at the same time; answers with exit code or signal by label. */
  async terminate(): Promise<Record<string, number | string>> {
    const ends = await Promise.all(this.processes.map(async (process) => [process.label, await process.terminate()]));
    return Object.fromEntries(ends) as Record<string, number | string>;
  }

  async kill(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.kill()));
  }

  /** The last lines of all logs. */
  get log(): string {
    return this.processes.map((process) => process.log).join('\n');
  }
}
