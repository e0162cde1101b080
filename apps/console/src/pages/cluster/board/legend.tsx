import { useMemo } from 'react';
import type { LiveBoard } from '../../../live/use-board';
import { legendOf, type Colouring } from '../../../model/board/colouring';
import { grouped } from '../../../model/words';

const SHOWN = 12;

/** Legend: the meaning of the pods' colours, with the number of each, and the meaning of the patterns. */
export function Legend({ board, colouring }: { readonly board: LiveBoard; readonly colouring: Colouring }) {
  const { state, version } = board;
  // The state is changed in place: `version` says when to look at it again.
  const entries = useMemo(() => legendOf(state.pods.values(), colouring), [state, colouring, version]);
  const others = entries.slice(SHOWN).reduce((sum, { count }) => sum + count, 0);
  if (entries.length === 0) return null;
  return (
    <ul className="legend" aria-label={`Colours: ${colouring.by}`}>
      {entries.slice(0, SHOWN).map(({ label, colour, count }) => (
        <li key={label}>
          <i className="swatch" style={{ background: `#${colour.toString(16).padStart(6, '0')}` }} />
          {label} <span className="quiet">{grouped(count)}</span>
        </li>
      ))}
      {others > 0 && <li className="quiet">{grouped(others)} others</li>}
      <li className="legend-patterns">
        <i className="swatch hollow" /> starting
        <i className="swatch dotted" /> not ready or ended
        <i className="swatch hatched" /> ending or failed
      </li>
    </ul>
  );
}
