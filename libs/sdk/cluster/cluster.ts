import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listedObjects } from '@orrery/cluster-state';
import { parseDurationMs } from '@orrery/time';
import { RefusedError } from '../client/errors';
import { importObjects, type ImportOptions, type ImportReport } from '../client/import-objects';
import { kubeconfigFor, writeKubeconfig } from '../client/kubeconfig';
import { saveRecording } from '../client/recordings';
import { accepted, operationsAt, type Operations } from '../client/operations';
import { clusterAddress, type ServerAddress } from '../client/server-address';
import type {
  ClusterDiffQuery,
  EventFilter,
  EventsQuery,
  ExplainSchedulingQuery,
  ResourceFilter,
  SetNodeUsageInput,
  SetPodUsageInput,
} from '../graphql/operations.generated';
import { ClusterClock, type Advance, type Condition } from './clock';
import { newClusterName } from './cluster-name';
import { everyPage, PAGE_SIZE } from './every-page';
import { Faults } from './faults';
import { Snapshot, type SnapshotOptions } from './snapshot';
import { followStory, readStory, type ObjectChange, type StoryQuestion } from './story';

/** A Kubernetes object as JSON. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string } & Record<string, unknown>;
  readonly [field: string]: unknown;
}

/** Names one object; `namespace` is `default` where the kind has namespaces. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** A pod of the cluster, or one that need not exist. */
export type ExplainedPod =
  { readonly name: string; readonly namespace?: string } | { readonly object: unknown } | { readonly yaml: string };

export type Explanation = ExplainSchedulingQuery['explainScheduling'];
export type ClusterEvent = EventsQuery['events']['nodes'][number];
/** Differences between two states, with at most 500 of the objects. */
export type Diff = ClusterDiffQuery['clusterDiff'];
type PodUsage = Omit<SetPodUsageInput, 'name' | 'namespace'>;

const CONDITION_LIMIT = '1h';
/** Poll interval of a cluster whose clock is running, in ms of real time. */
const LOOK_EVERY_MS = 50;
const FIELD_MANAGER = 'orrery-sdk';

/** Cluster of a server. Every method rejects with {@link RefusedError} or `UnreachableError`. */
export class Cluster {
  /** URL of the cluster's Kubernetes API, for any client. */
  readonly url: string;
  /** Every operation that the SDK knows, for what has no method here. */
  readonly operations: Operations;
  readonly clock: ClusterClock;
  readonly faults: Faults;

  constructor(
    readonly name: string,
    private readonly server: ServerAddress,
  ) {
    const address = clusterAddress(server, name);
    this.url = address.url;
    this.operations = operationsAt(address);
    this.clock = new ClusterClock(this.operations);
    this.faults = new Faults(this.operations);
  }

  /** The cluster as it was at a moment (a revision, a time, or how long ago: `-10m`), read only. */
  at(moment: string): Cluster {
    return new Cluster(`${this.name}@${moment}`, this.server);
  }

  /** Returns the past changes, oldest first: changed fields, with time, writer and reason. */
  async changes(question: StoryQuestion = {}): Promise<readonly ObjectChange[]> {
    return (await readStory(this.operations, question)).changes;
  }

  /** Returns the past changes and then new ones, oldest first, without end: leave the loop to stop. */
  follow(question: Omit<StoryQuestion, 'until'> = {}): AsyncGenerator<ObjectChange, void, undefined> {
    return followStory({ address: clusterAddress(this.server, this.name), operations: this.operations }, question);
  }

  /**
   * Differences between two states: `NAME`, `NAME@MOMENT`, or `@MOMENT` of this cluster; the second one is this cluster as it is
   * if none is given.
   */
  async diff(from: string, to?: string, question: Pick<StoryQuestion, 'object' | 'withEvents'> = {}): Promise<Diff> {
    return (await this.operations.clusterDiff({ ...question, from, first: PAGE_SIZE, ...(to ? { to } : {}) }))
      .clusterDiff;
  }

  /**
   * Makes a fork of this cluster as it is now, or was at a moment. With a manual clock a fork of the present, and one
   * of the past of a recorded cluster, continues exactly as this one does when given the same requests.
   */
  async fork({ name = newClusterName(), at }: { readonly name?: string; readonly at?: string } = {}): Promise<Cluster> {
    const input = { name, cluster: this.name, ...(at === undefined ? {} : { at }) };
    accepted((await operationsAt(this.server).forkCluster({ input })).forkCluster);
    return new Cluster(name, this.server);
  }

  /** Rewinds the cluster to a moment of its past; clients that watch it list again. */
  async rewind(to: string): Promise<void> {
    accepted((await this.operations.rewindCluster({ input: { to } })).rewindCluster);
  }

  /** Saves a snapshot of the cluster as it is now, with all state that it continues from; the cluster runs meanwhile. */
  async snapshot(options: SnapshotOptions = {}): Promise<Snapshot<Cluster>> {
    const input = { cluster: this.name, ...options };
    const { snapshot } = accepted((await operationsAt(this.server).saveSnapshot({ input })).saveSnapshot);
    // There is one unless it was refused.
    return new Snapshot(snapshot!, this.server, (name) => new Cluster(name, this.server));
  }

  /** Writes the recording of this cluster to a file; it was made with `record`. */
  saveRecording(file: string): Promise<void> {
    return saveRecording(clusterAddress(this.server, this.name), file);
  }

  /** Ends the recording of this cluster. */
  async stopRecording(): Promise<void> {
    accepted((await this.operations.stopRecording({ input: {} })).stopRecording);
  }

  /** A kubeconfig of this cluster, as YAML. */
  kubeconfig(): string {
    return kubeconfigFor(this.server, [this.name]);
  }

