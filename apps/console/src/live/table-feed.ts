import { AskError } from '../graphql/client';
import {
  TableRows,
  rowsOf,
  type TableAnswer,
  type TableColumn,
  type TableEvent,
  type TableRow,
} from '../model/objects/table';
import { readApi, readLines, TABLE } from '../rest/kubernetes-api';

/** Objects to follow as a table. */
export interface TableSource {
  readonly cluster: string;
  readonly path: string;
  readonly labels: string | undefined;
  readonly fields: string | undefined;
  /** False for kinds that the server lists and does not watch. */
  readonly hasWatch: boolean;
}

/** State of a followed table. */
export interface TableState {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** Objects that are still to be read. */
  readonly left: number;
  readonly progress: 'reading' | 'live' | 'read' | 'lost';
  /** Message of the server, if it refuses to answer. */
  readonly problem: string;
}

const PAGE = '500';
/** Time in which changes are gathered before they are shown, and that for tables that take long to sort. */
const GATHER_MS = 200;
const GATHER_MANY_MS = 1_000;
const MANY = 10_000;
const RETRY_MS = 2_000;
/** Time before a watch that the server has ended is continued. */
const PAUSE_MS = 250;

/** The list that a watch continued is no longer kept, or was of other columns: the table is read again. */
class Outdated extends Error {}

/**
 * Follows the objects of a kind as the server-side table that kubectl shows: its pages, then a watch. After a lost
 * connection it continues from the last change; when the server no longer keeps that, it reads everything again.
 * Returns a function that ends it. `now` is the cluster time in milliseconds, if it is known.
 */
export function followTable(
  source: TableSource,
  now: () => number | undefined,
  show: (state: TableState) => void,
): () => void {
  const end = new AbortController();
  const feed = new TableFeed(source, now, show, end.signal);
  void feed.run();
  return () => {
    end.abort();
    feed.close();
  };
}

class TableFeed {
  private rows = new TableRows();
  private columns: readonly TableColumn[] = [];
  private left = 0;
  private progress: TableState['progress'] = 'reading';
  private problem = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly source: TableSource,
    private readonly now: () => number | undefined,
    private readonly show: (state: TableState) => void,
    private readonly signal: AbortSignal,
  ) {}

  close(): void {
    clearTimeout(this.timer);
  }

  async run(): Promise<void> {
    let revision: string | undefined;
    while (!this.signal.aborted) {
      try {
        revision ??= await this.read();
        if (!this.source.hasWatch) return this.become('read');
        for await (const next of this.watch(revision)) revision = next;
        // The server ends every watch after some time.
        await this.pause(PAUSE_MS);
      } catch (error) {
        if (this.signal.aborted) return;
        if (isOutdated(error)) revision = undefined;
        else if (error instanceof AskError && error.isNetwork) await this.lost();
        else if (error instanceof AskError) return this.refused(error);
        else throw error;
      }
    }
  }

  /** Reads all pages; returns the revision that they show. */
  private async read(): Promise<string> {
    this.rows = new TableRows();
    this.become('reading');
    const { cluster, path } = this.source;
    for (let after: string | undefined; ;) {
      const query = { ...this.selectors(), limit: PAGE, continue: after };
      const page = await readApi<TableAnswer>(cluster, path, { query, accept: TABLE, signal: this.signal });
      this.columns = page.columnDefinitions ?? this.columns;
      this.rows.add(rowsOf(page, this.now()));
      after = page.metadata?.continue || undefined;
      this.left = after === undefined ? 0 : (page.metadata?.remainingItemCount ?? 0);
      this.publish();
      if (after === undefined) return page.metadata?.resourceVersion ?? '';
    }
  }

  /** Takes the changes after a revision in; yields the revision of each. */
  private async *watch(revision: string): AsyncGenerator<string> {
    const { cluster, path } = this.source;
    const query = { ...this.selectors(), watch: '1', allowWatchBookmarks: '1', resourceVersion: revision };
    this.become('live');
    for await (const line of readLines(cluster, path, { query, accept: TABLE, signal: this.signal })) {
      const event = JSON.parse(line) as TableEvent;
      if (event.type === 'ERROR') throw new AskError(event.object.message ?? '', false, event.object.reason);
      if (this.hasOtherColumns(event.object)) throw new Outdated();
      this.rows.take(event, this.now());
      this.gather();
      const next = event.object.metadata?.resourceVersion;
      if (next) yield next;
    }
  }

  /** A definition may be given other columns while its objects are shown. */
  private hasOtherColumns({ columnDefinitions }: TableAnswer): boolean {
    const names = (columns: readonly TableColumn[]): string => columns.map(({ name }) => name).join();
    return (columnDefinitions?.length ?? 0) > 0 && names(columnDefinitions!) !== names(this.columns);
  }

  private selectors(): Readonly<Record<string, string | undefined>> {
    return { labelSelector: this.source.labels, fieldSelector: this.source.fields };
  }

  private refused({ message }: AskError): void {
    this.problem = message;
    this.become('read');
  }

  private async lost(): Promise<void> {
    this.become('lost');
    await this.pause(RETRY_MS);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.signal.addEventListener('abort', done);
    });
  }

  private become(progress: TableState['progress']): void {
    this.progress = progress;
    this.publish();
  }

  private gather(): void {
    this.timer ??= setTimeout(() => this.publish(), this.rows.size > MANY ? GATHER_MANY_MS : GATHER_MS);
  }

  private publish(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { columns, left, progress, problem } = this;
    if (!this.signal.aborted) this.show({ columns, rows: this.rows.all(), left, progress, problem });
  }
}

function isOutdated(error: unknown): boolean {
  const isExpired = error instanceof AskError && (error.code === 'Expired' || error.code === 'Gone');
  return isExpired || error instanceof Outdated;
}
