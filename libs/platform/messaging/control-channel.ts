import { NotificationLine } from '@orrery/store';

/** Messages between the processes of a control plane, over the database's notifications. */
export type ControlMessage =
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
    }
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
      readonly argument: number;
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

/** The channel between the processes of one control plane. A message reaches every process, also its sender. */
export class ControlChannel {
  private readonly line: NotificationLine;
  private readonly listeners = new Set<(message: ControlMessage) => void>();
  private readonly missed = new Set<() => void>();

  constructor(url: string, onError: (error: unknown) => void) {
    this.line = new NotificationLine({
      url,
      channel: CHANNEL,
      heard: (payload) => this.heard(JSON.parse(payload) as ControlMessage),
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

  /** Resolves when the message is on its way; waits while the connection is broken. */
  async send(message: ControlMessage): Promise<void> {
    await this.line.notify(JSON.stringify(message));
  }

  async stop(): Promise<void> {
    await this.line.stop();
  }

  private heard(message: ControlMessage): void {
    for (const listener of [...this.listeners]) listener(message);
  }
}
