import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { NODE_FLAGS } from './node-flags';
import { serverProgram } from './program-file';

/** Message of a server that is ready. */
export interface ReadyServer {
  readonly url: string;
  /** The kubeconfig that it wrote. */
  readonly kubeconfig: string;
  /** The box with addresses and first steps. */
  readonly welcome: string;
}

/** The message of a server to the process that started it. */
export interface ReadyMessage extends ReadyServer {
  readonly type: 'ready';
}

/** A server that did not start, in its own words. */
export class ServerStartError extends Error {
  constructor(
    message: string,
    /** Exit code of the server; 2 if its options were wrong. */
    readonly exitCode: number,
  ) {
    super(message);
  }
}

export interface LaunchOptions {
  /** Options of the server, as on its command line. */
  readonly args: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /**
   * Destination of the server's output: a file descriptor. Without one it is kept, and shown if the server does not
   * start.
   */
  readonly log?: number;
  /** The server outlives this process; otherwise it stops when this process ends, however it ends. */
  readonly isDetached?: boolean;
}

/** A server in a process of its own. */
export interface LaunchedServer extends ReadyServer {
  readonly process: ChildProcess;
  /** Stops it in order; resolves when it is gone. */
  stop(): Promise<void>;
}

/** Tells a server to stop when the channel to its parent is closed. */
export const STOPS_WITH_PARENT = 'ORRERY_STOPS_WITH_PARENT';
const LAST_WORDS = 4000;

/** Starts a server and waits until it is ready. Rejects with {@link ServerStartError}. */
export async function launchServer({
  args,
  environment = process.env,
  log,
  isDetached = false,
}: LaunchOptions): Promise<LaunchedServer> {
  const output = log ?? 'pipe';
  const stdio: StdioOptions = ['ignore', output, output, 'ipc'];
  const child = spawn(process.execPath, [...NODE_FLAGS, serverProgram(), ...args], {
    stdio,
    // A group of its own: Ctrl-C in a terminal reaches this process alone, which stops the server in order.
    detached: true,
    windowsHide: true,
    // Without it graphql-js checks the class of every type again with each use.
    env: { NODE_ENV: 'production', ...environment, [STOPS_WITH_PARENT]: isDetached ? '' : 'true' },
  });
  const words = lastWords(child);
  const ready = await untilReady(child, words);
  if (isDetached) release(child);
  return { ...ready, process: child, stop: () => stopped(child) };
}

function untilReady(child: ChildProcess, words: () => string): Promise<ReadyServer> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      reject(new ServerStartError(words() || `the server ended with ${signal ?? code}`, code ?? 1)),
    );
    child.on('message', (message: ReadyMessage) => {
      if (message.type === 'ready') resolve(message);
    });
  });
}

/** Lets this process end without the server. */
function release(child: ChildProcess): void {
  child.disconnect();
  child.unref();
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** Returns the last output of the server, if it does not go to a log. */
function lastWords({ stdout, stderr }: ChildProcess): () => string {
  let words = '';
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk: Buffer) => (words = (words + chunk.toString()).slice(-LAST_WORDS)));
  }
  return () => words.trim();
}
