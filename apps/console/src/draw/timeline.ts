import type { Palette } from '../model/board/palette';
import type { Span } from '../model/faults/spans';
import { binned, Lane, LANES, type TimelineEntry } from '../model/timeline/entries';
import type { TimeWindow } from '../model/timeline/window';

/** Height of a line of the timeline in pixels. */
export const ROW_PX = 13;
const BIN_PX = 4;

/** Content of a timeline. */
export interface Painting {
  readonly entries: readonly TimelineEntry[];
  /** Lines of things that last, above those of changes. */
  readonly spans: readonly (readonly Span[])[];
  readonly window: TimeWindow;
  readonly width: number;
  readonly palette: Palette;
  /** Position of the mark; undefined: at the end. */
  readonly atMs: number | undefined;
}

/** Draws lines of spans, then all writes and lines of their sorts as bars, then the mark of the moment that is shown. */
export function paintTimeline(canvas: HTMLCanvasElement, painting: Painting): void {
  const { entries, spans, window, width, palette, atMs } = painting;
  const context = canvas.getContext('2d');
  if (!context) return;
  const height = (spans.length + 1 + LANES.length) * ROW_PX;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  const xOf = (ms: number): number => ((ms - window.fromMs) / (window.toMs - window.fromMs)) * width;
  const line = (row: number): void => {
    context.fillStyle = css(palette.track);
    context.fillRect(0, (row + 1) * ROW_PX - 1, width, 1);
  };
  spans.forEach((inLine, row) => {
    line(row);
    context.fillStyle = css(palette.bad);
    for (const { fromMs, toMs } of inLine) {
      const [from, to] = [Math.max(0, xOf(fromMs)), toMs === undefined ? width : xOf(toMs)];
      if (to >= 0 && from <= width) context.fillRect(from, row * ROW_PX + 3, Math.max(2, to - from), ROW_PX - 6);
    }
  });
  const colours: Readonly<Record<Lane, number>> = {
    [Lane.Clients]: palette.accent,
    [Lane.Placement]: palette.good,
    [Lane.Deletion]: palette.bad,
    [Lane.Pods]: palette.kinds[0] ?? palette.idle,
    [Lane.Nodes]: palette.warn,
    [Lane.Others]: palette.idle,
  };
  const bins = binned(entries, { ...window, count: Math.max(1, Math.floor(width / BIN_PX)) });
  const bars = (row: number, counts: readonly number[], colour: number): void => {
    const most = Math.max(1, ...counts);
    line(row);
    context.fillStyle = css(colour);
    counts.forEach((changes, bin) => {
      if (changes === 0) return;
      const h = (ROW_PX - 3) * (0.3 + 0.7 * Math.sqrt(changes / most));
      context.fillRect(bin * BIN_PX, (row + 1) * ROW_PX - 1 - h, BIN_PX - 1, h);
    });
  };
  bars(spans.length, sums([...bins.values()]), palette.text);
  LANES.forEach((lane, index) => bars(spans.length + 1 + index, bins.get(lane) ?? [], colours[lane]));
  const x = atMs === undefined ? width - 1 : xOf(atMs);
  context.fillStyle = css(palette.text);
  if (x >= 0 && x <= width) context.fillRect(Math.min(width - 2, Math.max(0, x - 1)), 0, 2, height);
}

/** Returns the sum of the bins. */
function sums(bins: readonly (readonly number[])[]): readonly number[] {
  return (bins[0] ?? []).map((_, index) => bins.reduce((sum, lane) => sum + (lane[index] ?? 0), 0));
}

function css(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`;
}
