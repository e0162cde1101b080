/** A watch, a subscription or another answer without end. */
export interface Stream {
  close(): void;
}

/** The open streams of one cluster, which are among those of its process, too. */
export class ClusterStreams extends Set<Stream> {
  constructor(readonly ofProcess: Set<Stream>) {
    super();
  }

  override add(stream: Stream): this {
    this.ofProcess.add(stream);
    return super.add(stream);
  }

  override delete(stream: Stream): boolean {
    this.ofProcess.delete(stream);
    return super.delete(stream);
  }

  /** Ends all of them, as when the cluster is gone. */
  closeAll(): void {
    for (const stream of [...this]) stream.close();
  }
}

/** The streams of the process that these are among: what clusters share is kept for them. */
export function streamsOfProcess(streams: Set<Stream>): Set<Stream> {
  return streams instanceof ClusterStreams ? streams.ofProcess : streams;
}
