import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAnswer, useFollowed } from '../../graphql/client-context';
import { ClockTickedSubscription, ClusterMetricsQuery } from '../../graphql/operations.generated';
import { CHARTS } from '../../model/metrics/charts';
import { grouped } from '../../model/words';
import { theme } from '../../theme/theme';
import { ClusterBar } from '../cluster/cluster-bar';
import { ChartView } from './chart-view';
import './metrics.css';

const NO_VARIABLES = {};
/** Delay after a change of cluster time until charts are requested again. */
const REFRESH_MS = 2_000;
const STRETCHES = [
  ['', 'All that is kept'],
  ['-24h', 'Last day'],
  ['-1h', 'Last hour'],
  ['-10m', 'Last ten minutes'],
] as const;

/** Figures of a cluster over its time. */
export default function MetricsPage() {
  const [since, setSince] = useState('');
  const { data, error, reload } = useAnswer(ClusterMetricsQuery, since === '' ? NO_VARIABLES : { since });
  const clock = useFollowed(ClockTickedSubscription, NO_VARIABLES)?.clockTicked;
  const isDark = useSyncExternalStore(theme.subscribe, theme.isDark);
  const isBehind = clock !== undefined && data !== undefined && data.clusterMetrics.points.at(-1)?.time !== clock.now;
  useEffect(() => {
    if (!isBehind) return undefined;
    const timer = setTimeout(reload, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isBehind, data]);
  const points = data?.clusterMetrics.points ?? [];
  return (
    <div className="metrics">
      <ClusterBar view="metrics" />
      <div className="tool-bar" role="region" aria-label="Period of the charts">
        <label>
          Time
          <select value={since} onChange={({ target }) => setSince(target.value)}>
            {STRETCHES.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <span className="quiet" role="status">
          {error ? '' : data ? `From ${grouped(data.clusterMetrics.changes)} changes of nodes and pods.` : 'Reading…'}
        </span>
        {error && <span className="error-text">{error.message}</span>}
      </div>
      <main className="charts" tabIndex={0}>
        {data && CHARTS.map((chart) => <ChartView key={chart.title} chart={chart} points={points} isDark={isDark} />)}
      </main>
    </div>
  );
}
