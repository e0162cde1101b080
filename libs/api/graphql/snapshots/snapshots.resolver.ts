import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Query, Resolver, Subscription } from '@nestjs/graphql';
import type { ControlPlane, SnapshotProgress as Progress } from '@orrery/control-plane';
import { clusterAccess, onServer, Requires, snapshotAccess, type AccessRule } from '../access/access-rules';
import { ClusterPayload } from '../clusters/cluster-types';
import { payload } from '../errors/user-errors';
import { CONTROL_PLANE, type RequestContext } from '../requests/request-context';
import type { EventStream } from '../subscriptions/event-stream';
import { followAsItIs } from '../subscriptions/followed-value';
import {
  DeleteSnapshotInput,
  RestoreSnapshotInput,
  SaveSnapshotInput,
  Snapshot,
  SnapshotPayload,
  SnapshotProgress,
} from './snapshot-types';
import { restoreSnapshot, saveSnapshot, snapshotView } from './snapshots';

const INPUT = { description: 'Input of the mutation.' };

const LIST = onServer('list snapshots.orrery.dev', () => snapshotAccess('list', ''));

/** A file has everything of a cluster, its keys included. */
const SAVE: AccessRule = {
  text: 'on the server: create snapshots.orrery.dev, update clusters.orrery.dev of the cluster',
  rights: ({ input }, { clusterName }) => {
    const { cluster, name } = input as SaveSnapshotInput;
    const accesses = [snapshotAccess('create', name ?? ''), clusterAccess('update', cluster ?? clusterName)];
    return accesses.map((access) => ({ on: 'server', access }));
  },
};

const RESTORE: AccessRule = {
  text: 'on the server: get snapshots.orrery.dev, create clusters.orrery.dev',
  rights: ({ input }) => {
    const { snapshot, name } = input as RestoreSnapshotInput;
    const accesses = [snapshotAccess('get', snapshot), clusterAccess('create', name)];
    return accesses.map((access) => ({ on: 'server', access }));
  },
};

/** Clusters in files. */
@Resolver()
export class SnapshotsResolver {
  constructor(@Inject(CONTROL_PLANE) private readonly plane: ControlPlane) {}

  @Requires(LIST)
  @Query(() => [Snapshot], { name: 'snapshots', description: 'All snapshots that the server keeps, by name.' })
  async snapshots(): Promise<Snapshot[]> {
    return (await this.plane.snapshots.list()).map(snapshotView);
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
    const found = await this.plane.snapshots.find(name);
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
    description: 'What this server is saving, uploading and restoring: at once, and as it goes on.',
    resolve: (progress: unknown) => progress,
  })
  snapshotProgress(): EventStream<readonly Progress[]> {
    const { snapshots } = this.plane;
    return followAsItIs(this.streams(), { key: 'snapshot-progress', read: async () => snapshots.progress() });
  }

  @Requires(SAVE)
  @Mutation(() => SnapshotPayload, {
    name: 'saveSnapshot',
    description:
      'Saves a cluster as it is now to a file that the server keeps: objects, what components know, clock, faults, decisions, settings, keys. The cluster goes on meanwhile.',
  })
  saveSnapshot(
    @Context() { clusterName }: RequestContext,
    @Args('input', { type: () => SaveSnapshotInput, ...INPUT }) input: SaveSnapshotInput,
  ): Promise<unknown> {
    const { cluster, name, history } = input;
    return payload(input, () =>
      saveSnapshot(this.plane, { cluster: cluster ?? clusterName, name, history: history ?? false }),
    );
  }

  @Requires(RESTORE)
  @Mutation(() => ClusterPayload, {
    name: 'restoreSnapshot',
    description:
      'Creates a cluster that goes on from a snapshot. If its clock is paused, it goes on exactly as the other one did when it is asked for the same.',
  })
  restoreSnapshot(
    @Args('input', { type: () => RestoreSnapshotInput, ...INPUT }) input: RestoreSnapshotInput,
  ): Promise<unknown> {
    return payload(input, () => restoreSnapshot(this.plane, input));
  }

  @Requires(
    onServer('delete snapshots.orrery.dev', ({ input }) =>
      snapshotAccess('delete', (input as DeleteSnapshotInput).name),
    ),
  )
  @Mutation(() => SnapshotPayload, { name: 'deleteSnapshot', description: 'Deletes a snapshot.' })
  deleteSnapshot(
    @Args('input', { type: () => DeleteSnapshotInput, ...INPUT }) input: DeleteSnapshotInput,
  ): Promise<unknown> {
    return payload(input, async () => ({ snapshot: snapshotView(await this.plane.snapshots.delete(input.name)) }));
  }

  private streams(): { readonly streams: Set<{ close(): void }>; readonly asApiError: (error: unknown) => unknown } {
    const { streams, databaseWatch } = this.plane;
    return { streams, asApiError: (error) => databaseWatch.asApiError(error) };
  }
}
