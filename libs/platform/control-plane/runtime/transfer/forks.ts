import { standsStill } from '@orrery/clock';
import { forkCluster, ForkOutcome, type Database } from '@orrery/store';
import type { ClusterRuntime } from '../cluster/cluster-runtime';
import { unitsOf, type Host, type KnownUnit } from '../process/component-host';
import { HandedStates, type Captured } from './handed-states';
import type { StateHandover } from './state-handover';

/** Maximum number of attempts to capture a cluster that keeps writing, before the state of its components is left out. */
export const CAPTURE_ATTEMPTS = 20;

/** Parts that forks are made with. */
export interface ForkContext {
  readonly database: Database;
  readonly hosts: readonly Host[];
  /** True if no other process works on this database: this one has the state of all components. */
  readonly isAlone: boolean;
  /** Hands what they know to those of other processes, if there are any. */
  readonly handover: StateHandover;
}

/** Result of a fork. */
export interface WrittenFork {
  readonly outcome: ForkOutcome;
  /** State of the fork that this process has in memory already, sharing the objects of its origin. */
  readonly memory?: Pick<Captured, 'cache' | 'states'>;
}

/** A state of the past. */
export interface PastState {
  readonly revision: number;
  readonly atMs: number;
}

/**
 * Writes a fork of a cluster as it is now, with the state of its components: given the same requests, it continues
 * exactly as the original does. With a running clock, the capture happens between two changes.
 */
export async function forkPresent(context: ForkContext, runtime: ClusterRuntime, name: string): Promise<WrittenFork> {
  const { database, hosts, isAlone } = context;
  const isResting = await comesToRest(runtime);
  const shared = isResting && runtime.rounds.areShared && (await forkShared(context, runtime, name));
  if (shared) return shared;
  for (let attempt = 0; isResting && isAlone && attempt < CAPTURE_ATTEMPTS; attempt++) {
    const written = await atRest(runtime, await unitsOf(hosts, runtime.id), async (captured) => {
      const { revision, atMs, ...memory } = captured;
      const clock = clockAt(runtime, atMs);
      await runtime.writeHeartbeats();
      const outcome = await forkCluster(database, { origin: runtime.id, name, revision, isHead: true, clock });
      return { outcome, memory };
    });
    if (written.outcome !== ForkOutcome.Outrun) return written;
  }
  await runtime.caughtUp();
  await runtime.writeHeartbeats();
  const clock = clockAt(runtime, runtime.clock.now());
  return { outcome: await forkCluster(database, { origin: runtime.id, name, isHead: false, clock }) };
}

/** Does the same where several processes hold state; undefined if the cluster never settles. */
async function forkShared(
  { database, handover }: ForkContext,
  runtime: ClusterRuntime,
  name: string,
): Promise<WrittenFork | undefined> {
  for (let attempt = 0; attempt < CAPTURE_ATTEMPTS; attempt++) {
    const captured = await handover.captureAll(runtime);
    if (!captured) return undefined;
    const { revision, atMs } = captured;
    const clock = clockAt(runtime, atMs);
    const outcome = await forkCluster(database, { origin: runtime.id, name, revision, isHead: true, clock });
    if (outcome === ForkOutcome.Done) await handover.fork(name, captured);
    else await handover.drop(captured.capture);
    if (outcome !== ForkOutcome.Outrun) return { outcome };
  }
  return undefined;
}

/** Writes a fork of a cluster as it was; its components start from the objects. */
export async function forkPast(
  { database }: ForkContext,
  runtime: ClusterRuntime,
  { name, revision, atMs }: PastState & { readonly name: string },
): Promise<WrittenFork> {
  const clock = clockAt(runtime, atMs);
  await runtime.writeHeartbeats();
  return { outcome: await forkCluster(database, { origin: runtime.id, name, revision, isHead: false, clock }) };
}

/** Returns the clock of a fork, which runs as that of its origin, from an instant of cluster time on. */
function clockAt({ clock: { setting } }: ClusterRuntime, atMs: number): Parameters<typeof forkCluster>[1]['clock'] {
  // A clock that follows the real one keeps following it, from wherever it was.
  return { mode: setting.mode, rate: setting.rate, anchorMs: atMs, anchorRealMs: Date.now() };
}

/** Returns true if a cluster comes to rest; not at an instant that does not end, in which work is under way that only this process has. */
export async function comesToRest(runtime: ClusterRuntime): Promise<boolean> {
  // An advance that is under way ends first.
  if (standsStill(runtime.clock.setting)) await runtime.settle();
  return !runtime.rounds.instant.isEndless;
}

/**
 * Captures everything in one turn of the event loop in which nothing is under way, and lets nothing begin until `act` is done. To be asked of
 * a cluster that {@link comesToRest}.
 */
export async function atRest<T>(
  runtime: ClusterRuntime,
  units: readonly KnownUnit[],
  act: (captured: Captured) => Promise<T>,
): Promise<T> {
  const { activity, cache, clock, events } = runtime;
  // An advance that is under way ends first.
  if (standsStill(clock.setting)) await runtime.settle();
  return new Promise<T>((resolve, reject) => {
    const look = (): void => {
      if (!activity.isIdle && !runtime.rounds.areOn) return void activity.idle().then(() => activity.whenSettled(look));
      const states = units.flatMap(({ unit: _, capture, ...part }) =>
        capture ? [{ ...part, state: capture(), events: undefined }] : [],
      );
      const captured = {
        revision: cache.revision,
        atMs: clock.now(),
        states: new HandedStates(states, events.forkCorrelator()),
        cache: cache.copy(),
      };
      activity.track(() => activity.outside(() => act(captured))).then(resolve, reject);
    };
    activity.whenSettled(look);
  });
}
