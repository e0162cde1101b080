import { useEffect, useMemo, useRef } from 'react';
import { paintSwatch } from '../../../draw/paint';
import type { LiveBoard } from '../../../live/use-board';
import { formsOf, legendOf, type Colouring } from '../../../model/board/colouring';
import { PATTERNS, type Pattern } from '../../../model/board/scene';
import { grouped } from '../../../model/words';
import { usePalette } from '../../../theme/use-palette';

const SHOWN = 12;

/** Legend: the meaning of the pods' colours, with the number of each, and the meaning of the forms that the board has. */
export function Legend({ board, colouring }: { readonly board: LiveBoard; readonly colouring: Colouring }) {
  const { state, version } = board;
  // The state is changed in place: `version` says when to look at it again.
  const entries = useMemo(() => legendOf(state.pods.values(), colouring), [state, colouring, version]);
  const forms = useMemo(() => formsOf(state.pods.values()), [state, version]);
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
      <li className="quiet legend-bars">bars: CPU and memory requested; line: used</li>
      {forms.map(({ health, count }) => (
        <li key={health} className="legend-form">
          <Form pattern={PATTERNS[health]} /> {health} <span className="quiet">{grouped(count)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Side of a swatch in pixels: as large as a small block, with several marks in it. */
const SIDE = 15;

/** A form, painted as on the board. */
function Form({ pattern }: { readonly pattern: Pattern }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { text } = usePalette();
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context) paintSwatch(context, pattern, text, devicePixelRatio);
  }, [pattern, text]);
  const side = Math.round(SIDE * devicePixelRatio);
  return <canvas ref={canvas} className="form-swatch" width={side} height={side} aria-hidden="true" />;
}
