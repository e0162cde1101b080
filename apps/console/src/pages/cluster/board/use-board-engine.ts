import { useEffect, useState, type RefObject } from 'react';
import { BoardEngine, type BoardView } from '../../../draw/board-engine';
import type { LiveBoard } from '../../../live/use-board';
import type { Subject } from '../../../model/board/subject';

/** Height of a line, in which some wheels report their turns. */
const LINE_PX = 16;

/** Elements that a board is drawn on. */
export interface BoardElements {
  /** The area, whose size the canvases take. */
  readonly host: RefObject<HTMLDivElement | null>;
  readonly base: RefObject<HTMLCanvasElement | null>;
  /** Canvas above the other one, with names and marks; it gets the input. */
  readonly overlay: RefObject<HTMLCanvasElement | null>;
}

/** Makes the engine of a board as long as its elements are there; `onMoved` is called when the camera moves. */
export function useBoardEngine({ host, base, overlay }: BoardElements, onMoved: () => void): BoardEngine | undefined {
  const [engine, setEngine] = useState<BoardEngine>();
  useEffect(() => {
    if (!host.current || !base.current || !overlay.current) return undefined;
    const made = new BoardEngine(base.current, overlay.current, onMoved);
    const observer = new ResizeObserver(([entry]) => {
      if (entry) made.resize(entry.contentRect, devicePixelRatio);
    });
    observer.observe(host.current);
    const canvas = overlay.current;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX;
      made.zoomBy({ x: event.offsetX, y: event.offsetY }, pixels);
    };
    canvas.addEventListener('wheel', wheel, { passive: false });
    setEngine(made);
    return () => {
      observer.disconnect();
      canvas.removeEventListener('wheel', wheel);
      made.dispose();
    };
  }, []);
  return engine;
}

/** Content of a board. */
interface Shown {
  readonly board: Pick<LiveBoard, 'state' | 'onChange'>;
  readonly view: BoardView;
  readonly selected: Subject | undefined;
  readonly hovered: Subject | undefined;
  /** Brought near whenever it is another object. */
  readonly near?: Subject | undefined;
}

/** Keeps an engine at what is to be shown. */
export function useShown(engine: BoardEngine | undefined, { board, view, selected, hovered, near }: Shown): void {
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
    else engine?.leave();
  }, [engine, near]);
  useEffect(() => engine?.mark({ hovered }), [engine, hovered]);
}
