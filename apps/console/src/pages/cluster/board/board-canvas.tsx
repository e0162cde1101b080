import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { BoardEngine, type BoardView } from '../../../draw/board-engine';
import type { LiveBoard } from '../../../live/use-board';
import type { FaultChoice } from '../../../model/faults/fault-palette';
import { droppedFault, FAULT_TYPE } from '../faults/fault-drag';
import { isSame, subjectWords, type Direction, type Subject } from '../../../model/board/subject';

/** Properties of the canvas. */
export interface BoardCanvasProps {
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

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const KEY_ZOOM = 260;
/** Distance between the pointer and its tip, in pixels. */
const TIP_PX = 14;
/** A pointer that moved less than this clicked. */
const CLICK_PX = 4;

/** The board: moved by pointer, wheel and keys. */
export function BoardCanvas(props: BoardCanvasProps) {
  const { board, view, selected, near, onSelect, onFault, note, children } = props;
  const host = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const [engine, setEngine] = useState<BoardEngine>();
  const [hovered, setHovered] = useState<{ readonly subject: Subject; readonly x: number; readonly y: number }>();
  const drag = useRef<{ x: number; y: number; moved: number }>(undefined);

  useEffect(() => {
    if (!host.current || !base.current || !overlay.current) return undefined;
    const made = new BoardEngine(base.current, overlay.current, () => setHovered(undefined));
    const observer = new ResizeObserver(([entry]) => {
      if (entry) made.resize(entry.contentRect, devicePixelRatio);
    });
    observer.observe(host.current);
    const canvas = overlay.current;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      made.zoomBy({ x: event.offsetX, y: event.offsetY }, event.deltaMode === 0 ? event.deltaY : event.deltaY * 16);
    };
    canvas.addEventListener('wheel', wheel, { passive: false });
    setEngine(made);
    return () => {
      observer.disconnect();
      canvas.removeEventListener('wheel', wheel);
      made.dispose();
    };
  }, []);
  useEffect(() => {
    engine?.show(board.state);
    return engine && board.onChange((state) => engine.show(state));
  }, [engine, board.onChange, board.state]);
  useEffect(() => engine?.setView(view), [engine, view]);
  useEffect(() => {
    engine?.mark({ selected });
    if (selected) engine?.reveal(selected);
  }, [engine, selected]);
  useEffect(() => {
    if (near) engine?.approach(near);
  }, [engine, near]);
  useEffect(() => engine?.mark({ hovered: hovered?.subject }), [engine, hovered]);

