import type { ClusterRuntime } from './cluster-runtime';
import type { Host } from './component-host';

/**
 * Replaces a component of a cluster that has settled by one that knows what it knew, as a fork or another process would go on
 * with its work.
 *
 * @param hosts that run the component in this process
 */
export async function handOver(
  { activity, id }: Pick<ClusterRuntime, 'activity' | 'id'>,
  hosts: readonly Host[],
): Promise<void> {
  await activity.track(async () => {
    for (const host of hosts) {
      // As it comes out of a file: what JSON does not have would be lost there.
      const captured = new Map(
        [...(await host.capture(id))].map(([shard, known]) => [shard, JSON.parse(JSON.stringify(known)) as unknown]),
      );
      await host.clusterRemoved(id);
      await host.clusterAdded(id, captured);
    }
  });
}
