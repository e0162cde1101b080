import type { RequestReply } from '@orrery/messaging';
import type { Logger } from '@orrery/service';
import type { ClusterRecord } from '@orrery/store';
import type { ClusterRuntime } from '../runtime/cluster/cluster-runtime';
import type { OutsideAnswers } from './outside-answers';
import { isRepeated, shareAnswers } from './shared-answers';

/** Server that owns the clusters. */
interface Server {
  readonly logger: Logger;
  clusters(): Promise<ClusterRecord[]>;
  deleteCluster(name: string): Promise<boolean>;
}

/** The clusters in which one process repeats recordings. */
export class Repetitions {
  private readonly stops = new Map<string, () => void>();

  constructor(private readonly requests: RequestReply) {}

  /** Makes a cluster that is answered as the recorded one was, in all processes, until {@link end}. */
  async begin(
    name: string,
    answers: OutsideAnswers,
    make: (begin: (runtime: ClusterRuntime) => Promise<void>) => Promise<ClusterRuntime | undefined>,
  ): Promise<ClusterRuntime | undefined> {
    // A name that is taken may be that of another repetition, in this process or in another one.
    if (this.stops.has(name)) return undefined;
    this.stops.set(name, shareAnswers(this.requests, name, answers));
    let made: ClusterRuntime | undefined;
    try {
      made = await make(async ({ inputs }) => inputs.answerFrom(answers));
      return made;
    } finally {
      if (!made) this.end(name);
    }
  }

  /** The cluster asks programs outside again, or is gone. */
  end(name: string): void {
    this.stops.get(name)?.();
    this.stops.delete(name);
  }

  /** Removes the clusters in which recordings were to be repeated by a process that is gone. */
  async removeAbandoned(server: Server): Promise<void> {
    try {
      for (const { id, isUnfinished } of await server.clusters()) {
        if (isUnfinished && !(await isRepeated(this.requests, id))) await server.deleteCluster(id);
      }
    } catch (err) {
      server.logger.warn({ err }, 'an unfinished repetition was not looked for');
    }
  }
}
