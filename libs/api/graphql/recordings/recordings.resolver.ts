import { Inject } from '@nestjs/common';
import { Args, Context, Mutation, Query, Resolver, Subscription } from '@nestjs/graphql';
import { replaysOf, type ControlPlane } from '@orrery/control-plane';
import { formatMicroTime } from '@orrery/time';
import { clusterAccess, onServer, Requires, type AccessRule } from '../access/access-rules';
import { payload } from '../errors/user-errors';
import { CONTROL_PLANE, type RequestContext } from '../requests/request-context';
import type { EventStream } from '../subscriptions/event-stream';
import { followAsItIs } from '../subscriptions/followed-value';
import {
  ClusterRecording,
  ReplayRecordingInput,
  ReplayRecordingPayload,
  RunningReplay,
  StopRecordingInput,
  StopRecordingPayload,
} from './recording-types';
import { endRecording, recordingViews, replayRecording } from './recordings';

const INPUT = { description: 'Input of the mutation.' };
const LIST = onServer('list clusters.orrery.dev', () => clusterAccess('list', ''));

const REPLAY: AccessRule = {
  text: 'on the server: create clusters.orrery.dev, get clusters.orrery.dev of the recorded cluster',
  rights: ({ input }, { clusterName }) => {
    const { cluster, keep } = input as ReplayRecordingInput;
    const accesses = [clusterAccess('create', keep ?? ''), clusterAccess('get', cluster ?? clusterName)];
    return accesses.map((access) => ({ on: 'server', access }));
  },
};

const STOP: AccessRule = {
  text: 'on the server: update clusters.orrery.dev',
  rights: ({ input }, { clusterName }) => {
    const { name } = input as StopRecordingInput;
    return [{ on: 'server', access: clusterAccess('update', name ?? clusterName) }];
  },
};

/** What clusters were asked for, and its repetition. */
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

  @Requires(STOP)
  @Mutation(() => StopRecordingPayload, {
    name: 'stopRecording',
    description: 'Ends the recording of a cluster. It is kept until the cluster is deleted.',
  })
  stopRecording(
    @Context() { clusterName }: RequestContext,
    @Args('input', { type: () => StopRecordingInput, ...INPUT }) input: StopRecordingInput,
  ): Promise<unknown> {
    return payload(input, () => endRecording(this.plane, input.name ?? clusterName));
  }

  @Requires(REPLAY)
  @Mutation(() => ReplayRecordingPayload, {
    name: 'replayRecording',
    description:
      'Asks a new cluster for everything that the recorded one was asked for, at the same places of its time and its log, and says the first difference between both logs. `POST /replay` takes the file of a recording.',
  })
  replayRecording(
    @Context() { clusterName }: RequestContext,
    @Args('input', { type: () => ReplayRecordingInput, ...INPUT }) input: ReplayRecordingInput,
  ): Promise<unknown> {
    const { cluster, keep, seed } = input;
    return payload(input, () => replayRecording(this.plane, { cluster: cluster ?? clusterName, keep, seed }));
  }

  @Requires(LIST)
  @Subscription(() => [RunningReplay], {
    name: 'replaysProgressed',
    description: 'Repetitions that go on in this server, and how far they have come: at once, and after each change.',
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
