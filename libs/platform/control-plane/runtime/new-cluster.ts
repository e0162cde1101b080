import { ClockMode, standsStill } from '@orrery/clock';
import type { NewCluster } from '@orrery/store';
import { clusterSecrets } from './cluster-certificates';
import { MANUAL_START_MS, type ClusterOptions } from './control-plane-options';
import { newSecret } from './installation';

/** The row of a cluster that has everything it begins with. */
export type MadeRow = NewCluster & Required<Pick<NewCluster, 'authorities'>>;

/** The row of a cluster that is to be made, with keys of its own. */
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
