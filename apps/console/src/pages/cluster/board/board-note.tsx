import type { LiveBoard } from '../../../live/use-board';
import type { Creation } from '../create/creation';
import { EmptyBoard } from '../create/empty-board';
import { ReadingNote } from './board-notes';

interface BoardNoteProps {
  readonly board: LiveBoard;
  /** True where a board without pods says what to do next. */
  readonly isOffering: boolean;
  readonly onCreate: (what: Creation) => void;
}

/** Note over a board: the progress of its reading, or, where there are no pods, the ways to make some. */
export function BoardNote({ board, isOffering, onCreate }: BoardNoteProps) {
  const { state, progress } = board;
  if (isOffering && progress.isComplete && state.pods.size === 0)
    return <EmptyBoard hasNodes={state.nodes.size > 0} onCreate={onCreate} />;
  return <ReadingNote board={board} />;
}
