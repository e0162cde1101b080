import { snapshotsOf, type SnapshotProgress as Progress } from '@orrery/cluster-snapshots';
import { onServer, snapshotAccess, snapshotView } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Inject } from '@nestjs/common';
import { Args, Query, Resolver, Subscription } from '@nestjs/graphql';
import type { ControlPlane } from '@orrery/control-plane';
import { CONTROL_PLANE } from '../../requests/request-context';
import type { EventStream } from '../../streams/event-stream';
import { followAsItIs } from '../../streams/followed-value';
import { Snapshot, SnapshotProgress } from './snapshot-types';

const LIST = onServer('list snapshots.orrery.dev', () => snapshotAccess('list', ''));

/** Clusters in files. */
@Resolver()
export class SnapshotsResolver {
  constructor(@Inject(CONTROL_PLANE) private readonly plane: ControlPlane) {}

  @Requires(LIST)
  @Query(() => [Snapshot], { name: 'snapshots', description: 'All snapshots that the server keeps, by name.' })
  async snapshots(): Promise<Snapshot[]> {
    return (await snapshotsOf(this.plane).list()).map(snapshotView);
  }

  @Requires(onServer('get snapshots.orrery.dev', ({ name }) => snapshotAccess('get', String(name))))
  @Query(() => Snapshot, {
    name: 'snapshot',
    nullable: true,
    description: 'The snapshot of this name; null if there is none.',
  })
  async snapshot(
    @Args('name', { type: () => String, description: 'Its name.' }) name: string,
  ): Promise<Snapshot | null> {
    const found = await snapshotsOf(this.plane).find(name);
    return found ? snapshotView(found) : null;
  }

  @Requires(LIST)
  @Subscription(() => [Snapshot], {
    name: 'snapshotsChanged',
    description: 'All snapshots, by name: at once, and after each change of the list.',
    resolve: (snapshots: unknown) => snapshots,
  })
  snapshotsChanged(): EventStream<Snapshot[]> {
    return followAsItIs(this.streams(), { key: 'snapshots', read: () => this.snapshots() });
  }

  @Requires(LIST)
  @Subscription(() => [SnapshotProgress], {
    name: 'snapshotProgress',
    description: 'Snapshots that this server is saving, uploading and restoring: at once, and with their progress.',
    resolve: (progress: unknown) => progress,
  })
  snapshotProgress(): EventStream<readonly Progress[]> {
    const snapshots = snapshotsOf(this.plane);
    return followAsItIs(this.streams(), { key: 'snapshot-progress', read: async () => snapshots.progress() });
  }

  private streams(): { readonly streams: Set<{ close(): void }>; readonly asApiError: (error: unknown) => unknown } {
    const { streams, databaseWatch } = this.plane;
    return { streams, asApiError: (error) => databaseWatch.asApiError(error) };
  }
}
