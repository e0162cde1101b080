import { useMemo, useSyncExternalStore } from 'react';
import { useAnswer } from '../../../graphql/client-context';
import { NodeSignalsQuery } from '../../../graphql/operations.generated';
import { signalChart, signalRows } from '../../../model/why/signals';
import { theme } from '../../../theme/theme';
import { ChartView } from '../../metrics/chart-view';
import '../../metrics/metrics.css';

/** Period of the chart, in cluster time. */
const LENGTH_MS = 10 * 60_000;
const NO_POINTS: NodeSignalsQuery['nodeUsageHistory'] = [];

interface NodeSignalsProps {
  readonly name: string;
  /** Moment that is shown; undefined: the present. */
  readonly atMs: number | undefined;
}

/**
 * Remaining amounts of the signals that the kubelet watches, against its thresholds: at the moment, and over ten
 * minutes of cluster time before it.
 */
export default function NodeSignals({ name, atMs }: NodeSignalsProps) {
  const span =
    atMs === undefined
      ? { since: `-${LENGTH_MS / 60_000}m` }
      : { since: new Date(atMs - LENGTH_MS).toISOString(), until: new Date(atMs).toISOString() };
  const { data } = useAnswer(NodeSignalsQuery, { name, ...span });
  const points = data?.nodeUsageHistory ?? NO_POINTS;
  const rows = signalRows(points.at(-1)?.signals ?? []);
  const chart = useMemo(() => signalChart(points), [points]);
  const isDark = useSyncExternalStore(theme.subscribe, theme.isDark);
  if (rows.length === 0) return null;
  return (
    <section>
      <h3>Signals and thresholds</h3>
      {chart && <ChartView chart={chart} points={points} isDark={isDark} />}
      <ul className="signals">
        {rows.map(({ name: signal, percent, marks, isMet, words }) => (
          <li key={signal} className={isMet ? 'met' : ''}>
            <span className="mono small">
              {isMet ? '▲ ' : ''}
              {signal}
            </span>
            <span className="signal-bar" aria-hidden="true">
              <span style={{ width: `${percent}%` }} />
              {marks.map((mark) => (
                <i key={mark.words} style={{ left: `${mark.percent}%` }} />
              ))}
            </span>
            <span className="quiet small">{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
