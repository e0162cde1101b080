import { useEffect, useState } from 'react';
import { AskError } from '../../../graphql/client';
import { NO_LINES, withLines, type LogLines } from '../../../model/objects/log-lines';
import { readLines } from '../../../rest/kubernetes-api';

/** Log of a container to read. */
export interface LogSource {
  readonly cluster: string;
  readonly path: string;
  readonly container: string;
  readonly isFollowed: boolean;
  readonly isPrevious: boolean;
}

/** A log as far as it is read. */
export interface ReadLog extends LogLines {
  readonly isOpen: boolean;
  /** Message of the server, if it refuses. */
  readonly problem: string;
}

/** Lines from before the request that are asked for. */
const TAIL = '1000';
/** Time in which lines are gathered before they are shown. */
const GATHER_MS = 150;

/** Reads the log of a container, and what is written to it while it is followed. */
export function useLog(source: LogSource): ReadLog {
  const key = JSON.stringify(source);
  const [log, setLog] = useState<ReadLog>({ ...NO_LINES, isOpen: true, problem: '' });
  useEffect(() => {
    const end = new AbortController();
    setLog({ ...NO_LINES, isOpen: true, problem: '' });
    void readLog(JSON.parse(key) as LogSource, end.signal, (change) => !end.signal.aborted && setLog(change));
    return () => end.abort();
  }, [key]);
  return log;
}

async function readLog(
  { cluster, path, container, isFollowed, isPrevious }: LogSource,
  signal: AbortSignal,
  change: (next: (log: ReadLog) => ReadLog) => void,
): Promise<void> {
  let waiting: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const more = waiting;
    waiting = [];
    change((log) => ({ ...log, ...withLines(log, more) }));
  };
  const query = { container, tailLines: TAIL, follow: isFollowed ? 'true' : '', previous: isPrevious ? 'true' : '' };
  try {
    for await (const line of readLines(cluster, path, { query, signal })) {
      waiting.push(line);
      timer ??= setTimeout(flush, GATHER_MS);
    }
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    change((log) => ({ ...log, problem: error.message }));
  }
  flush();
  change((log) => ({ ...log, isOpen: false }));
}
