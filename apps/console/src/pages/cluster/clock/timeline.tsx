import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { paintTimeline, ROW_PX } from '../../../draw/timeline';
import type { Spans } from '../../../live/use-spans';
import type { Palette } from '../../../model/board/palette';
import { clusterTime, durationWords } from '../../../model/clock-words';
import { spanWords, standingAt } from '../../../model/faults/spans';
import { LANES, placeAt, type Lane, type TimelineEntry } from '../../../model/timeline/entries';
import { moved, selected, zoomed, type TimeWindow } from '../../../model/timeline/window';
import { grouped } from '../../../model/words';

interface TimelineProps {
  readonly entries: readonly TimelineEntry[];
  readonly spans: Spans;
  /** Cluster time, where the timeline ends: what lasts goes on without a change. */
  readonly nowMs: number;
  /** The change after which the board is shown; undefined: the present. */
  readonly at: TimelineEntry | undefined;
  readonly palette: Palette;
  /** Reads changes from before; undefined if there are none. */
  readonly onEarlier: (() => Promise<void>) | undefined;
  readonly onMoment: (entry: TimelineEntry | undefined) => void;
}

const SPAN_LANES = ['faults', 'zones'] as const;
const HEIGHT = (SPAN_LANES.length + LANES.length) * ROW_PX;
const PAGE = 25;
const ZOOM = 1.5;

/** What happened, by kind of change and by cluster time. Pointer and arrow keys lead to a moment; the board follows. */
export function Timeline({ entries: all, spans, nowMs, at, palette, onEarlier, onMoment }: TimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [hidden, setHidden] = useState<ReadonlySet<Lane>>(new Set());
  const [text, setText] = useState('');
  const [window, setWindow] = useState<TimeWindow>();
  const entries = useMemo(() => selected(all, hidden, text), [all, hidden, text]);
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
  return (
    <div className="timeline">
      <div className="timeline-bar">
        <p className={at ? 'timeline-words' : 'timeline-words quiet'}>
          {at ? (
            <>
              <span className="pill warn">the past · revision {at.revision}</span>{' '}
              {standing !== '' && <span className="pill bad">{standing}</span>} {words}
            </>
          ) : (
            `The last ${grouped(all.length)} changes. Drag, or use arrow keys, to see the cluster as it was.`
          )}
        </p>
        {onEarlier && <EarlierButton onEarlier={onEarlier} />}
        {at && (
          <button className="primary" onClick={() => onMoment(undefined)}>
            Back to now
          </button>
        )}
        <input
          type="search"
          aria-label="Changes with these words"
          placeholder="Changes with…"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div role="group" aria-label="Zoom of the timeline" className="clock-advance">
          <button aria-label="Shorter time" onClick={() => zoom(1 / ZOOM)}>
            +
          </button>
          <button aria-label="Longer time" onClick={() => zoom(ZOOM)}>
            −
          </button>
          <button disabled={!window} onClick={() => setWindow(undefined)}>
            {window ? `${durationWords(shown.toMs - shown.fromMs)} of all` : 'All'}
          </button>
        </div>
      </div>
      <ul className="timeline-lanes" aria-label="Lines of the timeline">
        {SPAN_LANES.map((lane) => (
          <li key={lane}>
            <span>{lane}</span>
          </li>
        ))}
        {LANES.map((lane) => (
          <li key={lane}>
            <button
              aria-pressed={!hidden.has(lane)}
              onClick={() => setHidden(new Set(LANES.filter((each) => (each === lane) !== hidden.has(each))))}
            >
              {lane}
            </button>
          </li>
        ))}
      </ul>
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
    </div>
  );
}

/** Reads further back; a second press waits for the first. */
function EarlierButton({ onEarlier }: { readonly onEarlier: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const read = (): void => {
    setIsBusy(true);
    // What cannot be read is not there: the button stays for another attempt.
    onEarlier()
      .catch(() => undefined)
      .finally(() => setIsBusy(false));
  };
  return (
    <button disabled={isBusy} onClick={read}>
      {isBusy ? 'Reading…' : 'Earlier'}
    </button>
  );
}

/** Calls back for each turn of the wheel over an element, which then does not scroll the page. */
function useWheel(element: { readonly current: HTMLElement | null }, on: (event: WheelEvent) => void): void {
  const latest = useRef(on);
  latest.current = on;
  useEffect(() => {
    const { current } = element;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      latest.current(event);
    };
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, [element]);
}
