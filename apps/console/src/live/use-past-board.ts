import { useEffect, useState } from 'react';
import { useClient } from '../graphql/client-context';
import type { AskError } from '../graphql/client';
import { emptyBoard } from '../model/board/board-state';
import { readBoard } from './board-feed';
import type { LiveBoard } from './use-board';

/** Time for which a moment must be selected before the cluster's state at it is read. */
export const SETTLE_MS = 120;
const SILENT = (): (() => void) => () => undefined;

/** The nodes and pods as they were at a revision; what was shown before, `live` at first, is shown until all of it is read. */
export function usePastBoard(revision: string | undefined, live?: LiveBoard): LiveBoard | undefined {
  const client = useClient();
  const [board, setBoard] = useState<LiveBoard>();
  useEffect(() => {
    if (revision === undefined) {
      setBoard(undefined);
      return undefined;
    }
    let isOver = false;
    const show = (change: (before: LiveBoard) => LiveBoard): void => {
      if (!isOver) setBoard((before) => change(before ?? nothingYet(live?.state)));
    };
    const read = async (): Promise<void> => {
      if (live) show((before) => ({ ...before, progress: NOTHING_READ }));
      try {
        const past = await readBoard(client, revision, {
          state: () => undefined,
          progress: (progress) => show((before) => ({ ...before, progress })),
          isOver: () => isOver,
        });
        if (past) show((before) => ({ ...before, state: past.state, version: before.version + 1 }));
      } catch (error) {
        // Only what the server says, or that it cannot be reached, is thrown by requests.
        show((before) => ({ ...before, progress: { ...before.progress, error: error as AskError } }));
      }
    };
    const timer = setTimeout(() => void read(), SETTLE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, revision]);
  return revision === undefined ? undefined : board;
}

const NOTHING_READ = { read: 0, total: undefined, isComplete: false, error: undefined };

function nothingYet(state = emptyBoard()): LiveBoard {
  return {
    state,
    progress: NOTHING_READ,
    version: 0,
    onChange: SILENT,
  };
}
