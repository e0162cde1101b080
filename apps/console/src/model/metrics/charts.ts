import { clusterTime } from '../clock-words';

/** The figures of a moment that charts show. */
export interface MetricsPoint {
  readonly time: string;
  readonly nodes: number;
  readonly readyNodes: number;
  readonly pods: number;
  readonly runningPods: number;
  readonly waitingPods: number;
  readonly allocatableCpuMillis: number;
  readonly requestedCpuMillis: number;
  readonly allocatableMemoryBytes: number;
  readonly requestedMemoryBytes: number;
  readonly placements: number;
  readonly evictions: number;
}

/** The colour of a line, as the palette of the page names it. */
export type Tone = 'brass' | 'info' | 'good' | 'warn' | 'bad';

/** A line of a chart. */
export interface Series<P = MetricsPoint> {
  readonly name: string;
  readonly tone: Tone;
  /** Steps are counts since the point before, drawn as bars. */
  readonly isBars?: boolean;
  /** Drawn as a broken line: a limit of another one. */
  readonly isLimit?: boolean;
  readonly of: (point: P) => number;
}

/** A chart: lines over the same time. */
export interface Chart<P = MetricsPoint> {
  readonly title: string;
  readonly unit: '%' | '';
  readonly series: readonly Series<P>[];
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** The charts of a cluster, from above. */
export const CHARTS: readonly Chart[] = [
  {
    title: 'Requested share of the nodes',
    unit: '%',
    series: [
      { name: 'CPU', tone: 'brass', of: (p) => percent(p.requestedCpuMillis, p.allocatableCpuMillis) },
      { name: 'memory', tone: 'info', of: (p) => percent(p.requestedMemoryBytes, p.allocatableMemoryBytes) },
    ],
  },
  {
    title: 'Pods',
    unit: '',
    series: [
      { name: 'running', tone: 'good', of: ({ runningPods }) => runningPods },
      { name: 'waiting for a node', tone: 'warn', of: ({ waitingPods }) => waitingPods },
    ],
  },
  {
    title: 'Placements and evictions',
    unit: '',
    series: [
      { name: 'placed', tone: 'info', isBars: true, of: ({ placements }) => placements },
      { name: 'evicted', tone: 'bad', isBars: true, of: ({ evictions }) => evictions },
    ],
  },
  {
    title: 'Nodes',
    unit: '',
    series: [
      { name: 'ready', tone: 'good', of: ({ readyNodes }) => readyNodes },
      { name: 'not ready', tone: 'bad', of: ({ nodes, readyNodes }) => nodes - readyNodes },
    ],
  },
];

/** A value as it is read: `37 %`, `12`. */
export function valueWords(value: number, unit: Chart['unit']): string {
  const rounded = Math.round(value * 10) / 10;
  return unit === '' ? rounded.toLocaleString('en-US') : `${rounded} ${unit}`;
}

/** Returns the values of a point, a line each; the first says when it was. Limits are left out: they stand still. */
export function pointWords<P extends { readonly time: string }>(
  { series, unit }: Chart<P>,
  point: P,
): readonly string[] {
  const moving = series.filter(({ isLimit }) => !isLimit);
  return [clusterTime(point.time), ...moving.map(({ name, of }) => `${name}: ${valueWords(of(point), unit)}`)];
}

/** Returns a description of a chart for screen readers: the position of each line, and its highest value. */
export function chartWords<P>({ title, unit, series }: Chart<P>, points: readonly P[]): string {
  const last = points.at(-1);
  const parts = series.map(({ name, of, isBars }) => {
    const values = points.map(of);
    const most = valueWords(Math.max(0, ...values), unit);
    const sum = values.reduce((total, value) => total + value, 0);
    return isBars
      ? `${name}: ${valueWords(sum, unit)} in all`
      : `${name}: ${valueWords(last ? of(last) : 0, unit)} now, ${most} at most`;
  });
  return `${title}. ${parts.join('; ')}.`;
}
