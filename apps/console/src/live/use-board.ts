import { useEffect, useRef, useState } from 'react';
import { useClient } from '../graphql/client-context';
import { emptyBoard, type BoardState } from '../model/board/board-state';
import { followBoard, type FeedProgress } from './board-feed';

/** Longest time until the figures beside the board follow it. */
const FIGURES_MS = 200;

/** The nodes and pods of a cluster, for what draws each change and for what shows figures now and then. */
export interface LiveBoard {
  readonly state: BoardState;
  readonly progress: FeedProgress;
  /** Number that grows with every change of the data behind figures. */
  readonly version: number;
  /** Calls back with every change. */
  onChange(listener: (state: BoardState) => void): () => void;
}

const NOTHING: FeedProgress = { read: 0, total: undefined, isComplete: false, error: undefined };

export function useBoard(): LiveBoard {
  const client = useClient();
  const listeners = useRef(new Set<(state: BoardState) => void>());
  const latest = useRef<BoardState>(emptyBoard());
  const [version, setVersion] = useState(0);
  const [progress, setProgress] = useState(NOTHING);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    latest.current = emptyBoard();
    setProgress(NOTHING);
    const stop = followBoard(client, {
      state: (state) => {
        latest.current = state;
        for (const listener of listeners.current) listener(state);
        timer ??= setTimeout(() => {
          timer = undefined;
          setVersion((before) => before + 1);
        }, FIGURES_MS);
      },
      progress: setProgress,
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
  const [onChange] = useState(() => (listener: (state: BoardState) => void) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  });
  return { state: latest.current, progress, version, onChange };
}
