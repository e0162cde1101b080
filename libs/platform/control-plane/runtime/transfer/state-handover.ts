import { randomUUID } from 'node:crypto';
import { EventCorrelator, type CorrelatorState } from '@orrery/events';
import type { CapturedPlace, ControlChannel, ControlMessage } from '@orrery/messaging';
import type { Members } from '@orrery/rounds';
import {
  dropHandedStates,
  loadCache,
  readHandedState,
  readHandedStates,
  takeHandedState,
  writeHandedStates,
  type ClusterCache,
  type ComponentPart,
  type Database,
  type HandedState,
} from '@orrery/store';
import type { ClusterRuntime } from '../cluster/cluster-runtime';
import { unitsOf, type Host } from '../process/component-host';
import { HandedStates, type Captured } from './handed-states';

/** Maximum number of attempts to capture a cluster with a running clock. */
const ATTEMPTS = 20;
/** Wait for answers before the live processes are checked again. */
const REPEAT_MS = 1000;
/** Number of those checks before the capture is given up. */
const MAX_REPEATS = 10;
/** Captures whose memory a process keeps: those that are under way at one time. */
const MAX_KEPT = 8;

type Answer = Extract<ControlMessage, { type: 'captured' }>;
type Capture = Extract<ControlMessage, { type: 'capture' }>;

/** Identity and position of a capture that is spread over all processes. */
export interface SharedCapture {
  readonly capture: string;
  readonly revision: number;
  /** Cluster time in ms since the Unix epoch. */
  readonly atMs: number;
}

/** Part of a captured cluster in one process's memory. */
interface Kept {
  readonly cache: ClusterCache;
  /** Correlator of the events that belong to no unit of work. */
  readonly correlator: EventCorrelator;
  readonly atMs: number;
}

/** State of a cluster besides its rows in the database. */
export interface KnownElsewhere {
  readonly states: readonly HandedState[];
  /** The revisions of the objects in the order in which they were known. */
  readonly order: readonly number[];
  /** Correlator state of the events that belong to no unit of work; undefined if unknown. */
  readonly correlator: CorrelatorState | undefined;
}

/** Part under which state that belongs to no component is handed over: no component has this name. */
const REST: ComponentPart = { component: '', shard: 0, shards: 1 };

/** State of a cluster as one process sees it in one turn of the event loop. */
interface Seen {
  readonly place: CapturedPlace;
  readonly states: readonly HandedState[];
}

export interface HandoverOptions {
  readonly database: Database;
  readonly hosts: readonly Host[];
  readonly line: Pick<ControlChannel, 'send' | 'process'>;
  readonly members: Members;
  /** Returns whether jobs are on the queues. */
  readonly hasOpenJobs: () => Promise<boolean>;
}

/**
 * Captures a cluster that several processes work on, and hands its state to the components of the fork. Small state,
 * and state of another process, is handed over by a table; objects, which every process has, stay in memory and are
 * shared.
 *
 * Only for clusters with a manual clock: others change while messages are on their way.
 */
