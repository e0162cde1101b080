import { serviceUnavailable, type ApiError } from '@orrery/api-types';
import { InstantWork, JobLedger, standsStill, type Activity, type ClusterClock } from '@orrery/clock';
import type { JobPlace } from '@orrery/bus';
import type { CapturedPlace, RoundMessage } from '@orrery/messaging';
import { RoundConductor, RoundMember } from '@orrery/rounds';
import type { ClusterCache, Committer, Rounds } from '@orrery/store';
import type { ClusterServices } from '../cluster/cluster-services';
import { LoneTurns, StepsAndTurns, type ClockMessage } from './turns';

/** The cluster whose rounds they are. */
interface RoundsCluster {
  readonly id: string;
  readonly activity: Activity;
  readonly clock: ClusterClock;
  /** The present one. */
  readonly cache: ClusterCache;
  readonly committer: Committer;
  readonly queues: { readonly placedSent: number };
  readonly placedJobs: { readonly taken: number };
  readonly inputs: { readonly isRecorded: boolean };
  readonly recording: { breakOff(reason: string): void };
}

const FAILED = 'a round was interrupted';

type Services = Pick<
  ClusterServices,
  'bus' | 'feed' | 'isAlone' | 'line' | 'logger' | 'members' | 'processId' | 'shards'
>;

/**
 * Rounds of one cluster in one process: while its time is stopped components write in them, so that the log follows
 * from the cluster's requests and from nothing else. A process that is alone ends a round when all its work waits;
 * several processes do it together.
 */
export class ClusterRounds {
  private readonly member: RoundMember;
  private readonly conductor: RoundConductor;
  private readonly unfollow: () => void;
  private readonly stepsAndTurns = new StepsAndTurns();
  private readonly loneTurns: LoneTurns;
  /** Work done at one instant. */
  readonly instant: InstantWork;
  /** Clients that wait for their turn. */
  private readonly waiting = new Set<(error: Error) => void>();
  private hasEnded = false;

  constructor(
    private readonly cluster: RoundsCluster,
    private readonly services: Services,
  ) {
    const { bus, feed, line, logger, members, processId: process, shards } = services;
    const { activity, id } = cluster;
    this.loneTurns = new LoneTurns(() => new Promise<void>((resolve) => activity.whenSettled(resolve)));
    const failed = (err: unknown): void => logger.warn({ err, cluster: id }, FAILED);
    this.instant = new InstantWork({
      nowMs: () => cluster.clock.now(),
      revision: () => cluster.cache.revision,
      objects: () => cluster.cache.size,
    });
    cluster.clock.limitTimers({
      begin: () => this.beginTimers(),
      fires: (name) => this.instant.fires(name),
    });
    const common = {
      cluster: id,
      process,
      send: (message: RoundMessage, to?: string) => line.send(message, to).catch(failed),
      revision: () => cluster.cache.revision,
    };
    this.member = new RoundMember({
      ...common,
      activity,
      open: (revision) => feed.open(id, revision),
      jobs: () => ({ sent: cluster.queues.placedSent, handled: cluster.placedJobs.taken }),
      lanes: () => cluster.committer.lanes,
      commitLane: (lane) => cluster.committer.commitLane(lane),
      onAbandoned: () => {
        cluster.recording.breakOff('no process ended a round');
        logger.warn({ cluster: id }, 'no process ended the round: what was held is written now');
      },
    });
    this.conductor = new RoundConductor({
      ...common,
      members,
      instant: this.instant,
      ledger: new JobLedger(0),
      hasOpenJobs: () => bus.hasOpenJobs(shards),
      onLate: (missing) => {
        cluster.recording.breakOff('a round did not wait any longer for a process');
        logger.warn({ cluster: id, missing }, 'a round went on without waiting any longer');
      },
      onFailed: failed,
    });
    this.unfollow = cluster.clock.onConfigured(() => {
      this.follow();
      this.renewInstant();
    });
  }

  /** True if components write in rounds now. */
  get areOn(): boolean {
    return standsStill(this.cluster.clock.setting);
  }

  /** True if several processes do. */
  get areShared(): boolean {
    return !this.services.isAlone && this.areOn;
  }

  /** Position of this process, for the jobs that it sends. */
  get place(): JobPlace {
    const { cache, clock } = this.cluster;
    return { revision: cache.revision, ...clock.lastStep };
  }

  /** Position of this process, for captures of the settled cluster. */
  capturedPlace(): CapturedPlace {
    const { cache, clock, committer, placedJobs, queues } = this.cluster;
    return {
      revision: cache.revision,
      atMs: clock.now(),
      phase: clock.phase,
      jobsSent: queues.placedSent,
      jobsHandled: placedJobs.taken,
      hasMore: committer.lanes.length > 0 || this.member.hasClients,
    };
  }

