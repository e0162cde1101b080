import { setTimeout as pause } from 'node:timers/promises';
import type { ControlMessage, RequestReply } from '@orrery/messaging';
import { isRecording, readCluster, type Database, type NewCluster } from '@orrery/store';
import type { CertificatesPort, IdentityPort, LogPort } from '../ports/cluster-ports';
import type { ClusterInputs } from './cluster-inputs';
import { Recorder } from './recorder';
import { endInThePast, keepBase, stopRecording, type OpenedRecord } from './recording-life';
import { answersElsewhere } from './shared-answers';

/** Retries, and the pause between them, of marking a recording as ended while the database is unreachable. */
const ATTEMPTS = 20;
const PAUSE_MS = 500;

type RecordedCluster = Pick<IdentityPort, 'id'> &
  Pick<LogPort, 'log'> &
  CertificatesPort & { readonly inputs: ClusterInputs; readonly record: OpenedRecord };

interface Services {
  readonly database: Database;
  readonly isAlone: boolean;
  readonly requests: RequestReply;
  broadcast(message: ControlMessage): Promise<void>;
}

/** Recording or replay state of one cluster in one process: each process records its own requests. */
export class ClusterRecording {
  constructor(
    private readonly cluster: RecordedCluster,
    private readonly services: Services,
  ) {}

  /** Records a cluster that was just made of `row`, in all processes. */
  async begin(row: NewCluster): Promise<void> {
    const { database } = this.services;
    await keepBase(database, this.cluster, row);
    this.record();
    await this.announce();
  }

  /** Records no more, in all processes, when everything before has happened. */
  async stop(reason: string): Promise<void> {
    await stopRecording(this.services.database, this.cluster, { reason, announce: () => this.announce() });
  }

  /** Ends the recording here and now: from here on the log no longer follows from the recorded inputs. */
  breakOff(reason: string): void {
    const { id, inputs, log } = this.cluster;
    if (!inputs.isRecorded) return;
    const { revision, atMs } = inputs.position;
    inputs.record(undefined);
    void this.keepTrying(() => endInThePast(this.services.database, id, { revision, atMs, reason }))
      .then(() => this.announce())
      .catch((err: unknown) => log.warn({ err, cluster: id }, 'the end of a recording was not written'));
  }

  /** Looks whether the cluster is recorded, or repeats another one: it may have begun or ended in another process. */
  async follow(): Promise<void> {
    const { database, requests } = this.services;
    const { id, inputs } = this.cluster;
    const [isOn, row] = await Promise.all([isRecording(database, id), readCluster(database, id)]);
    if (!isOn) inputs.record(undefined);
    else if (!inputs.isRecorded) this.record();
    if (!row?.isUnfinished) inputs.answerFrom(undefined);
    else if (!inputs.isAnswered) inputs.answerFrom(answersElsewhere(requests, id));
  }

  private record(): void {
    const { id: cluster, inputs } = this.cluster;
    const { database, isAlone } = this.services;
    const onDoubt = (): void => this.breakOff('the database was away');
    inputs.record(new Recorder({ database, cluster, isAlone, onDoubt }));
  }

  private announce(): Promise<void> {
    return this.services.broadcast({ type: 'recording', cluster: this.cluster.id });
  }

  private async keepTrying(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await pause(PAUSE_MS, undefined, { ref: false });
      }
    }
  }
}
