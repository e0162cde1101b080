import { alreadyExists, badRequest, notFound, subdomainErrors } from '@orrery/api-types';
import { SnapshotCounts, SnapshotError } from '@orrery/snapshots';
import {
  deleteSnapshot,
  findSnapshot,
  keepSnapshot,
  listSnapshots,
  readSnapshotFile,
  snapshotFile,
  type KeptSnapshot,
} from '@orrery/store';
import type { ClusterRuntime, ControlPlane, ForkContext, WrittenFork } from '@orrery/control-plane';
import { restoreSnapshot, type RestoreContext } from './restore-snapshot';
import { readSnapshotState, type SnapshotState } from './snapshot-state';
import { saveSnapshot } from './save-snapshot';
import { SnapshotTask, SnapshotWork, type SnapshotProgress } from './snapshot-work';

const SNAPSHOTS = { group: 'orrery.dev', resource: 'snapshots' };
const CLUSTERS = { group: 'orrery.dev', resource: 'clusters' };

/** Characters of a name: that of a cluster and a time fit. */
const MAX_NAME_LENGTH = 100;

/** Returns why no snapshot can have this name; undefined if one can. */
export function snapshotNameProblem(name: string): string | undefined {
  const [problem] = subdomainErrors(name);
  if (problem !== undefined) return problem;
  return name.length > MAX_NAME_LENGTH ? `must be no more than ${MAX_NAME_LENGTH} characters` : undefined;
}

/** Options of a snapshot to keep. */
export interface KeepOptions {
  readonly name: string;
  /** True if earlier moments can be read from it, too. */
  readonly history: boolean;
}

const ofPlanes = new WeakMap<ControlPlane, Snapshots>();

/** Returns the snapshots of the installation, as a process works with them. */
export function snapshotsOf(plane: ControlPlane): Snapshots {
  let snapshots = ofPlanes.get(plane);
  if (!snapshots) {
    const authority = plane.authority.certificate;
    snapshots = new Snapshots({ ...plane.forking, authority }, (...written) => plane.takeUp(...written));
    ofPlanes.set(plane, snapshots);
  }
  return snapshots;
}

/** The snapshots of an installation: files in its database, from which clusters are made. */
export class Snapshots {
  private readonly work = new SnapshotWork();

  constructor(
    private readonly context: ForkContext & RestoreContext,
    private readonly takeUp: (name: string, memory?: WrittenFork['memory']) => Promise<ClusterRuntime | undefined>,
  ) {}

  /** Returns the kept snapshots, by name. */
  list(): Promise<KeptSnapshot[]> {
    return listSnapshots(this.context.database);
  }

  /** Returns the work of this process: snapshots that it is saving, adding and restoring. */
  progress(): readonly SnapshotProgress[] {
    return this.work.current();
  }

  find(name: string): Promise<KeptSnapshot | undefined> {
    return findSnapshot(this.context.database, name);
  }

  /** Its file, piece by piece. Throws 404 if there is none of that name. */
  async file(name: string): Promise<AsyncIterable<Buffer>> {
    await this.required(name);
    return snapshotFile(this.context.database, name);
  }

  /** Throws 404 if there is none of that name. */
  async delete(name: string): Promise<KeptSnapshot> {
    const snapshot = await this.required(name);
    if (!(await deleteSnapshot(this.context.database, name))) throw notFound(SNAPSHOTS, name);
    return snapshot;
  }

  /** Saves a snapshot of a cluster as it is now, while the cluster runs. Throws 409 if there is a snapshot of that name. */
  async save(runtime: ClusterRuntime, { name, history }: KeepOptions): Promise<KeptSnapshot> {
    const { id: cluster, cache } = runtime;
    const total = cache.resourcesInUse().reduce((sum, resource) => sum + cache.count(resource), 0);
    const kept = await this.work.track({ task: SnapshotTask.Save, snapshot: name, cluster, total }, (line) =>
      keepSnapshot(this.context.database, name, (take) => saveSnapshot(this.context, runtime, { history, take, line })),
    );
    if (!kept) throw alreadyExists(SNAPSHOTS, name);
    return kept;
  }

  /** Stores a file of a client. Throws 400 if it is not a snapshot, or damaged, and 409 if there is a snapshot of that name. */
  async add(name: string, pieces: AsyncIterable<Buffer>): Promise<KeptSnapshot> {
    const problem = snapshotNameProblem(name);
    if (problem !== undefined) throw badRequest(`name: ${problem}`);
    const begun = { task: SnapshotTask.Add, snapshot: name, cluster: undefined, total: undefined };
    const kept = await this.work.track(begun, (line) =>
      asBadRequest(() =>
        keepSnapshot(this.context.database, name, async (take) => {
          const counts = new SnapshotCounts();
          await readSnapshotFile(passedOn(pieces, take), (record) => {
            counts.add(record);
            line();
          });
          return counts.summary();
        }),
      ),
    );
    if (!kept) throw alreadyExists(SNAPSHOTS, name);
    return kept;
  }

  /** Reads the objects of a snapshot. Throws 404 if there is none of that name. */
  async state(name: string): Promise<SnapshotState> {
    await this.required(name);
    return readSnapshotState(snapshotFile(this.context.database, name));
  }

  /** Makes a cluster from a snapshot. Throws 404 for the snapshot, 409 for the name of the cluster. */
  async restore(snapshot: string, name: string): Promise<ClusterRuntime> {
    const { summary } = await this.required(snapshot);
    const pieces = snapshotFile(this.context.database, snapshot);
    const begun = { task: SnapshotTask.Restore, snapshot, cluster: name, total: summary.changes };
    const written = await this.work.track(begun, (line) =>
      asBadRequest(() => restoreSnapshot(this.context, { name, summary, pieces, line })),
    );
    if (!written) throw alreadyExists(CLUSTERS, name);
    const runtime = await this.takeUp(name, written.memory);
    if (!runtime) throw notFound(CLUSTERS, name);
    return runtime;
  }

  private async required(name: string): Promise<KeptSnapshot> {
    const snapshot = await this.find(name);
    if (!snapshot) throw notFound(SNAPSHOTS, name);
    return snapshot;
  }
}

async function asBadRequest<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SnapshotError ? badRequest(error.message) : error;
  }
}

async function* passedOn(pieces: AsyncIterable<Buffer>, take: (piece: Buffer) => Promise<void>): AsyncIterable<Buffer> {
  for await (const piece of pieces) {
    await take(piece);
    yield piece;
  }
}