  /** Returns the rounds as writers see them. */
  forWriters(): Rounds {
    const { activity } = this.cluster;
    return {
      areOn: () => this.areOn,
      whenQuiet: (act) => activity.whenQuiet(act),
      // Where time advances, writes that were held continue.
      begin: () => !this.areOn || this.instant.begin(),
      outside: (ask) => activity.outside(ask),
      ...(this.services.isAlone ? {} : { held: () => this.member.held() }),
    };
  }

  /** Follows the start and stop of time; from the beginning of the cluster in this process on. */
  follow(): void {
    const { feed, isAlone } = this.services;
    if (isAlone) return;
    if (this.areOn) return feed.hold(this.cluster.id);
    feed.release(this.cluster.id);
    this.member.letClientsGo();
  }

  /**
   * Resolves when it is the turn of a client's request: the cluster has settled by then.
   *
   * @param hasBegun true if the client is in the middle of its request: others wait until it is not
   */
  async turnOfClient(hasBegun = false): Promise<void> {
    if (!this.areOn) return;
    if (this.areShared) return this.untilEnded(this.member.turn(hasBegun));
    await this.untilEnded(this.loneTurns.take(hasBegun));
    this.renewInstant();
  }

  /** Waits for a turn, which is not given any more once the cluster was deleted or taken back. */
  private untilEnded(turn: Promise<void>): Promise<void> {
    if (this.hasEnded) return Promise.reject(clusterEnded(this.cluster.id));
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      turn.finally(() => this.waiting.delete(reject)).then(resolve, reject);
    });
  }

  /** Restarts the count of an instant's work after an input from outside, and releases the work that had to wait. */
  private renewInstant(): void {
    const { isEndless } = this.instant;
    this.instant.renew();
    if (!isEndless) return;
    this.cluster.committer.schedule();
    this.cluster.clock.releaseTimers();
    if (this.areShared && this.services.members.isConductedHere) this.conductor.want();
  }

  /** Returns whether timers may fire that others of this instant have set; tells all processes when they no longer may. */
  private beginTimers(): boolean {
    const { cluster, instant, services } = this;
    if (instant.isEndless) return false;
    const mayFire = instant.beginTimers();
    if (!mayFire && this.areShared) {
      const { timers } = instant;
      const message = { type: 'round-endless', cluster: cluster.id, process: services.processId, timers } as const;
      services.line.send(message).catch((err: unknown) => services.logger.warn({ err, cluster: cluster.id }, FAILED));
    }
    return mayFire;
  }

  /** Settings were changed, or a component is to restart: a step that was decided on before is not taken. */
  changed(): void {
    this.stepsAndTurns.changed();
  }

  /**
   * Returns whether a step of the clock is not to be taken: a client had its turn since it was decided on, or something was changed. All
   * processes answer the same.
   */
  refusesStep(message: ClockMessage): boolean {
    return this.stepsAndTurns.refusesStep(message, this.cluster.inputs.isRecorded);
  }

  /** The log has more than this process sees. */
  beyond(revision: number): void {
    if (this.services.members.isConductedHere) this.conductor.beyond(revision);
    else this.member.behind(revision);
  }

  /** Resolves when this process sees the log up to the revision that the message requires. */
  async receive(message: RoundMessage): Promise<void> {
    const { members, processId } = this.services;
    if (message.type === 'round-ask') {
      this.stepsAndTurns.asked();
      return this.member.ask(message);
    }
    if (message.type === 'round-commit') this.member.commit(message);
    else if (message.type === 'round-endless') this.instant.end(message.timers);
    else if (message.type === 'round-turn') this.turn(message.of === processId);
    else if (message.type === 'round-committed') this.member.committed(message.round, message.count);
    if (message.type === 'round-wanted' && members.isConductedHere) this.conductor.want();
    this.conductor.receive(message);
  }

  /** Gives the clients of a process their turn, unless the clock has moved since the processes settled: then they are polled again. */
  private turn(isHere: boolean): void {
    if (!this.stepsAndTurns.takesTurn()) return;
    this.renewInstant();
    if (isHere) this.member.takeTurn();
  }

  stop(): void {
    this.hasEnded = true;
    for (const reject of this.waiting) reject(clusterEnded(this.cluster.id));
    this.unfollow();
    this.conductor.stop();
    this.member.stop();
  }
}

/** Returns the 503 for a client's request to a cluster that has ended in this process. */
function clusterEnded(name: string): ApiError {
  return serviceUnavailable(`cluster ${name} was deleted, taken back or begun again meanwhile: ask again`);
}
