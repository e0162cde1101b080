import { useState } from 'react';
import { moved, zoomed, type TimeWindow } from '../../../model/timeline/window';

/** Factor of a step of the zoom. */
const ZOOM = 1.5;
/** Turns of the wheel, in pixels, that move by a whole window. */
const WINDOW_PX = 800;

/** Shown part of the timeline, and its changes. */
interface ShownWindow {
  readonly shown: TimeWindow;
  /** True if only a part is shown. */
  readonly isPart: boolean;
  longer(): void;
  shorter(): void;
  whole(): void;
  /** Zooms around the moment under the pointer, or moves with Shift. */
  turn(event: WheelEvent, aroundMs: number): void;
}

/** Keeps the shown part of a timeline: all of it at first. Keys and buttons zoom around `centerMs`, or the end. */
export function useTimelineWindow(all: TimeWindow, centerMs: number | undefined): ShownWindow {
  const [window, setWindow] = useState<TimeWindow>();
  const shown = window ?? all;
  const zoom = (factor: number, aroundMs = centerMs ?? shown.toMs): void =>
    setWindow(zoomed(shown, all, aroundMs, factor));
  return {
    shown,
    isPart: window !== undefined,
    longer: () => zoom(ZOOM),
    shorter: () => zoom(1 / ZOOM),
    whole: () => setWindow(undefined),
    turn: ({ shiftKey, deltaX, deltaY }, aroundMs) => {
      if (!shiftKey && deltaX === 0) zoom(deltaY > 0 ? ZOOM : 1 / ZOOM, aroundMs);
      else if (window) setWindow(moved(window, all, (deltaX + deltaY) / WINDOW_PX));
    },
  };
}
