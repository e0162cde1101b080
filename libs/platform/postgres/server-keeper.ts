import type { ChildProcess } from 'node:child_process';
import { DATABASE_FAULT_TEXT, DatabaseFault } from './database-fault';

/** A Postgres that takes connections. */
export interface StartedServer {
  readonly process: ChildProcess;
  /** The last words that it said. */
  readonly words: () => string;
}

/** Callbacks of the keeper of a server. */
export interface ServerEvents {
  /** Called after the server ended unexpectedly; it is restarted after `retryMs`; `reason` is a text, with the server's own last lines. */
  readonly ended?: (reason: string, retryMs: number) => void;
  /** Called when the server runs again. */
  readonly restarted?: () => void;
  /** Called when the server ended repeatedly and is not started any more. */
  readonly givenUp?: (reason: string) => void;
}

/** Pauses before a server that ended is started again, in ms: twice as long each time. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5000;
/** Number of consecutive ends after which it is not restarted: the cause persists. */
const MOST_ENDS = 8;
/** A server that ran for this long has recovered: its next end starts a new count. */
const STEADY_MS = 60_000;
/** An orderly end takes the server no longer; then it is ended at once and recovers at its next start. */
const STOP_MS = 5000;

/** Keeps one server running: starts it again, at growing intervals, when it ends without having been asked to. */
export class ServerKeeper {
  private server: StartedServer | undefined;
  private startedMs = 0;
  private ends = 0;
  private pauseMs = FIRST_PAUSE_MS;
  private timer: NodeJS.Timeout | undefined;
  private starting: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly launch: () => Promise<StartedServer>,
    private readonly events: ServerEvents = {},
  ) {}

  /** Process id of the server; 0 while there is none. */
  get pid(): number {
    return this.server?.process.pid ?? 0;
  }

  /** The first start; throws with the server's own words. */
  async start(): Promise<void> {
    const server = await this.launch();
    this.server = server;
    this.startedMs = performance.now();
    if (hasEnded(server.process)) return this.hasDied(server);
    server.process.once('close', () => this.hasDied(server));
  }

  /** Asks the server to end, and ends it if it does not. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.starting;
    const child = this.server?.process;
    if (!child || hasEnded(child)) return;
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    child.kill('SIGINT');
    const limit = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
    await closed;
    clearTimeout(limit);
  }

  private hasDied({ process: { exitCode, signalCode }, words }: StartedServer): void {
    this.server = undefined;
    if (this.stopped) return;
    if (performance.now() - this.startedMs >= STEADY_MS) {
      this.ends = 0;
      this.pauseMs = FIRST_PAUSE_MS;
    }
    this.again(reasonOf(`it ended with ${signalCode ?? `code ${exitCode}`}`, words()));
  }

  private again(reason: string): void {
    if (this.stopped) return;
    this.ends++;
    if (this.ends >= MOST_ENDS) return this.events.givenUp?.(reason);
    const { pauseMs } = this;
    this.pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    this.events.ended?.(reason, pauseMs);
    this.timer = setTimeout(() => (this.starting = this.restart()), pauseMs);
  }

  private async restart(): Promise<void> {
    try {
      await this.start();
      if (this.server) this.events.restarted?.();
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      this.again(reasonOf('it does not start', words));
    }
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Returns the reason of a failure: a full disk is reported as such; otherwise the server's last serious line is more specific. */
function reasonOf(what: string, words: string): string {
  if (words.includes('No space left on device')) return `${what}: ${DATABASE_FAULT_TEXT[DatabaseFault.DiskFull]}`;
  const lines = words.split('\n').filter((line) => /\b(PANIC|FATAL|ERROR):/.test(line));
  return lines.length === 0 ? what : `${what}: ${lines[lines.length - 1]!.replace(/^.*\b(PANIC|FATAL|ERROR):\s*/, '')}`;
}
