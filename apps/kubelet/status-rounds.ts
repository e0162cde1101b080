import {
  RepeatedWork,
  type ComponentContext,
  type Modification,
  type IdentityPort,
  type ObjectsPort,
  type ClockPort,
  type LogPort,
} from '@orrery/control-plane';

/** Ports used by this class. */
type Ports = IdentityPort & ObjectsPort & ClockPort & LogPort;

/**
 * Writes the status of objects that configure kubelets: one write after the other; what changes meanwhile goes
 * with the next. A write that fails is logged, and repeated with the next change.
 */
export class StatusRounds {
  private readonly writing: RepeatedWork;

  /** @param what owner of the status, for the log; @param updates the writes that are due now */
  constructor(context: ComponentContext<Ports>, what: string, updates: () => Modification[]) {
    const { cluster, fence } = context;
    this.writing = new RepeatedWork({
      work: async () => {
        const due = updates();
        if (due.length > 0) await cluster.store.modifySoon(due, fence);
      },
      failed: (err) => cluster.log.warn({ err, cluster: cluster.id }, `the status of ${what} was not written`),
      track: (act) => cluster.activity.track(act),
    });
  }

  run(): void {
    this.writing.request();
  }
}
