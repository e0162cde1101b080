import { useMemo, useSyncExternalStore } from 'react';
import { useAnswer } from '../../../graphql/client-context';
import { NodeSignalsQuery } from '../../../graphql/operations.generated';
import { signalChart, signalRows } from '../../../model/why/signals';
import { theme } from '../../../theme/theme';
import { ChartView } from '../../metrics/chart-view';
import '../../metrics/metrics.css';

/** How far back the chart goes. */
const SINCE = '-10m';
const NO_POINTS: NodeSignalsQuery['nodeUsageHistory'] = [];

/** What is left of what the kubelet watches, against its thresholds: now, and over the last ten minutes of cluster time. */
export default function NodeSignals({ name }: { readonly name: string }) {
  const { data } = useAnswer(NodeSignalsQuery, { name, since: SINCE });
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
