import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { Palette } from '../../../model/board/palette';
import { clusterTime } from '../../../model/clock-words';
import { grouped } from '../../../model/words';
import { binned, Lane, LANES, placeAt, type TimelineEntry } from '../../../model/timeline/entries';

interface TimelineProps {
  readonly entries: readonly TimelineEntry[];
  /** The change after which the board is shown; undefined: the present. */
  readonly at: TimelineEntry | undefined;
  readonly palette: Palette;
  readonly onMoment: (entry: TimelineEntry | undefined) => void;
}

const HEIGHT = 74;
const BIN_PX = 4;
const PAGE = 25;

/** What happened, by kind of change and by cluster time. Pointer and arrow keys lead to a moment; the board follows. */
export function Timeline({ entries, at, palette, onMoment }: TimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const fromMs = entries[0]?.timeMs ?? 0;
  const toMs = Math.max(entries.at(-1)?.timeMs ?? 0, fromMs + 1000);
  useEffect(() => {
    if (!canvas.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(canvas.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (canvas.current && width > 0) paint(canvas.current, { entries, fromMs, toMs, width, palette, at });
  }, [entries, fromMs, toMs, width, palette, at]);
  const place = at === undefined ? entries.length : entries.indexOf(at);
  const goTo = (index: number): void => {
    const entry = entries[Math.max(0, index)];
    onMoment(index >= entries.length ? undefined : entry);
  };
  const point = (event: PointerEvent): void => {
    if (event.buttons === 0 || width === 0) return;
    const index = placeAt(entries, fromMs + (event.nativeEvent.offsetX / width) * (toMs - fromMs));
    goTo(index >= entries.length - 1 ? entries.length : index);
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
    if (step === undefined) return;
    event.preventDefault();
    goTo(place + step);
  };
  const words = at === undefined ? 'now' : `${clusterTime(at.timeMs)}: ${at.words}`;
  return (
    <div className="timeline">
      <ul className="timeline-lanes" aria-hidden="true">
        {LANES.map((lane) => (
          <li key={lane}>{lane}</li>
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
        aria-valuenow={Math.max(0, place)}
        aria-valuetext={words}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={point}
        onKeyDown={key}
      />
      <p className={at ? 'timeline-words' : 'timeline-words quiet'}>
        {at ? (
          <>
            <span className="pill warn">the past · revision {at.revision}</span> {words}
          </>
        ) : (
          `The last ${grouped(entries.length)} changes. Drag, or use arrow keys, to see the cluster as it was.`
        )}
      </p>
      {at && (
        <button className="primary" onClick={() => onMoment(undefined)}>
          Back to now
        </button>
      )}
    </div>
  );
}

interface Painting {
  readonly entries: readonly TimelineEntry[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly width: number;
  readonly palette: Palette;
  readonly at: TimelineEntry | undefined;
}

function paint(canvas: HTMLCanvasElement, { entries, fromMs, toMs, width, palette, at }: Painting): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  canvas.width = width * devicePixelRatio;
  canvas.height = HEIGHT * devicePixelRatio;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  const count = Math.max(1, Math.floor(width / BIN_PX));
  const row = HEIGHT / LANES.length;
  const colours: Readonly<Record<Lane, number>> = {
    [Lane.Clients]: palette.accent,
    [Lane.Placement]: palette.good,
    [Lane.Deletion]: palette.bad,
    [Lane.Pods]: palette.kinds[0] ?? palette.idle,
    [Lane.Nodes]: palette.warn,
    [Lane.Others]: palette.idle,
  };
  const bins = binned(entries, { fromMs, toMs, count });
  LANES.forEach((lane, line) => {
    const inLane = bins.get(lane) ?? [];
    const most = Math.max(1, ...inLane);
    context.fillStyle = css(palette.track);
    context.fillRect(0, (line + 1) * row - 1, width, 1);
    context.fillStyle = css(colours[lane]);
    inLane.forEach((changes, bin) => {
      if (changes === 0) return;
      const h = (row - 3) * (0.3 + 0.7 * Math.sqrt(changes / most));
      context.fillRect(bin * BIN_PX, (line + 1) * row - 1 - h, BIN_PX - 1, h);
    });
  });
  const x = at === undefined ? width - 1 : ((at.timeMs - fromMs) / (toMs - fromMs)) * width;
  context.fillStyle = css(palette.text);
  context.fillRect(Math.min(width - 2, Math.max(0, x - 1)), 0, 2, HEIGHT);
}

function css(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}