  /** Writes the kubeconfig to a file, a new temporary one if none is given, and answers with its path. */
  kubeconfigFile(file = join(mkdtempSync(join(tmpdir(), 'orrery-kubeconfig-')), 'kubeconfig')): string {
    writeKubeconfig(file, this.kubeconfig());
    return file;
  }

  /** Applies objects, or documents in YAML, as `kubectl apply --server-side --force-conflicts` does. */
  async apply(objects: string | object | readonly object[], namespace?: string): Promise<readonly KubernetesObject[]> {
    const what =
      typeof objects === 'string' ? { yaml: objects } : { objects: Array.isArray(objects) ? objects : [objects] };
    const place = namespace === undefined ? {} : { namespace };
    const input = { ...what, ...place, force: true, fieldManager: FIELD_MANAGER };
    const payload = accepted((await this.operations.applyObject({ input })).applyObject);
    return payload.objects.map(({ json }) => json as KubernetesObject);
  }

  /**
   * Imports objects of another cluster with their state, all at once: uids, owners, nodes, statuses, ages. Returns the
   * objects that were left out or changed.
   */
  importState(objects: Iterable<object>, options: ImportOptions = {}): Promise<ImportReport> {
    const texts = [...listedObjects(objects)].map((object) => JSON.stringify(object));
    return importObjects(clusterAddress(this.server, this.name), texts, options);
  }

  /** An object; undefined if there is none. */
  async get(name: ObjectName): Promise<KubernetesObject | undefined> {
    try {
      const { object } = await this.operations.object({ ...name });
      return (object?.json as KubernetesObject | undefined) ?? undefined;
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** All objects of a kind that match a filter. */
  async list(apiVersion: string, kind: string, filter: ResourceFilter = {}): Promise<KubernetesObject[]> {
    const found = await everyPage(
      async (after) => (await this.operations.objects({ apiVersion, kind, filter, first: PAGE_SIZE, after })).objects,
    );
    return found.map(({ json }) => json as KubernetesObject);
  }

  /** Deletes an object. */
  async delete(name: ObjectName): Promise<void> {
    accepted((await this.operations.deleteObject({ input: { ...name } })).deleteObject);
  }

  /** Lets so much cluster time pass (`90s`, `5m`); the clock must be `manual`. */
  advance(by: string): Promise<Advance> {
    return this.clock.advance({ by });
  }

  /** Lets time pass until nothing but heartbeats happens. */
  settle(): Promise<Advance> {
    return this.clock.advance({ untilIdle: true });
  }

  /**
   * Waits until the cluster has objects as described, at most `within` of cluster time. A `manual` clock is advanced to
   * the very instant at which it has them; otherwise the method waits while time passes.
   */
  async until(conditions: Condition | readonly Condition[], within = CONDITION_LIMIT): Promise<Advance> {
    const until = [conditions].flat() as readonly Condition[];
    const { mode } = await this.clock.state();
    const reached =
      mode === 'MANUAL' ? await this.clock.advance({ until, by: within }) : await this.watch(until, within);
    if (reached.endedBy === 'CONDITION') return reached;
    throw new RefusedError(`cluster ${this.name}: not within ${within}: ${until.map(describe).join(' and ')}`);
  }

  /** Returns why a pod is placed where it is, or would be. */
  async explain(pod: ExplainedPod): Promise<Explanation> {
    const input = 'name' in pod ? { pod: { namespace: 'default', ...pod } } : pod;
    return (await this.operations.explainScheduling({ input })).explainScheduling;
  }

  /** Says what a node uses beside its pods. */
  async setNodeUsage(node: string, usage: Omit<SetNodeUsageInput, 'name'>): Promise<void> {
    accepted((await this.operations.setNodeUsage({ input: { name: node, ...usage } })).setNodeUsage);
  }

  /** Says what the containers of a pod use. */
  async setPodUsage(
    pod: string,
    { namespace = 'default', ...usage }: PodUsage & { readonly namespace?: string },
  ): Promise<void> {
    accepted((await this.operations.setPodUsage({ input: { name: pod, namespace, ...usage } })).setPodUsage);
  }

  /** All events that match a filter. */
  events(filter: EventFilter = {}): Promise<ClusterEvent[]> {
    return everyPage(async (after) => (await this.operations.events({ filter, first: PAGE_SIZE, after })).events);
  }

  /** Removes the cluster with everything in it. */
  async remove(): Promise<void> {
    accepted((await operationsAt(this.server).deleteCluster({ input: { name: this.name } })).deleteCluster);
  }

  /** `await using cluster = …` removes it at the end of the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.remove();
  }

  /** Polls the cluster while its clock runs. */
  private async watch(conditions: readonly Condition[], within: string): Promise<Advance> {
    const end = (await this.clock.now()).getTime() + (parseDurationMs(within) ?? 0);
    for (;;) {
      const { clock, conditionsMet } = await this.operations.clockAndConditions({ conditions });
      const now = new Date(clock.now);
      if (conditionsMet) return { now, endedBy: 'CONDITION', events: 0 };
      if (now.getTime() >= end) return { now, endedBy: 'TIME', events: 0 };
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

/** A condition in words: `Pod default/web with {"status":{"phase":"Running"}}`. */
function describe({ kind, namespace, name, labelSelector, matches, count }: Condition): string {
  const words = [
    ...(count == null ? [] : [String(count)]),
    kind,
    ...(name == null ? [] : [namespace == null ? name : `${namespace}/${name}`]),
    ...(labelSelector == null ? [] : [`labelled ${labelSelector}`]),
    ...(matches == null ? [] : [`with ${JSON.stringify(matches)}`]),
  ];
  return words.join(' ');
}
