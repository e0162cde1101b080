import { useState } from 'react';
import { Link } from 'wouter';
import { useAnswer, useFollowed } from '../../graphql/client-context';
import { ClustersChangedSubscription, ClustersQuery, ServerInfoQuery } from '../../graphql/operations.generated';
import { TopBar } from '../../shell/top-bar';
import { ClusterCard } from './cluster-card';
import { NewCluster } from './new-cluster';
import { OpenByName } from './open-by-name';
import { SnapshotsSection } from './snapshots/snapshots-section';
import { ActButton } from '../../shell/act-button';
import './clusters.css';

const NO_VARIABLES = {};

/** All clusters of the server, with their clocks and their health. */
export function ClustersPage() {
  const { data, error, isLoading } = useAnswer(ClustersQuery, NO_VARIABLES);
  const changed = useFollowed(ClustersChangedSubscription, NO_VARIABLES);
  const { data: server } = useAnswer(ServerInfoQuery, NO_VARIABLES);
  const [isNew, setIsNew] = useState(false);
  const clusters = changed?.clustersChanged ?? data?.clusters ?? [];
  return (
    <>
      <TopBar />
      <main className="clusters">
        <div className="clusters-head">
          <div>
            <h1>Clusters</h1>
            <p className="quiet">
              {server === undefined
                ? ' '
                : `Kubernetes ${server.serverInfo.version} control planes with clocks of their own.`}
            </p>
          </div>
          <div className="actions">
            <Link href="/-/lessons" className="button">
              Lessons
            </Link>
            <ActButton className="primary" onClick={() => setIsNew(true)}>
              New cluster
            </ActButton>
          </div>
        </div>
        {error !== undefined && <OpenByName reason={error.message} />}
        <ul className="clusters-list">
          {clusters.map((cluster) => (
            <ClusterCard key={cluster.name} cluster={cluster} />
          ))}
        </ul>
        {!isLoading && error === undefined && clusters.length === 0 && (
          <p className="card empty quiet">There is no cluster yet.</p>
        )}
        <SnapshotsSection />
        {isNew && <NewCluster onClose={() => setIsNew(false)} />}
      </main>
    </>
  );
}
