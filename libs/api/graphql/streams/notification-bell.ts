import { streamsOfProcess, type Stream } from '@orrery/control-plane';
import type { Line, NotificationLineOptions } from '@orrery/store';

/** Opens a line that receives the names of clusters. */
export type OpenLine = (options: Omit<NotificationLineOptions, 'url' | 'channel'>) => Line;

/** Notifies the streams of one process of writes in a cluster; connected while there are any. */
class NotificationBell {
  private readonly listeners = new Map<() => void, string>();
  private readonly line: Line;
  readonly ready: Promise<void>;

  constructor(open: OpenLine, failed: (error: unknown) => void) {
    this.line = open({
      received: (cluster) => this.ring(cluster),
      // What was said meanwhile was missed; the table has it all.
      reconnected: () => this.ring(undefined),
      failed,
    });
    this.ready = this.line.start();
  }

  listen(cluster: string, listener: () => void, last: () => void): () => void {
    this.listeners.set(listener, cluster);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      last();
      void this.line.stop();
    };
  }

  private ring(cluster: string | undefined): void {
    for (const [listener, own] of [...this.listeners]) if (cluster === undefined || cluster === own) listener();
  }
}

/** One bell for each table, which the streams of a process share. */
export class NotificationBells {
  private readonly bells = new WeakMap<object, NotificationBell>();

  /**
   * Calls `listener` when there is something new in a cluster, once `ready` has resolved. Answers how to stop that.
   *
   * @param streams those of the cluster; the bell is one of their process
   */
  listen(
    { streams, cluster }: { readonly streams: Set<Stream>; readonly cluster: string },
    {
      open,
      failed,
      listener,
    }: {
      readonly open: OpenLine;
      readonly failed: (error: unknown) => void;
      readonly listener: () => void;
    },
  ): { readonly ready: Promise<void>; readonly stop: () => void } {
    const all = streamsOfProcess(streams);
    let bell = this.bells.get(all);
    if (!bell) this.bells.set(all, (bell = new NotificationBell(open, failed)));
    return { ready: bell.ready, stop: bell.listen(cluster, listener, () => this.bells.delete(all)) };
  }
}
