import { clusterTime } from '../clock-words';
import type { Chart, Series, Tone } from '../metrics/charts';
import { bytes, grouped } from '../words';

/** Remaining amount of a signal that the kubelet of a node watches. */
export interface SignalLevel {
  readonly name: string;
  readonly available: number;
  readonly capacity: number;
  readonly condition: string;
  readonly conditionSince?: string | null;
  readonly thresholds: readonly { readonly amount: number; readonly gracePeriod: string; readonly isMet: boolean }[];
}

/** Usage of a node at a moment. */
export interface UsagePoint {
  readonly time: string;
  readonly cpuMillis: number;
  readonly memoryBytes: number;
  readonly signals: readonly SignalLevel[];
}

/** A signal as a line of the panel. */
export interface SignalRow {
  readonly name: string;
  /** Remaining amount, in percent of the capacity; from 0 to 100. */
  readonly percent: number;
  /** The thresholds in percent, and in words. */
  readonly marks: readonly { readonly percent: number; readonly words: string }[];
  readonly isMet: boolean;
  readonly words: string;
}

const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.max(0, (100 * part) / whole)) : 0;

/** Signals that have a threshold, those that are met first. */
export function signalRows(signals: readonly SignalLevel[]): readonly SignalRow[] {
  return signals
    .filter(({ thresholds, capacity }) => thresholds.length > 0 && capacity > 0)
    .map((signal): SignalRow => {
      const { name, available, capacity, thresholds } = signal;
      const marks = thresholds.map(({ amount, gracePeriod }) => ({
        percent: share(amount, capacity),
        words: `below ${amountOf(name, amount)}${isZero(gracePeriod) ? '' : ` for ${gracePeriod}`}`,
      }));
      const isMet = thresholds.some((each) => each.isMet);
      const left = `${amountOf(name, available)} of ${amountOf(name, capacity)} left`;
      const acts = `acts ${marks.map((mark) => mark.words).join(', and ')}`;
      return {
        name,
        percent: share(available, capacity),
        marks,
        isMet,
        words: `${left}; ${acts}${isMet ? sinceOf(signal) : ''}`,
      };
    })
    .sort((a, b) => Number(b.isMet) - Number(a.isMet));
}

function sinceOf({ condition, conditionSince }: SignalLevel): string {
  return conditionSince ? `; ${condition} since ${clusterTime(conditionSince)}` : '';
}

function isZero(duration: string): boolean {
  return /^0[a-z]*$/.test(duration);
}

/** Inodes and processes are counted; all else is bytes. */
function amountOf(name: string, amount: number): string {
  return /inodes|pid/i.test(name) ? grouped(Math.round(amount)) : bytes(amount);
}

const TONES: readonly Tone[] = ['info', 'brass', 'good'];

/** The signal by which most pods are evicted: it comes first, also where it stands still. */
const FIRST_SIGNAL = 'memory.available';

/** Returns the chart of the signals that changed, each with its thresholds, in percent of the capacity; undefined if none changed. */
export function signalChart(points: readonly UsagePoint[]): Chart<UsagePoint> | undefined {
  const levelOf = ({ signals }: UsagePoint, name: string): SignalLevel | undefined =>
    signals.find((signal) => signal.name === name);
  const left =
    (name: string) =>
    (point: UsagePoint): number => {
      const { available = 0, capacity = 0 } = levelOf(point, name) ?? {};
      return share(available, capacity);
    };
  const watched = (points.at(-1)?.signals ?? []).filter(({ thresholds }) => thresholds.length > 0);
  const moved = watched.filter(({ name }) => new Set(points.map(left(name)).map((value) => value.toFixed(2))).size > 1);
  if (moved.length === 0) return undefined;
  const shown = [
    ...watched.filter(({ name }) => name === FIRST_SIGNAL),
    ...moved.filter(({ name }) => name !== FIRST_SIGNAL),
  ].slice(0, TONES.length);
  const series = shown.flatMap(({ name, thresholds }, index): Series<UsagePoint>[] => [
    { name, tone: TONES[index]!, of: left(name) },
    ...thresholds.map((_, at): Series<UsagePoint> => ({
      name: `threshold of ${name}`,
      tone: 'bad',
      isLimit: true,
      of: (point) => {
        const { capacity = 0, thresholds: known } = levelOf(point, name) ?? {};
        return share(known?.[at]?.amount ?? 0, capacity);
      },
    })),
  ]);
  return { title: 'Signals of its kubelet: share left', unit: '%', series };
}
