import { lazy, Suspense, useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { paintTimeline, ROW_PX } from '../../../draw/timeline';
import type { Spans } from '../../../live/use-spans';
import type { Palette } from '../../../model/board/palette';
import type { Subject } from '../../../model/board/subject';
import { clusterTime } from '../../../model/clock-words';
import { spanWords, standingAt } from '../../../model/faults/spans';
import { LANES, placeAt, type TimelineEntry } from '../../../model/timeline/entries';
import { ALL_CHANGES, selected, within } from '../../../model/timeline/selection';
import { moved, zoomed, type TimeWindow } from '../../../model/timeline/window';
import { TimelineBar } from './timeline-bar';
import { SPAN_LANES, TimelineLanes } from './timeline-lanes';
import { useWheel } from './use-wheel';

/** Loaded when it is opened: it brings the virtual list. */
const WritesPanel = lazy(() => import('./writes/writes-panel'));

interface TimelineProps {
  readonly entries: readonly TimelineEntry[];
  /** True if the last changes are not known yet. */
  readonly isReading: boolean;
  readonly spans: Spans;
  /** Cluster time, where the timeline ends: lasting spans extend without a change. */
  readonly nowMs: number;
  /** The change after which the board is shown; undefined: the present. */
  readonly at: TimelineEntry | undefined;
  readonly palette: Palette;
  /** Reads changes from before; undefined if there are none. */
  readonly onEarlier: (() => Promise<void>) | undefined;
  readonly onMoment: (entry: TimelineEntry | undefined) => void;
  readonly onSelect: (subject: Subject) => void;
}

const HEIGHT = (SPAN_LANES.length + 1 + LANES.length) * ROW_PX;
const PAGE = 25;
const ZOOM = 1.5;

/** Timeline of the changes, by kind and by cluster time. Pointer and arrow keys lead to a moment; the board follows. */
export function Timeline(props: TimelineProps) {
  const { entries: all, isReading, spans, nowMs, at, palette, onEarlier, onMoment, onSelect } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [filter, setFilter] = useState(ALL_CHANGES);
  const [isListed, setIsListed] = useState(false);
  const [window, setWindow] = useState<TimeWindow>();
  const entries = useMemo(() => selected(all, filter), [all, filter]);
  const fromMs = all[0]?.timeMs ?? 0;
  const whole = { fromMs, toMs: Math.max(all.at(-1)?.timeMs ?? 0, nowMs, fromMs + 1000) };
  const shown = window ?? whole;
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
  const zoom = (factor: number, aroundMs = at?.timeMs ?? shown.toMs): void =>
    setWindow(zoomed(shown, whole, aroundMs, factor));
  useWheel(canvas, (event) => {
    if (event.shiftKey || event.deltaX !== 0) {
      if (window) setWindow(moved(window, whole, (event.deltaX + event.deltaY) / 800));
    } else zoom(event.deltaY > 0 ? ZOOM : 1 / ZOOM, timeAt(event.offsetX));
  });
  const timeAt = (x: number): number => shown.fromMs + (x / Math.max(1, width)) * (shown.toMs - shown.fromMs);
  const place = at === undefined ? entries.length : placeAt(entries, at.timeMs - 1) + 1;
  const own = at === undefined ? -1 : entries.indexOf(at);
  const index = own === -1 ? place : own;
  const goTo = (next: number): void => {
    onMoment(next >= entries.length ? undefined : entries[Math.max(0, next)]);
  };
  const point = (event: PointerEvent): void => {
    if (event.buttons === 0 || width === 0) return;
    const found = placeAt(entries, timeAt(event.nativeEvent.offsetX));
    goTo(found >= entries.length - 1 ? entries.length : found);
  };
  const key = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      PageUp: -PAGE,
      PageDown: PAGE,
      Home: -entries.length,
      End: entries.length,
    };
    const step = steps[event.key];
    if (step !== undefined) goTo(index + step);
    else if (event.key === '+' || event.key === '=') zoom(1 / ZOOM);
    else if (event.key === '-') zoom(ZOOM);
    else return;
    event.preventDefault();
  };
  const words = at === undefined ? 'now' : `${clusterTime(at.timeMs)}: ${at.words}`;
  const standing = spanWords(standingAt([...spans.faults, ...spans.zones], at?.timeMs ?? nowMs));
  const listed = useMemo(
    () => (isListed ? within(entries, { fromMs: shown.fromMs, toMs: shown.toMs }) : []),
    [isListed, entries, shown.fromMs, shown.toMs],
  );
  return (
    <div className="timeline">
      <TimelineBar
        at={at}
        words={words}
        standing={standing}
        count={isReading ? undefined : all.length}
        text={filter.text}
        onText={(text) => setFilter({ ...filter, text })}
        shownMs={window && shown.toMs - shown.fromMs}
        onLonger={() => zoom(ZOOM)}
        onShorter={() => zoom(1 / ZOOM)}
        onWhole={() => setWindow(undefined)}
        onEarlier={onEarlier}
        onNow={() => onMoment(undefined)}
        onSelect={isListed ? undefined : onSelect}
      />
      <TimelineLanes
        hidden={filter.hidden}
        onHidden={(hidden) => setFilter({ ...filter, hidden })}
        isListed={isListed}
        onListed={setIsListed}
      />
      <canvas
        ref={canvas}
        height={HEIGHT}
        tabIndex={0}
        role="slider"
        aria-label="Timeline"
        aria-valuemin={0}
        aria-valuemax={entries.length}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={standing === '' ? words : `${words}; ${standing}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={point}
        onKeyDown={key}
      />
      {isListed && (
        <Suspense>
          <WritesPanel
            all={all}
            entries={listed}
            filter={filter}
            onFilter={setFilter}
            at={at}
            onMoment={onMoment}
            onSelect={onSelect}
          />
        </Suspense>
      )}
    </div>
  );
}
