import { accepted, operationsAt } from '../client/operations';
import type { ServerAddress } from '../client/server-address';
import { downloadSnapshot } from '../client/snapshot-files';
import type { SnapshotPartsFragment } from '../graphql/operations.generated';
import { newClusterName } from './cluster-name';

/** Options of a snapshot. */
export interface SnapshotOptions {
  /** Name of the snapshot; by default, the name of the cluster and the real time. */
  readonly name?: string;
  /** True if the history is saved, too, so that earlier moments can be read of a cluster that is made of it. */
  readonly history?: boolean;
}

/**
 * A cluster in a file that the server keeps.
 *
 * @typeParam C what a cluster that is made of it is attached as: `Cluster`
 */
export class Snapshot<C> {
  constructor(
    /** Content of the snapshot. */
    readonly parts: SnapshotPartsFragment,
    private readonly server: ServerAddress,
    private readonly attach: (cluster: string) => C,
  ) {}

  get name(): string {
    return this.parts.name;
  }

  /**
   * Makes a new cluster from the snapshot, as often as wanted. With a manual clock it continues exactly as the original
   * does when given the same requests.
   */
  async restore({ name = newClusterName() }: { readonly name?: string } = {}): Promise<C> {
    const input = { snapshot: this.name, name };
    accepted((await operationsAt(this.server).restoreSnapshot({ input })).restoreSnapshot);
    return this.attach(name);
  }

  /** Writes its file, for another server or another day. */
  download(file: string): Promise<void> {
    return downloadSnapshot(this.server, this.name, file);
  }

  /** Deletes it from the server. */
  async delete(): Promise<void> {
    accepted((await operationsAt(this.server).deleteSnapshot({ input: { name: this.name } })).deleteSnapshot);
  }
}