  const pointerMove = (event: PointerEvent): void => {
    const at = { x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY };
    if (drag.current) {
      const [dx, dy] = [event.clientX - drag.current.x, event.clientY - drag.current.y];
      drag.current = { x: event.clientX, y: event.clientY, moved: drag.current.moved + Math.abs(dx) + Math.abs(dy) };
      engine?.pan(dx, dy);
      return;
    }
    const subject = engine?.subjectAt(at);
    setHovered(subject && { subject, ...at });
  };
  const pointerUp = (event: PointerEvent): void => {
    const wasClick = (drag.current?.moved ?? Infinity) < CLICK_PX;
    drag.current = undefined;
    if (!wasClick) return;
    onSelect(engine?.subjectAt({ x: event.nativeEvent.offsetX, y: event.nativeEvent.offsetY }));
  };
  const key = (event: KeyboardEvent): void => {
    const center = { x: (overlay.current?.clientWidth ?? 0) / 2, y: (overlay.current?.clientHeight ?? 0) / 2 };
    const direction = ARROWS[event.key];
    if (direction) {
      if (selected?.kind === 'pod') onSelect(siblingOf(board, selected.uid, direction));
      else onSelect(engine?.neighbour(selected, direction) ?? selected);
    } else if (event.key === 'Enter' && selected) enter(selected);
    else if (event.key === '+' || event.key === '=') engine?.zoomBy(center, -KEY_ZOOM);
    else if (event.key === '-') engine?.zoomBy(center, KEY_ZOOM);
    else if (event.key === '0') engine?.fit();
    else if (event.key === 'Escape') onSelect(selected?.kind === 'pod' ? parentOf(board, selected.uid) : undefined);
    else return;
    event.preventDefault();
  };
  const enter = (subject: Subject): void => {
    const [first] = subject.kind === 'node' ? (board.state.podsOf.get(subject.name)?.keys() ?? []) : [];
    if (first !== undefined) onSelect({ kind: 'pod', uid: first });
    engine?.approach(subject);
  };
  /** The node or zone under a pointer that drags: a fault on a pod is one on its node. */
  const placeAt = ({ nativeEvent: { offsetX: x, offsetY: y } }: DragEvent): Subject | undefined => {
    const subject = engine?.subjectAt({ x, y });
    return subject?.kind === 'pod' ? parentOf(board, subject.uid) : subject;
  };
  const faultsOf = (subject: Subject): readonly string[] =>
    subject.kind === 'node' ? (view.faults.get(subject.name) ?? []) : [];
  return (
    <div className="board">
      <div ref={host} className="board-area">
        <canvas ref={base} aria-hidden="true" />
        <canvas
          ref={overlay}
          tabIndex={0}
          role="application"
          aria-label="Board of the cluster. Arrow keys go from node to node, Enter to the pods of a node, Escape back, plus and minus zoom, 0 shows the whole."
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.current = { x: event.clientX, y: event.clientY, moved: 0 };
          }}
          onPointerMove={pointerMove}
          onPointerUp={pointerUp}
          onPointerLeave={() => setHovered(undefined)}
          onDoubleClick={({ nativeEvent: { offsetX: x, offsetY: y } }) => {
            const subject = engine?.subjectAt({ x, y });
            if (subject) engine?.approach(subject);
          }}
          onKeyDown={key}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes(FAULT_TYPE)) return;
            event.preventDefault();
            event.dataTransfer.dropEffect = 'copy';
            engine?.mark({ hovered: placeAt(event) });
          }}
          onDragLeave={() => engine?.mark({ hovered: undefined })}
          onDrop={(event) => {
            event.preventDefault();
            const [choice, subject] = [droppedFault(event.dataTransfer), placeAt(event)];
            engine?.mark({ hovered: undefined });
            if (choice && subject) onFault(choice, subject);
          }}
        />
        {hovered && !isSame(hovered.subject, selected) && (
          <div className="board-tip card small" style={beside(hovered, host.current)} aria-hidden="true">
            {subjectWords(board.state, hovered.subject, faultsOf(hovered.subject))
              .split(', ')
              .map((part, index) => (
                <div key={index} className={index === 0 ? 'strong' : 'quiet'}>
                  {part}
                </div>
              ))}
          </div>
        )}
        <p className="visually-hidden" aria-live="polite">
          {selected ? subjectWords(board.state, selected, faultsOf(selected)) : ''}
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

/** Returns the position beside the pointer, on the side that has more room, so that the tip is not cut off. */
function beside({ x, y }: { readonly x: number; readonly y: number }, area: HTMLElement | null): CSSProperties {
  const { clientWidth: width = 0, clientHeight: height = 0 } = area ?? {};
  return {
    ...(x < width / 2 ? { left: x + TIP_PX } : { right: width - x + TIP_PX }),
    ...(y < height / 2 ? { top: y + TIP_PX } : { bottom: height - y + TIP_PX }),
  };
}

function middle(canvas: HTMLCanvasElement | null): { readonly x: number; readonly y: number } {
  return { x: (canvas?.clientWidth ?? 0) / 2, y: (canvas?.clientHeight ?? 0) / 2 };
}

/** The pod before or after a pod on its node, or in the waiting room. */
function siblingOf({ state }: BoardCanvasProps['board'], uid: string, direction: Direction): Subject {
  const nodeName = state.pods.get(uid)?.nodeName;
  const uids = [...((nodeName === undefined ? state.waiting : state.podsOf.get(nodeName))?.keys() ?? [])];
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  return { kind: 'pod', uid: uids[uids.indexOf(uid) + step] ?? uid };
}

function parentOf({ state }: BoardCanvasProps['board'], uid: string): Subject | undefined {
  const nodeName = state.pods.get(uid)?.nodeName;
  return nodeName === undefined ? undefined : { kind: 'node', name: nodeName };
}
