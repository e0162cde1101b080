import type { Activity } from '@orrery/clock';
import type { RoundMessage } from '@orrery/messaging';

/** Wait before this process requests a pending round again. */
const REPEAT_MS = 2000;
/** Number of repeated requests before the process continues alone: late is better than never. */
const MAX_REPEATS = 6;

/** Delay after which a process reports that it does not see the log: while a round is written, no process sees it at once. */
const LAG_MS = 100;

/** Parts that a process brings to the rounds of one cluster. */
export interface MemberOptions {
  readonly cluster: string;
  readonly process: string;
  /** Sends to all processes, or to one. */
  readonly send: (message: RoundMessage, to?: string) => Promise<void>;
  readonly activity: Pick<Activity, 'outside' | 'whenSettled'>;
  /** Lets this process see the log up to a revision; resolves when it does. */
  readonly open: (revision: number) => Promise<void>;
  /** The revision that it sees. */
  readonly revision: () => number;
  /** Jobs that it has sent and handled since it started. */
  readonly jobs: () => { readonly sent: number; readonly handled: number };
  /** The lanes of writes that are held, in their order. */
  readonly lanes: () => readonly string[];
  /** Writes one batch of a lane; resolves with its last revision, 0 if nothing was written. */
  readonly commitLane: (lane: string) => Promise<number>;
  /** Called when no process conducted the round: held writes are then written without one, and the log may differ in the next run. */
  readonly onAbandoned: () => void;
}

type Ask = Extract<RoundMessage, { type: 'round-ask' }>;
type Commit = Extract<RoundMessage, { type: 'round-commit' }>;

/** Lanes that are being written, by all processes. */
interface Phase extends Pick<Commit, 'round' | 'lanes' | 'process'> {
  /** Number of written lanes. */
  count: number;
}

/**
 * Part of one process in the rounds of a cluster: it reports that it has come to rest, and writes its held writes on
 * request. Its view of the log advances only between rounds, for all processes in the same steps.
 */
export class RoundMember {
  /** Last requested round. */
  private round = '';
  private phase: Phase | undefined;
  private clients: (() => void)[] = [];
  /** Clients in the middle of a request: they have their turn first. */
  private begun: (() => void)[] = [];
  /** True if it is known that something waits here. */
  private isKnown = false;
  private repeats = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Runs while this process does not see what the log has. */
  private lag: NodeJS.Timeout | undefined;
  /** The highest revision that the log is known to have. */
  private announced = 0;

  constructor(private readonly options: MemberOptions) {}

  /** True if clients wait for their turn. */
  get hasClients(): boolean {
    return this.clients.length + this.begun.length > 0;
  }

  /** Reports that a write is held. */
  held(): void {
    if (this.isKnown) return;
    this.isKnown = true;
    this.request(false);
  }

  /** The log has more than this process sees: another one may see it already, and have nothing to ask for. */
  behind(revision: number): void {
    this.announced = Math.max(this.announced, revision);
    this.lag ??= setTimeout(() => {
      this.lag = undefined;
      if (this.options.revision() < this.announced) this.request(false);
    }, LAG_MS).unref();
  }

  /** Resolves when it is the turn of clients of this process, and the cluster has settled; of those first that have begun. */
  turn(hasBegun = false): Promise<void> {
    return new Promise((resolve) => {
      (hasBegun ? this.begun : this.clients).push(resolve);
      this.held();
    });
  }

  /** See the log up to the revision, settle, and answer. Resolves when it is seen. */
  async ask({ process: conductor, round, revision }: Ask): Promise<void> {
    const { activity, open } = this.options;
    this.round = round;
    this.repeats = 0;
    clearTimeout(this.lag);
    this.lag = undefined;
    await activity.outside(() => open(revision));
    if (this.round === round) activity.whenSettled(() => this.answer(round, conductor));
  }

  /** Write what is held in these lanes. */
  commit({ process, round, lanes }: Commit): void {
    this.phase = { process, round, lanes, count: 0 };
    void this.proceed(this.phase);
  }

  /** Records the number of written lanes. */
  committed(round: string, count: number): void {
    const { phase } = this;
    if (phase?.round !== round || phase.count >= count) return;
    phase.count = count;
    void this.proceed(phase);
  }

  /** Lets all clients continue when nothing is awaited any more. */
  letClientsGo(): void {
    while (this.hasClients) this.takeTurn();
  }

  /** Lets clients of this process continue: those that have begun, or else the others. */
  takeTurn(): void {
    const next = this.begun.length > 0 ? this.begun : this.clients;
    for (const resolve of next.splice(0)) resolve();
  }

  /** Ends the rounds: no write is held any more. */
  stop(): void {
    clearTimeout(this.timer);
    clearTimeout(this.lag);
    this.round = '';
    this.phase = undefined;
    this.letClientsGo();
  }

  private answer(round: string, conductor: string): void {
    if (this.round !== round) return;
    const { cluster, process, revision, jobs, lanes, send } = this.options;
    const names = lanes();
    const { sent: jobsSent, handled: jobsHandled } = jobs();
    const begun = this.begun.length;
    const clients = this.clients.length + begun;
    this.isKnown = names.length > 0 || clients > 0;
    this.watch();
    const seen = { revision: revision(), jobsSent, jobsHandled };
    void send({ type: 'round-rest', cluster, process, round, ...seen, lanes: names, clients, begun }, conductor);
  }

  private async proceed(phase: Phase): Promise<void> {
    const { activity, cluster, commitLane, process, send } = this.options;
    const { lanes, round } = phase;
    const before = phase.count;
    let revision = 0;
    while (this.phase === phase && lanes[phase.count]?.[1] === process) {
      const [lane] = lanes[phase.count]!;
      revision = Math.max(revision, await activity.outside(() => commitLane(lane)));
      phase.count++;
    }
    const { count } = phase;
    if (count === before) return;
    const written = { type: 'round-committed', cluster, process, round, count, revision } as const;
    await (count < lanes.length ? send(written) : send(written, phase.process));
  }

  private request(isRepeated: boolean): void {
    const { cluster, process, send } = this.options;
    void send({ type: 'round-wanted', cluster, process, isRepeated });
    this.watch();
  }

  /** Checks pending requests: messages are lost when a connection breaks, and conductors die. */
  private watch(): void {
    clearTimeout(this.timer);
    if (!this.isKnown) return;
    this.timer = setTimeout(() => void this.insist(), REPEAT_MS);
    this.timer.unref();
  }

  private async insist(): Promise<void> {
    if (++this.repeats <= MAX_REPEATS) return this.request(true);
    this.repeats = 0;
    this.options.onAbandoned();
    this.isKnown = false;
    for (const lane of this.options.lanes()) await this.options.open(await this.options.commitLane(lane));
    this.letClientsGo();
  }
}
