import { isUpkeep, type ClusterRuntime } from '@orrery/control-plane';

/** Watches for a period of cluster time in which nothing happens in the cluster other than upkeep. */
export function watchForQuiet(
  runtime: ClusterRuntime,
  quietMs: number,
): { readonly isQuiet: () => boolean; readonly stop: () => void } {
  const { clock } = runtime;
  let lastMs = clock.now();
  const stop = runtime.cache.subscribe((changes) => {
    if (!changes.every(isUpkeep)) lastMs = clock.now();
  });
  return { isQuiet: () => clock.now() - lastMs >= quietMs, stop };
}
