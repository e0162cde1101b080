import { useRef, type DragEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import type { BoardEngine } from '../../../draw/board-engine';
import type { BoardState } from '../../../model/board/board-state';
import { firstPodOf, nodeOfPod, siblingOf, type Direction, type Subject } from '../../../model/board/subject';
import type { FaultChoice } from '../../../model/faults/fault-palette';
import { droppedFault, FAULT_TYPE } from '../faults/fault-drag';

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
/** Zoom of a key or a button, as turns of the wheel in pixels. */
export const KEY_ZOOM = 260;
/** A pointer that moved less than this clicked, in pixels. */
const CLICK_PX = 4;

/** Point of the canvas, in its pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Subject under the pointer, and the point. */
export interface Hovered extends Point {
  readonly subject: Subject;
}

interface PointerActions {
  readonly onHover: (hovered: Hovered | undefined) => void;
  readonly onSelect: (subject: Subject | undefined) => void;
}

/** Returns the handlers of the pointer: a drag moves the board, a click selects, a double click brings near. */
export function usePointer(engine: BoardEngine | undefined, { onHover, onSelect }: PointerActions) {
  const drag = useRef<{ x: number; y: number; moved: number }>(undefined);
  return {
    onPointerDown(event: PointerEvent): void {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, moved: 0 };
    },
    onPointerMove(event: PointerEvent): void {
      if (drag.current) {
        const [dx, dy] = [event.clientX - drag.current.x, event.clientY - drag.current.y];
        drag.current = { x: event.clientX, y: event.clientY, moved: drag.current.moved + Math.abs(dx) + Math.abs(dy) };
        engine?.pan(dx, dy);
        return;
      }
      const at = pointOf(event);
      const subject = engine?.subjectAt(at);
      onHover(subject && { subject, ...at });
    },
    onPointerUp(event: PointerEvent): void {
      const wasClick = (drag.current?.moved ?? Infinity) < CLICK_PX;
      drag.current = undefined;
      if (wasClick) onSelect(engine?.subjectAt(pointOf(event)));
    },
    onPointerLeave: (): void => onHover(undefined),
    onDoubleClick(event: MouseEvent): void {
      const subject = engine?.subjectAt(pointOf(event));
      if (subject) engine?.approach(subject);
    },
  };
}

function pointOf({ nativeEvent: { offsetX: x, offsetY: y } }: MouseEvent): Point {
  return { x, y };
}

interface KeyActions {
  readonly state: BoardState;
  readonly selected: Subject | undefined;
  readonly onSelect: (subject: Subject | undefined) => void;
}

/** Returns the handler of the keys: arrows, Enter and Escape select, `+`, `-` and `0` zoom. */
export function keyHandler(engine: BoardEngine | undefined, { state, selected, onSelect }: KeyActions) {
  const enter = (subject: Subject): void => {
    const pod = firstPodOf(state, subject);
    if (pod) onSelect(pod);
    engine?.approach(subject);
  };
  return (event: KeyboardEvent<HTMLCanvasElement>): void => {
    const center = middle(event.currentTarget);
    const direction = ARROWS[event.key];
    if (direction) {
      if (selected?.kind === 'pod') onSelect(siblingOf(state, selected.uid, direction));
      else onSelect(engine?.neighbour(selected, direction) ?? selected);
    } else if (event.key === 'Enter' && selected) enter(selected);
    else if (event.key === '+' || event.key === '=') engine?.zoomBy(center, -KEY_ZOOM);
    else if (event.key === '-') engine?.zoomBy(center, KEY_ZOOM);
    else if (event.key === '0') engine?.fit();
    else if (event.key === 'Escape') onSelect(selected?.kind === 'pod' ? nodeOfPod(state, selected.uid) : undefined);
    else return;
    event.preventDefault();
  };
}

/** Returns the middle of a canvas. */
export function middle(canvas: HTMLCanvasElement | null): Point {
  return { x: (canvas?.clientWidth ?? 0) / 2, y: (canvas?.clientHeight ?? 0) / 2 };
}

interface DropActions {
  readonly state: BoardState;
  /** A fault was dropped onto a node or a zone. */
  readonly onFault: (choice: FaultChoice, subject: Subject) => void;
}

/** Returns the handlers of faults that are dragged over the board; a fault on a pod is one on its node. */
export function dropHandlers(engine: BoardEngine | undefined, { state, onFault }: DropActions) {
  const placeOf = (event: DragEvent): Subject | undefined => {
    const subject = engine?.subjectAt(pointOf(event));
    return subject?.kind === 'pod' ? nodeOfPod(state, subject.uid) : subject;
  };
  return {
    onDragOver(event: DragEvent): void {
      if (!event.dataTransfer.types.includes(FAULT_TYPE)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      engine?.mark({ hovered: placeOf(event) });
    },
    onDragLeave: (): void => engine?.mark({ hovered: undefined }),
    onDrop(event: DragEvent): void {
      event.preventDefault();
      const [choice, subject] = [droppedFault(event.dataTransfer), placeOf(event)];
      engine?.mark({ hovered: undefined });
      if (choice && subject) onFault(choice, subject);
    },
  };
}
