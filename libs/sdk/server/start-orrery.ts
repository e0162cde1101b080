import { join } from 'node:path';
import { readKubeconfig } from '../client/kubeconfig';
import { Orrery } from '../orrery';
import { launchServer, ServerStartError } from './launch-server';
import { programFolder } from './program-file';
import { argumentsOf, type ServerOptions } from './server-options';

/** Process in which a server runs. */
export interface StartOptions extends ServerOptions {
  /**
   * `this` (the default): in this process, which must not block its event loop for long. `own`: in a child process, which
   * stops when this one ends, however it ends.
   */
  readonly process?: 'this' | 'own';
}

/** Functions that the compiled server offers to a process that it is loaded into. */
export interface InProcessServer {
  readonly url: string;
  readonly kubeconfig: string;
  stop(): Promise<void>;
}

/** The programs in one file; one of its entries starts a server in the process that loads it. */
interface Programs {
  readonly 'start-in-process': () => {
    startInProcess(args: readonly string[]): Promise<InProcessServer>;
  };
}

/** Starts a server with a database of its own. Rejects with `ServerStartError`, which states the remedy. */
export async function startOrrery({ process: where = 'this', ...options }: StartOptions = {}): Promise<Orrery> {
  const args = argumentsOf(options);
  const server = await (where === 'own' ? launchServer({ args }) : startHere(args));
  return new Orrery(readKubeconfig(server.kubeconfig), () => server.stop());
}

async function startHere(args: readonly string[]): Promise<InProcessServer> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- found at run time, beside this file or in a build
  const programs = require(join(programFolder(), 'programs.js')) as Programs;
  try {
    return await programs['start-in-process']().startInProcess(args);
  } catch (error) {
    // The programs have a class of this name of their own, which importers of the SDK cannot know.
    const { message, exitCode = 1 } = error as Partial<ServerStartError>;
    throw new ServerStartError(message ?? 'the server did not start', exitCode);
  }
}
