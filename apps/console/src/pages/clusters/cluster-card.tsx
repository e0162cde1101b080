import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { clientOf } from '../../graphql/client';
import { ClusterProvider, useClient } from '../../graphql/client-context';
import {
  ClusterHealthQuery,
  DeleteClusterMutation,
  type ClusterPartsFragment,
} from '../../graphql/operations.generated';
import { commands } from '../../model/actions/commands';
import { clockWords, clusterTime } from '../../model/clock-words';
import { plural } from '../../model/words';
import { ForkDialog } from '../cluster/forks/fork-dialog';
import { DeleteDialog } from './delete-dialog';
import { Rings } from './rings';
import { SaveDialog } from './snapshots/snapshot-dialogs';
import { ActButton } from '../../shell/act-button';

/** Interval at which the figures of a cluster are refreshed, while the page is visible. */
const REFRESH_MS = 5_000;

/** Card of a cluster in the list. */
export function ClusterCard({ cluster }: { readonly cluster: ClusterPartsFragment }) {
  const { name, clock } = cluster;
  const health = useHealth(name);
  const client = useClient();
  const [isSaving, setIsSaving] = useState(false);
  const [isForking, setIsForking] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const summary = health?.clusterSummary;
  const notReady = summary ? summary.nodes.total - summary.nodes.ready : 0;
  const faults = health?.faults.filter(({ isInForce }) => isInForce).length ?? 0;
  return (
    <li className="card cluster-card">
      <Rings
        cpu={summary?.utilization.cpuPercent ?? 0}
        memory={summary?.utilization.memoryPercent ?? 0}
        pods={summary?.utilization.podsPercent ?? 0}
      />
      <h2>
        <Link href={`/${encodeURIComponent(name)}`}>{name}</Link>
      </h2>
      <p className="quiet small">
        {clockWords(clock ?? undefined)}
        {clock && <time className="block mono">{clusterTime(clock.now)}</time>}
      </p>
      <p className="cluster-figures">
        {summary && (
          <>
            <span className="pill">{plural(summary.nodes.total, 'node')}</span>
            <span className="pill">{plural(summary.pods.total, 'pod')}</span>
            {summary.pods.pending > 0 && <span className="pill warn">◌ {summary.pods.pending} pending</span>}
            {notReady > 0 && <span className="pill bad">✕ {notReady} not ready</span>}
            {faults > 0 && <span className="pill bad">⚡ {plural(faults, 'fault')}</span>}
            {notReady === 0 && faults === 0 && summary.nodes.total > 0 && <span className="pill good">✓ healthy</span>}
          </>
        )}
      </p>
      <div className="cluster-buttons">
        <ActButton className="plain small" aria-label={`Fork ${name}`} onClick={() => setIsForking(true)}>
          Fork
        </ActButton>
        <ActButton
          className="plain small"
          aria-label={`Save ${name}`}
          title="Save to a snapshot"
          onClick={() => setIsSaving(true)}
        >
          Save
        </ActButton>
        {name !== 'default' && (
          <ActButton className="plain danger" aria-label={`Delete ${name}`} onClick={() => setIsDeleting(true)}>
            ✕
          </ActButton>
        )}
      </div>
      {isForking && (
        <ClusterProvider cluster={name}>
          <ForkDialog moment={undefined} onRewound={() => undefined} onClose={() => setIsForking(false)} />
        </ClusterProvider>
      )}
      {isSaving && <SaveDialog cluster={name} onClose={() => setIsSaving(false)} />}
      {isDeleting && (
        <DeleteDialog
          what={`cluster ${name}`}
          command={commands.deleteCluster(name)}
          run={async () => (await client.ask(DeleteClusterMutation, { name })).deleteCluster}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </li>
  );
}

function useHealth(name: string): ClusterHealthQuery | undefined {
  const [health, setHealth] = useState<ClusterHealthQuery>();
  useEffect(() => {
    const client = clientOf(name);
    // A cluster that cannot be read has no figures; the list says the rest.
    const look = (): void => void client.ask(ClusterHealthQuery, {}).then(setHealth, () => undefined);
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), REFRESH_MS);
    look();
    return () => {
      clearInterval(timer);
      client.close();
    };
  }, [name]);
  return health;
}
