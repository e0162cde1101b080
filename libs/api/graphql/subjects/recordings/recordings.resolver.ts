import { clusterAccess, onServer, recordingViews } from '@orrery/actions';
import { Requires } from '../../requests/requires';
import { Inject } from '@nestjs/common';
import { Query, Resolver, Subscription } from '@nestjs/graphql';
import { type ControlPlane } from '@orrery/control-plane';
import { replaysOf } from '@orrery/recordings';
import { formatMicroTime } from '@orrery/time';
import { CONTROL_PLANE } from '../../requests/request-context';
import type { EventStream } from '../../streams/event-stream';
import { followAsItIs } from '../../streams/followed-value';
import { ClusterRecording, RunningReplay } from './recording-types';

const LIST = onServer('list clusters.orrery.dev', () => clusterAccess('list', ''));

/** Recordings of the inputs of clusters, and their repetition. */
@Resolver()
export class RecordingsResolver {
  constructor(@Inject(CONTROL_PLANE) private readonly plane: ControlPlane) {}

  @Requires(LIST)
  @Query(() => [ClusterRecording], {
    name: 'recordings',
    description: 'Recordings of clusters, by cluster; `GET /recording` gives the file of one.',
  })
  recordings(): Promise<unknown[]> {
    return recordingViews(this.plane);
  }

  @Requires(LIST)
  @Subscription(() => [RunningReplay], {
    name: 'replaysProgressed',
    description: 'Running replays of this server with their progress: at once, and after each change.',
    resolve: (replays: unknown) => replays,
  })
  replaysProgressed(): EventStream<unknown[]> {
    const { databaseWatch, streams } = this.plane;
    const source = { streams, asApiError: (error: unknown) => databaseWatch.asApiError(error) };
    const read = async (): Promise<unknown[]> =>
      replaysOf(this.plane).running.map(({ atMs, revision, ...rest }) => ({
        ...rest,
        now: formatMicroTime(atMs),
        resourceVersion: String(revision),
      }));
    return followAsItIs(source, { key: 'replays', read });
  }
}