export class StateHandover {
  private readonly kept = new Map<string, Kept>();
  /** Clusters that continue from a capture, by name. */
  private readonly forks = new Map<string, string>();
  /** The question that is open. */
  private asked: { readonly capture: string; readonly answers: Map<string, Answer>; wake: () => void } | undefined;
  private before: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: HandoverOptions) {}

  receive(message: ControlMessage): void {
    if (message.type === 'forked') return void this.forks.set(message.name, message.capture);
    if (message.type !== 'captured' || message.capture !== this.asked?.capture) return;
    this.asked.answers.set(message.process, message);
    this.asked.wake();
  }

  /** Captures the cluster in this process when it has settled, at the request of another one; resolves when that is done. */
  async capture({ capture, process }: Capture, runtime: ClusterRuntime): Promise<void> {
    const { database, hosts, line } = this.options;
    const units = await unitsOf(hosts, runtime.id);
    const { cache, clock, events } = runtime;
    const { place, states } = await new Promise<Seen>((resolve) =>
      runtime.activity.whenSettled(() => {
        this.keep(capture, { cache: cache.copy(), correlator: events.forkCorrelator(), atMs: clock.now() });
        const states = units.map(({ capture: know, unit, ...part }) => ({
          ...part,
          state: know?.(),
          events: events.capture(unit),
        }));
        resolve({ place: runtime.rounds.capturedPlace(), states });
      }),
    );
    if (states.length > 0) await writeHandedStates(database, capture, states);
    await line.send({ type: 'captured', process: line.process, capture, ...place }, process);
  }

  /** Captures the cluster in all processes at one place; undefined if it never settles. Captures run one after the other. */
  captureAll(runtime: ClusterRuntime): Promise<SharedCapture | undefined> {
    const captured = this.before.then(() => this.tryAll(runtime));
    this.before = captured.catch(() => undefined);
    return captured;
  }

  /** Lets a cluster of this name continue from a capture, in all processes. The message that announces it follows. */
  async fork(name: string, { capture }: Pick<SharedCapture, 'capture'>): Promise<void> {
    this.forks.set(name, capture);
    await this.options.line.send({ type: 'forked', name, capture });
  }

  /** Lets a cluster that was made from state of elsewhere continue from it, in all processes. */
  async hand(name: string, { states, order, correlator }: KnownElsewhere): Promise<void> {
    const capture = randomUUID();
    await writeHandedStates(this.options.database, capture, [...states, { ...REST, state: order, events: correlator }]);
    await this.fork(name, { capture });
  }

  /** Returns the captured state for a cluster that this process loads; undefined if it starts from its objects alone. */
  async knownOf(name: string): Promise<{ readonly cache: ClusterCache; readonly states: HandedStates } | undefined> {
    const capture = this.forks.get(name);
    if (capture === undefined) return undefined;
    this.forks.delete(name);
    const { database } = this.options;
    const kept = this.kept.get(capture);
    this.kept.delete(capture);
    const { cache, correlator } = kept ?? (await this.rest(name, capture));
    const elsewhere = (part: ComponentPart): Promise<HandedState | undefined> =>
      takeHandedState(database, capture, part);
    return cache && { cache, states: new HandedStates([], correlator, elsewhere) };
  }

  /** Takes what all processes left, for this one. */
  async taken({ capture, revision, atMs }: SharedCapture): Promise<Captured | undefined> {
    const kept = this.kept.get(capture);
    const states = await readHandedStates(this.options.database, capture);
    await this.drop(capture);
    return kept && { revision, atMs, cache: kept.cache, states: new HandedStates(states, kept.correlator) };
  }

  /** Drops a capture that no cluster continues from. */
  async drop(capture: string): Promise<void> {
    this.kept.delete(capture);
    await dropHandedStates(this.options.database, capture);
  }

  private async tryAll(runtime: ClusterRuntime): Promise<SharedCapture | undefined> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // An advance that is under way ends first; then nothing is held by any process.
      await runtime.settle();
      await runtime.rounds.turnOfClient();
      const capture = randomUUID();
      const places = await this.ask(runtime.id, capture);
      const kept = this.kept.get(capture);
      if (kept && places && (await this.areOne(places))) {
        return { capture, revision: places[0]!.revision, atMs: kept.atMs };
      }
      await this.drop(capture);
      if (!places) return undefined;
    }
    return undefined;
  }

  /** Returns the answers of all processes; undefined if one of them does not answer. */
  private async ask(cluster: string, capture: string): Promise<readonly CapturedPlace[] | undefined> {
    const { line, members } = this.options;
    const asked = { capture, answers: new Map<string, Answer>(), wake: (): void => undefined };
    this.asked = asked;
    const silent = (): string[] => members.all.filter((member) => !asked.answers.has(member));
    try {
      await line.send({ type: 'capture', cluster, process: line.process, capture });
      for (let repeats = 0; silent().length > 0;) {
        if (await wakes(asked)) continue;
        if (++repeats > MAX_REPEATS) return undefined;
        await members.refresh(silent());
      }
      return [...asked.answers.values()];
    } finally {
      this.asked = undefined;
    }
  }

  /** Returns whether processes answered at one place, at which the cluster waits for nothing but clients and time. */
  private async areOne(places: readonly CapturedPlace[]): Promise<boolean> {
    const [first] = places;
    const isSame = places.every(
      ({ revision, atMs, phase, hasMore }) =>
        !hasMore && revision === first!.revision && atMs === first!.atMs && phase === first!.phase,
    );
    if (!isSame) return false;
    const open = places.reduce((sum, { jobsSent, jobsHandled }) => sum + jobsSent - jobsHandled, 0);
    // Processes that are gone took their counts with them.
    return open === 0 || !(await this.options.hasOpenJobs());
  }

  private keep(capture: string, kept: Kept): void {
    this.kept.set(capture, kept);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MAX_KEPT) return;
      this.kept.delete(oldest);
    }
  }

  /** Returns the objects of a cluster in the order of their origin, and the state that belongs to no component. */
  private async rest(name: string, capture: string): Promise<Partial<Pick<Kept, 'cache' | 'correlator'>>> {
    const { database } = this.options;
    const [loaded, rest] = await Promise.all([loadCache(database, name), readHandedState(database, capture, REST)]);
    if (!loaded || !rest) return loaded ? { cache: loaded } : {};
    const cache = loaded.inOrder(rest.state as readonly number[]);
    const correlator = rest.events as CorrelatorState | undefined;
    return correlator ? { cache, correlator: EventCorrelator.fromState(correlator) } : { cache };
  }
}

/** Resolves with true at the next answer, with false when there was none for a while. */
function wakes(asked: { wake: () => void }): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), REPEAT_MS);
    asked.wake = () => {
      clearTimeout(timer);
      resolve(true);
    };
  });
}
