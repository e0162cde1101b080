import { OrreryError, RefusedError } from './client/errors';
import { accepted, operationsAt, type Operations } from './client/operations';
import { replayRecording, type ReplayOptions, type ReplayReport } from './client/recordings';
import { serverOfEnvironment } from './client/environment-server';
import { DEFAULT_CLUSTER, type ServerAddress } from './client/server-address';
import { uploadSnapshot } from './client/snapshot-files';
import { Cluster } from './cluster/cluster';
import { newClusterName } from './cluster/cluster-name';
import { clusterInput, type ClusterOptions } from './cluster/cluster-options';
import { Snapshot } from './cluster/snapshot';
import type { SnapshotPartsFragment } from './graphql/operations.generated';

/** A server, in this process or another one. */
export class Orrery {
  /** Every operation that the SDK knows, on the default cluster. */
  readonly operations: Operations;

  constructor(
    /** Address of the server. */
    readonly address: ServerAddress,
    private readonly end: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.operations = operationsAt(address);
  }

  /** Makes a cluster; it has nothing in common with others but the server. */
  async cluster(options: ClusterOptions = {}): Promise<Cluster> {
    const name = options.name ?? newClusterName();
    accepted((await this.operations.createCluster({ input: clusterInput(name, options) })).createCluster);
    return new Cluster(name, this.address);
  }

  /** A cluster that exists; the one at the root of the server if no name is given. */
  attach(name: string = DEFAULT_CLUSTER): Cluster {
    return new Cluster(name, this.address);
  }

  /** Repeats a recording, from a file or as bytes, in a new cluster; answers with the first difference if there is one. */
  replay(recording: string | Uint8Array, options: ReplayOptions = {}): Promise<ReplayReport> {
    return replayRecording(this.address, recording, options);
  }

  /** The names of all clusters. */
  async clusterNames(): Promise<string[]> {
    return (await this.operations.clusters()).clusters.map(({ name }) => name);
  }

  /** The snapshots that the server keeps, by name. */
  async snapshots(): Promise<Snapshot<Cluster>[]> {
    return (await this.operations.snapshots()).snapshots.map((parts) => this.snapshotOf(parts));
  }

  /** A snapshot that the server keeps. Throws `RefusedError` if there is none of that name. */
  async snapshot(name: string): Promise<Snapshot<Cluster>> {
    const { snapshot } = await this.operations.snapshot({ name });
    if (!snapshot) throw new RefusedError(`snapshot "${name}" not found`, 'NOT_FOUND');
    return this.snapshotOf(snapshot);
  }

  /** Gives the server the file of a snapshot to keep. Throws `RefusedError` if it is none, or damaged. */
  async addSnapshot(file: string, name: string = newClusterName()): Promise<Snapshot<Cluster>> {
    await uploadSnapshot(this.address, name, file);
    return this.snapshot(name);
  }

  private snapshotOf(parts: SnapshotPartsFragment): Snapshot<Cluster> {
    return new Snapshot(parts, this.address, (name) => this.attach(name));
  }

  /** Ends a server that was started here; lets go of one that was not. */
  stop(): Promise<void> {
    return this.end();
  }

  /** `await using orrery = …` stops it at the end of the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/**
 * Connects to a running server: at an address, or at that of the environment: `$ORRERY_URL`, with the credentials of
 * `$KUBECONFIG`, else `$KUBECONFIG`. Throws `OrreryError` without either; an unreachable server fails at the first
 * request.
 */
export function connectOrrery(address?: string | ServerAddress): Orrery {
  if (typeof address === 'string') return new Orrery({ url: address.replace(/(?<!\/)\/+$/, '') });
  const known = address ?? serverOfEnvironment(process.env);
  if (known) return new Orrery(known);
  throw new OrreryError('no server is known: give its address, or set ORRERY_URL or KUBECONFIG');
}
