import { useRef, useState, type ReactNode } from 'react';
import type { BoardView } from '../../../draw/board-engine';
import type { LiveBoard } from '../../../live/use-board';
import { isSame, subjectWords, type Subject } from '../../../model/board/subject';
import type { FaultChoice } from '../../../model/faults/fault-palette';
import { dropHandlers, KEY_ZOOM, keyHandler, middle, usePointer, type Hovered } from './board-input';
import { BoardTip } from './board-tip';
import { useBoardEngine, useShown } from './use-board-engine';

/** Properties of the canvas. */
interface BoardCanvasProps {
  readonly board: Pick<LiveBoard, 'state' | 'onChange'>;
  readonly view: BoardView;
  readonly selected: Subject | undefined;
  /** Brought near whenever it is another object. */
  readonly near?: Subject | undefined;
  readonly onSelect: (subject: Subject | undefined) => void;
  /** A fault of the palette was dropped onto a node or a zone. */
  readonly onFault: (choice: FaultChoice, subject: Subject) => void;
  /** Shown over the board. */
  readonly note?: ReactNode;
  /** Shown below the board, beside the buttons that zoom it. */
  readonly children?: ReactNode;
}

/** The board: moved by pointer, wheel and keys. */
export function BoardCanvas({ board, view, selected, near, onSelect, onFault, note, children }: BoardCanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const [hovered, setHovered] = useState<Hovered>();
  const engine = useBoardEngine({ host, base, overlay }, () => setHovered(undefined));
  useShown(engine, { board, view, selected, hovered: hovered?.subject, near });
  const pointer = usePointer(engine, { onHover: setHovered, onSelect });
  const { state } = board;
  const wordsOf = (subject: Subject): string =>
    subjectWords(state, subject, subject.kind === 'node' ? (view.faults.get(subject.name) ?? []) : []);
  return (
    <div className="board">
      <div ref={host} className="board-area">
        <canvas ref={base} aria-hidden="true" />
        <canvas
          ref={overlay}
          tabIndex={0}
          role="application"
          aria-label="Board of the cluster. Arrow keys go from node to node, Enter to the pods of a node, Escape back, plus and minus zoom, 0 shows the whole."
          {...pointer}
          {...dropHandlers(engine, { state, onFault })}
          onKeyDown={keyHandler(engine, { state, selected, onSelect })}
        />
        {hovered && !isSame(hovered.subject, selected) && (
          <BoardTip at={hovered} words={wordsOf(hovered.subject)} area={host} />
        )}
        <p className="visually-hidden" aria-live="polite">
          {selected ? wordsOf(selected) : ''}
        </p>
        {note}
      </div>
      <div className="board-foot">
        <div className="board-buttons" role="group" aria-label="Zoom">
          <button aria-label="Closer" onClick={() => engine?.zoomBy(middle(overlay.current), -KEY_ZOOM)}>
            +
          </button>
          <button aria-label="Farther" onClick={() => engine?.zoomBy(middle(overlay.current), KEY_ZOOM)}>
            −
          </button>
          <button onClick={() => engine?.fit()}>Whole</button>
        </div>
        {children}
      </div>
    </div>
  );
}
