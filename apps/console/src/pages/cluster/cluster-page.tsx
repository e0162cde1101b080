import { useAnswer, useClient } from '../../graphql/client-context';
import { ClusterHealthQuery } from '../../graphql/operations.generated';
import { plural } from '../../model/words';
import { TopBar } from '../../shell/top-bar';
import { Rings } from '../clusters/rings';

const NO_VARIABLES = {};

/** One cluster: what it has, and how much of it is asked for. */
export function ClusterPage() {
  const { cluster } = useClient();
  const { data, error } = useAnswer(ClusterHealthQuery, NO_VARIABLES);
  const summary = data?.clusterSummary;
  return (
    <>
      <TopBar />
      <main className="clusters">
        <h1>{cluster}</h1>
        {error !== undefined && <p role="alert">{error.message}</p>}
        {summary && (
          <>
            <p className="quiet">
              {plural(summary.nodes.total, 'node')}, {plural(summary.pods.total, 'pod')}
            </p>
            <Rings
              cpu={summary.utilization.cpuPercent}
              memory={summary.utilization.memoryPercent}
              pods={summary.utilization.podsPercent}
            />
          </>
        )}
      </main>
    </>
  );
}
