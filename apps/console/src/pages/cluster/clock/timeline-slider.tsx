import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { paintTimeline, ROW_PX } from '../../../draw/timeline';
import type { Spans } from '../../../live/use-spans';
import type { Palette } from '../../../model/board/palette';
import { LANES, placeAt, type TimelineEntry } from '../../../model/timeline/entries';
import type { TimeWindow } from '../../../model/timeline/window';
import { SPAN_LANES } from './timeline-lanes';
import { useWheel } from './use-wheel';

interface TimelineSliderProps {
  readonly entries: readonly TimelineEntry[];
  readonly spans: Spans;
  readonly shown: TimeWindow;
  /** The change after which the board is shown; undefined: the present. */
  readonly at: TimelineEntry | undefined;
  /** Description of that moment. */
  readonly words: string;
  readonly palette: Palette;
  readonly onMoment: (entry: TimelineEntry | undefined) => void;
  readonly onWheel: (event: WheelEvent, aroundMs: number) => void;
  readonly onLonger: () => void;
  readonly onShorter: () => void;
}

const HEIGHT = (SPAN_LANES.length + 1 + LANES.length) * ROW_PX;
const PAGE = 25;

/** Picture of the changes over time, and the slider over them: pointer and keys choose a change. */
export function TimelineSlider(props: TimelineSliderProps) {
  const { entries, shown, at, words, onMoment } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = usePainted(canvas, props);
  const timeAt = (x: number): number => shown.fromMs + (x / Math.max(1, width)) * (shown.toMs - shown.fromMs);
  useWheel(canvas, (event) => props.onWheel(event, timeAt(event.offsetX)));
  const index = indexOf(entries, at);
  const goTo = (next: number): void => onMoment(next >= entries.length ? undefined : entries[Math.max(0, next)]);
  const point = (event: PointerEvent): void => {
    if (event.buttons === 0 || width === 0) return;
    const found = placeAt(entries, timeAt(event.nativeEvent.offsetX));
    goTo(found >= entries.length - 1 ? entries.length : found);
  };
  const key = (event: KeyboardEvent): void => {
    const step = stepOf(event.key, entries.length);
    if (step !== undefined) goTo(index + step);
    else if (event.key === '+' || event.key === '=') props.onShorter();
    else if (event.key === '-') props.onLonger();
    else return;
    event.preventDefault();
  };
  return (
    <canvas
      ref={canvas}
      height={HEIGHT}
      tabIndex={0}
      role="slider"
      aria-label="Timeline"
      aria-valuemin={0}
      aria-valuemax={entries.length}
      aria-valuenow={Math.max(0, index)}
      aria-valuetext={words}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={point}
      onKeyDown={key}
    />
  );
}

/** Paints the timeline whenever something of it is another; returns its width in pixels, 0 until it is known. */
function usePainted(
  canvas: { readonly current: HTMLCanvasElement | null },
  { entries, spans, shown, at, palette }: TimelineSliderProps,
): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current && width > 0)
      paintTimeline(canvas.current, {
        entries,
        spans: SPAN_LANES.map((lane) => spans[lane]),
        window: shown,
        width,
        palette,
        atMs: at?.timeMs,
      });
  }, [entries, spans, shown.fromMs, shown.toMs, width, palette, at]);
  return width;
}

/** Returns the place of a change, that of the last one before it if it is not among the entries, and the end for the present. */
function indexOf(entries: readonly TimelineEntry[], at: TimelineEntry | undefined): number {
  if (at === undefined) return entries.length;
  const own = entries.indexOf(at);
  return own === -1 ? placeAt(entries, at.timeMs - 1) + 1 : own;
}

/** Returns the number of changes that a key moves by; undefined for other keys. */
function stepOf(key: string, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -PAGE,
    PageDown: PAGE,
    Home: -count,
    End: count,
  };
  return steps[key];
}
