import { ClockMode, standsStill } from '@orrery/clock';
import type { ControlMessage } from '@orrery/messaging';
import { clusterMade, type Database, type NewCluster } from '@orrery/store';
import { clusterSecrets } from './cluster-certificates';
import type { ClusterRuntime } from './cluster-runtime';
import { MANUAL_START_MS, type ClusterOptions } from '../process/control-plane-options';
import { newSecret } from '../process/installation';

/** The row of a cluster that has everything it begins with. */
export type MadeRow = NewCluster & Required<Pick<NewCluster, 'authorities'>>;

/** Makes the row of a new cluster, with keys of its own. */
export function newCluster(options: ClusterOptions, installationSecret: string): MadeRow {
  const nowMs = Date.now();
  const mode = options.clock?.mode ?? ClockMode.Real;
  const anchorMs = options.startMs ?? (standsStill({ mode }) ? MANUAL_START_MS : nowMs);
  const seed = options.seed ?? options.name;
  // Only who repeats a cluster wants keys again that others may have seen.
  const keysOf = standsStill({ mode }) ? `${seed} ${options.name}` : newSecret();
  return {
    id: options.name,
    seed,
    // A log that loses its beginning cannot be compared from there on.
    settings: { ...(options.isRecorded ? { history: { everything: true } } : {}), ...options.settings },
    ...clusterSecrets(installationSecret, keysOf),
    clock: { mode, rate: options.clock?.rate ?? 1, anchorMs, anchorRealMs: nowMs },
    ...(options.firstNodes ? { firstNodes: options.firstNodes } : {}),
  };
}

/** Services that a process makes clusters with. */
export interface MakerServices {
  readonly database: Database;
  readonly isAlone: boolean;
  /** Sends a message to the other processes. */
  broadcast(message: ControlMessage): Promise<void>;
}

/**
 * Writes the first objects of a cluster, or those that its maker, which died, has left out. Then all processes run it:
 * the others are notified of it before they receive anything that its components do here.
 */
export async function writeBeginning(
  { id, certificates, release, store }: ClusterRuntime,
  maker: MakerServices,
): Promise<void> {
  await store.bootstrap({ trusted: certificates.trusted, release });
  if (maker.isAlone) return;
  await clusterMade(maker.database, id);
  await maker.broadcast({ type: 'clusters' });
}
