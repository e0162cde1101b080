import type { LiveBoard } from '../../../live/use-board';
import { grouped, plural } from '../../../model/words';

/** Numbers of nodes and pods, of pods that wait and of nodes that are not ready. */
export function Figures({ board: { state } }: { readonly board: LiveBoard }) {
  const notReady = [...state.nodes.values()].filter(({ health }) => health !== 'ready').length;
  return (
    <div className="figures">
      <span className="pill">{plural(state.nodes.size, 'node')}</span>
      <span className="pill">{plural(state.pods.size, 'pod')}</span>
      {state.waiting.size > 0 && <span className="pill warn">◌ {grouped(state.waiting.size)} waiting</span>}
      {notReady > 0 && <span className="pill bad">✕ {grouped(notReady)} not ready</span>}
    </div>
  );
}

/** Progress of the first reading, or the reason for which nothing can be read. */
export function ReadingNote({ board }: { readonly board: LiveBoard }) {
  const text = noteOf(board);
  return (
    <div className="board-note" role="status">
      {text !== '' && <span className={`card ${board.progress.error ? 'error-text' : 'quiet'}`}>{text}</span>}
    </div>
  );
}

function noteOf({ progress: { error, isComplete, read, total } }: LiveBoard): string {
  // The bar above the page says that the server is lost.
  if (error?.isNetwork) return '';
  if (error !== undefined) return `${error.message} Trying again…`;
  if (isComplete) return '';
  return total === undefined ? 'Reading the cluster…' : `Reading pods: ${grouped(read)} of ${grouped(total)}`;
}
