import { randomUUID } from 'node:crypto';
import { NotificationLine } from '@orrery/store';

/** Messages of the processes that write to a cluster in rounds. */
export type RoundMessage = {
  readonly cluster: string;
  readonly process: string;
} & (
  | /** Work waits in the process, and has waited for long if this `isRepeated`: writes that are held, or a client for its turn. */
    { readonly type: 'round-wanted'; readonly isRepeated: boolean }
    /** See the log up to the revision, settle, and answer with a `round-rest`. */
  | { readonly type: 'round-ask'; readonly round: string; readonly revision: number }
  /** The process has settled: the revision it sees, jobs since it started, lanes and clients that wait. */
  | {
      readonly type: 'round-rest';
      readonly round: string;
      readonly revision: number;
      readonly jobsSent: number;
      readonly jobsHandled: number;
      readonly lanes: readonly string[];
      readonly clients: number;
      /** Number of those clients that are in the middle of a request. */
      readonly begun: number;
    }
  /** Write what is held in these lanes of these processes, one lane after the other. */
  | {
      readonly type: 'round-commit';
      readonly round: string;
      readonly lanes: readonly (readonly [lane: string, process: string])[];
    }
  /** Number of written lanes, with the revision of the last one. */
  | { readonly type: 'round-committed'; readonly round: string; readonly count: number; readonly revision: number }
  /** Gives the clients of a process their turn. */
  | { readonly type: 'round-turn'; readonly of: string }
  /** The instant is endless, for writes or for these timers: nothing more of it happens until a client had its turn, or the clock was set. */
  | { readonly type: 'round-endless'; readonly timers: readonly { readonly name: string; readonly count: number }[] }
);

/** Position of a cluster in one process at a capture. */
export interface CapturedPlace {
  /** The one that it saw. */
  readonly revision: number;
  /** The last step of the clock. */
  readonly atMs: number;
  readonly phase: number;
  /** Jobs since the process started. */
  readonly jobsSent: number;
  readonly jobsHandled: number;
  /** True if writes were held, or a client waited: the cluster has not settled. */
  readonly hasMore: boolean;
}

/** Messages between the processes of a control plane, over the database's notifications. */
export type ControlMessage =
  | RoundMessage
  /** Move to the instant and fire what is due up to the phase (without `atMs`: just become idle), then report. */
  | {
      readonly type: 'step';
      readonly cluster: string;
      readonly round: string;
      readonly conductor: string;
      readonly atMs?: number;
      readonly phase?: number;
    }
  | {
      readonly type: 'report';
      readonly cluster: string;
      readonly round: string;
      readonly process: string;
      readonly revision: number;
      readonly jobsSent: number;
      readonly jobsHandled: number;
      readonly quietMs?: number;
      readonly atMs?: number;
      readonly phase?: number;
      /** The step was not taken: a client had its turn since it was decided on. */
      readonly isRefused?: boolean;
      /** True if the consequences of the step never end. */
      readonly isEndless?: boolean;
    }
  /** Wait until the cluster has settled, leave what its components know under the name of the capture, and answer with `captured`. */
  | { readonly type: 'capture'; readonly cluster: string; readonly process: string; readonly capture: string }
  | ({ readonly type: 'captured'; readonly process: string; readonly capture: string } & CapturedPlace)
  /** Announces a fork from a capture; a message `clusters` follows. */
  | { readonly type: 'forked'; readonly name: string; readonly capture: string }
  /** The process is about to claim work: from now on rounds wait for it. */
  | { readonly type: 'joined'; readonly process: string }
  /** The process gave back work that waits for a new owner. */
  | { readonly type: 'vacated' }
  /** The process has given all its work back and answers no more. */
  | { readonly type: 'left'; readonly process: string }
  /** The clock's mode, rate or time was set by a process; the cluster's row has the new setting. */
  | { readonly type: 'setting'; readonly cluster: string; readonly process: string }
  /** A cluster was created, deleted or taken back; the table has them all. */
  | { readonly type: 'clusters' }
  /** A hold of the cluster's clock ends, in whichever process it began. */
  | { readonly type: 'release'; readonly cluster: string; readonly hold: string }
  /** Faults of the cluster's nodes changed; the table has them all. */
  | { readonly type: 'faults'; readonly cluster: string }
  /** The recording of the cluster began or ended, or the cluster repeats another one no more; the tables have that. */
  | { readonly type: 'recording'; readonly cluster: string }
  /** The cluster's settings changed; its row has them. */
  | { readonly type: 'settings'; readonly cluster: string }
  /** The component of the cluster is restarted from the state; the sender has restarted its own. */
  | { readonly type: 'restart'; readonly process: string; readonly cluster: string; readonly component: string }
  /** A request for what one process has in its memory; the process that has it answers. */
  | {
      readonly type: 'question';
      readonly id: string;
      readonly topic: string;
      readonly cluster: string;
      readonly argument: number | string;
    }
  /** A part of an answer, from 0. */
  | {
      readonly type: 'answer';
      readonly id: string;
      readonly part: number;
      readonly parts: number;
      readonly text: string;
    };

const CHANNEL = 'orrery_control';

function channelOf(process: string): string {
  return `${CHANNEL}_${process}`;
}

/**
 * The channel between the processes of one control plane. A message reaches every process, also its sender, or the one that it
 * is for; all messages reach all processes in one order.
 */
export class ControlChannel {
  /** The name of this process, unique for each start. */
  readonly process = randomUUID().replaceAll('-', '').slice(0, 16);
  private readonly line: NotificationLine;
  private readonly listeners = new Set<(message: ControlMessage) => void>();
  private readonly missed = new Set<() => void>();

  constructor(url: string, onError: (error: unknown) => void) {
    this.line = new NotificationLine({
      url,
      channel: CHANNEL,
      own: channelOf(this.process),
      received: (payload) => this.heard(JSON.parse(payload) as ControlMessage),
      reconnected: () => {
        for (const listener of this.missed) listener();
      },
      failed: onError,
    });
  }

  get isConnected(): boolean {
    return this.line.isConnected;
  }

  async start(): Promise<void> {
    await this.line.start();
  }

  listen(listener: (message: ControlMessage) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Calls `listener` when messages may have been missed because the connection was broken for a while. */
  onMissed(listener: () => void): () => void {
    this.missed.add(listener);
    return () => void this.missed.delete(listener);
  }

  /** Sends to all, or to one process. Resolves when the message is on its way; waits while the connection is broken. */
  async send(message: ControlMessage, to?: string): Promise<void> {
    await this.line.notify(JSON.stringify(message), to === undefined ? undefined : channelOf(to));
  }

  async stop(): Promise<void> {
    await this.line.stop();
  }

  private heard(message: ControlMessage): void {
    for (const listener of [...this.listeners]) listener(message);
  }
}
