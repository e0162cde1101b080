import { successStatus } from '@orrery/api-types';
import type { RemoteStreams } from '@orrery/api-streaming';
import type { ClusterRuntime } from '@orrery/control-plane';
import type { Process } from '@orrery/container-shell';
import type { PrintedLine } from '@orrery/pod-lifecycle';
import { endContainer, onContainerEnd } from './container-end';
import { RunMemories } from './network/run-memories';
import { PrintedText } from './printed-text';
import { runProcess, type ProcessStreams } from './run-process';
import type { RunningContainer } from './session-container';

/** Attachment of a client. */
export interface Attachment {
  readonly streams: RemoteStreams;
  /** True if it sends input. */
  readonly hasInput: boolean;
}

interface InputSpec {
  readonly stdinOnce?: boolean;
  readonly tty?: boolean;
}

/**
 * The own process of a container that takes input: it begins with its first client, and continues without any. Input
 * ends with the first client that gave it where the container has `stdinOnce`, and never where it does not, as in the
 * runtimes (`ContainerIO.Attach` of containerd).
 */
export class MainProcess implements ProcessStreams {
  private readonly clients = new Map<RemoteStreams, (outcome: object | undefined) => void>();
  private readonly typing: RemoteStreams[] = [];
  private readonly printed = new PrintedText();
  private readonly spec: InputSpec;
  private isInputOver = false;
  private isOver = false;
  private wake: () => void = () => undefined;

  readonly stdin = { next: () => this.read(), end: () => this.endInput() };

  constructor(
    private readonly runtime: ClusterRuntime,
    private readonly running: RunningContainer,
  ) {
    this.spec = running.container as InputSpec;
  }

  /** Lines that it has printed, for the log. */
  get lines(): readonly PrintedLine[] {
    return this.printed.lines;
  }

  /** Runs the process to its end, which is that of its container. */
  async run(process: Process): Promise<void> {
    const { runtime, running } = this;
    let isKilled = false;
    const onKilled = (kill: () => void): (() => void) =>
      onContainerEnd(runtime, running, () => {
        isKilled = true;
        kill();
      });
    try {
      const isTty = this.spec.tty === true;
      const code = await runProcess(process, { streams: this, clock: runtime.clock, isTty, onKilled });
      if (!isKilled && code !== undefined) await endContainer(runtime, running, code);
    } finally {
      this.isOver = true;
      // Who is attached is not told the exit code.
      for (const streams of [...this.clients.keys()]) this.release(streams, successStatus({}, 200));
    }
  }

  /** Resolves with the outcome for the client; undefined if it left before. */
  attach({ streams, hasInput }: Attachment): Promise<object | undefined> {
    if (this.isOver) return Promise.resolve(successStatus({}, 200));
    return new Promise((resolve) => {
      this.clients.set(streams, resolve);
      streams.onClosed(() => {
        this.release(streams, undefined);
        if (hasInput && this.spec.stdinOnce) this.endInput();
      });
      if (hasInput) this.typing.push(streams);
      this.wake();
    });
  }

  async write(to: 'stdout' | 'stderr', bytes: Uint8Array): Promise<void> {
    this.printed.add(bytes, this.runtime.clock.now());
    await Promise.all([...this.clients.keys()].map((streams) => streams.write(to, bytes)));
  }

  /** Does nothing: the process belongs to no client, so the end of a connection does not end it. */
  onClosed(): void {}

  private async read(): Promise<Uint8Array | undefined> {
    while (!this.isInputOver) {
      const [client] = this.typing;
      if (!client) {
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      const bytes = await client.stdin.next();
      if (bytes) return bytes;
      this.inputEnded(client);
    }
    return undefined;
  }

  /**
   * Handles the end of a client's input: the client keeps its output where that was the end of all input; else it is
   * detached.
   */
  private inputEnded(client: RemoteStreams): void {
    const at = this.typing.indexOf(client);
    if (at >= 0) this.typing.splice(at, 1);
    if (this.spec.stdinOnce && !this.spec.tty) this.endInput();
    else this.release(client, successStatus({}, 200));
  }

  private endInput(): void {
    this.isInputOver = true;
    for (const client of this.typing) client.stdin.end();
    this.wake();
  }

  private release(streams: RemoteStreams, outcome: object | undefined): void {
    const at = this.typing.indexOf(streams);
    if (at >= 0) this.typing.splice(at, 1);
    this.clients.get(streams)?.(outcome);
    this.clients.delete(streams);
    this.wake();
  }
}

/** Processes of containers that clients were attached to, and the memories of simulated servers. */
export class MainProcesses {
  /** Memories of containers with simulated servers. */
  readonly runs = new RunMemories();
  private readonly byRun = new Map<string, MainProcess>();

  find({ pod, status }: Pick<RunningContainer, 'pod' | 'status'>): MainProcess | undefined {
    return this.byRun.get(keyOf(pod.metadata.uid, status));
  }

  /** Begins the process of a container. */
  start(runtime: ClusterRuntime, running: RunningContainer, process: Process): MainProcess {
    const main = new MainProcess(runtime, running);
    this.byRun.set(keyOf(running.pod.metadata.uid, running.status), main);
    for (const oldest of this.byRun.keys()) {
      if (this.byRun.size <= MAX_PROCESSES) break;
      this.byRun.get(oldest)?.stdin.end();
      this.byRun.delete(oldest);
    }
    main.run(process).catch((error: unknown) => {
      runtime.log.error({ err: error, cluster: runtime.id, pod: running.pod.metadata.name }, 'process failed');
    });
    return main;
  }
}

/** More are not kept; the oldest gets no more input, and its output is forgotten. */
const MAX_PROCESSES = 256;

function keyOf(uid: string, { name, containerID = '' }: RunningContainer['status']): string {
  return `${uid}/${name}/${containerID}`;
}
