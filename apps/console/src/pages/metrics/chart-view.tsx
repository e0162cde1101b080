import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { chartTip } from './chart-tip';
import 'uplot/dist/uPlot.min.css';
import { clusterTime } from '../../model/clock-words';
import { chartWords, pointWords, valueWords, type Chart } from '../../model/metrics/charts';

interface ChartViewProps<P> {
  readonly chart: Chart<P>;
  readonly points: readonly P[];
  /** True for the dark theme, which has other colours. */
  readonly isDark: boolean;
}

const HEIGHT = 190;
const BAR = { size: [0.8, 14] as [number, number] };

/** A chart over cluster time, with the same in words. */
export function ChartView<P extends { readonly time: string }>({ chart, points, isDark }: ChartViewProps<P>) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const latest = useRef(points);
  latest.current = points;
  useEffect(() => {
    if (!host.current) return undefined;
    const made = new UPlot(
      {
        ...optionsOf(chart, host.current),
        plugins: [chartTip((index) => pointWords(chart, latest.current[index]!))],
      },
      [[]],
      host.current,
    );
    plot.current = made;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) made.setSize({ width: Math.floor(entry.contentRect.width), height: HEIGHT });
    });
    observer.observe(host.current);
    return () => {
      observer.disconnect();
      plot.current = undefined;
      made.destroy();
    };
  }, [chart, isDark]);
  useEffect(() => {
    const times = points.map(({ time }) => Date.parse(time) / 1000);
    plot.current?.setData([times, ...chart.series.map(({ of }) => points.map(of))]);
  }, [chart, points, isDark]);
  return (
    <figure className="card chart">
      <figcaption>
        <h2>{chart.title}</h2>
      </figcaption>
      <div ref={host} aria-hidden="true" />
      <p className="visually-hidden">{chartWords(chart, points)}</p>
    </figure>
  );
}

function optionsOf<P>({ series, unit }: Chart<P>, host: HTMLElement): UPlot.Options {
  const style = getComputedStyle(host);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const axis = {
    stroke: colour('text-2'),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width: host.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    cursor: { sync: { key: 'metrics' }, drag: { x: false, y: false } },
    legend: { live: false },
    scales: { y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      { ...axis, size: 26, values: (_plot, ticks, _axis, _space, step) => ticks.map((tick) => tickWords(tick, step)) },
      { ...axis, size: 54, values: (_plot, ticks) => ticks.map((tick) => valueWords(tick, unit)) },
    ],
    series: [
      {},
      ...series.map(({ name, tone, isBars, isLimit }, index) => ({
        // Limits have one entry in the legend.
        label: isLimit ? 'thresholds' : name,
        ...(isLimit && series.findIndex((each) => each.isLimit) !== index ? { class: 'chart-further-limit' } : {}),
        stroke: colour(tone),
        width: isLimit ? 1 : 2,
        ...(isLimit ? { dash: [4, 4] } : {}),
        points: { show: false },
        ...(isBars
          ? { fill: colour(tone), paths: UPlot.paths.bars!(BAR) }
          : { paths: UPlot.paths.stepped!({ align: 1 }) }),
      })),
    ],
  };
}

const MINUTE = 60;
const DAY = 86_400;

/** A time below the chart, as exact as the distance of its neighbours, both in seconds. */
function tickWords(tick: number, step: number): string {
  const text = clusterTime(tick * 1000);
  return step >= DAY ? text.slice(0, 10) : text.slice(11, step >= MINUTE ? 16 : 19);
}
