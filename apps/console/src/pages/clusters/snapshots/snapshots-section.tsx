import { useRef, useState } from 'react';
import { useAnswer, useClient, useFollowed } from '../../../graphql/client-context';
import {
  DeleteSnapshotMutation,
  SnapshotsChangedSubscription,
  SnapshotsQuery,
  type SnapshotPartsFragment,
} from '../../../graphql/operations.generated';
import { clusterTime } from '../../../model/clock-words';
import { bytes, plural } from '../../../model/words';
import { RestoreDialog } from './snapshot-dialogs';
import { downloadSnapshot, uploadSnapshot } from './snapshot-files';

const NO_VARIABLES = {};

/** The snapshots that the server keeps; a file is dropped here, or chosen. */
export function SnapshotsSection() {
  const { data, error } = useAnswer(SnapshotsQuery, NO_VARIABLES);
  const changed = useFollowed(SnapshotsChangedSubscription, NO_VARIABLES);
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [isOver, setIsOver] = useState(false);
  // Who may use clusters and not list snapshots sees none.
  if (error !== undefined) return null;
  const snapshots = changed?.snapshotsChanged ?? data?.snapshots ?? [];
  const attempt = (work: Promise<void>): void => {
    setProblem('');
    work.catch((reason: unknown) => setProblem((reason as Error).message));
  };
  const upload = (files: FileList | null): void => {
    for (const file of files ?? []) attempt(uploadSnapshot(file));
  };
  return (
    <section
      className={`snapshots${isOver ? ' over' : ''}`}
      aria-labelledby="snapshots"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        upload(event.dataTransfer.files);
      }}
    >
      <div className="clusters-head">
        <div>
          <h2 id="snapshots">Snapshots</h2>
          <p className="quiet">Clusters in files: each makes as many clusters as you like.</p>
        </div>
        <button onClick={() => chooser.current?.click()}>Add a file</button>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label="File of a snapshot"
          onChange={({ target }) => {
            upload(target.files);
            target.value = '';
          }}
        />
      </div>
      {problem !== '' && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
      <ul className="snapshot-list">
        {snapshots.map((snapshot) => (
          <SnapshotRow key={snapshot.name} snapshot={snapshot} attempt={attempt} />
        ))}
      </ul>
      {snapshots.length === 0 && <p className="quiet">None yet. Save a cluster, or drop a file here.</p>}
    </section>
  );
}

interface RowProps {
  readonly snapshot: SnapshotPartsFragment;
  /** Shows why some work did not succeed. */
  readonly attempt: (work: Promise<void>) => void;
}

function SnapshotRow({ snapshot, attempt }: RowProps) {
  const { name, cluster, time, history } = snapshot;
  const client = useClient();
  const [isRestoring, setIsRestoring] = useState(false);
  const remove = async (): Promise<void> => {
    if (!confirm(`Delete the snapshot ${name}?`)) return;
    const { deleteSnapshot } = await client.ask(DeleteSnapshotMutation, { name });
    if (deleteSnapshot.errors[0]) throw new Error(deleteSnapshot.errors[0].message);
  };
  return (
    <li className="card snapshot">
      <div>
        <h3>{name}</h3>
        <p className="quiet small">
          {cluster} at <time className="mono">{clusterTime(time)}</time>
        </p>
      </div>
      <p className="cluster-figures">
        <span className="pill">{plural(countOf(snapshot, 'nodes'), 'node')}</span>
        <span className="pill">{plural(countOf(snapshot, 'pods'), 'pod')}</span>
        <span className="pill">{bytes(snapshot.bytes)}B</span>
        {history && <span className="pill">with history</span>}
      </p>
      <div className="snapshot-actions">
        <button onClick={() => setIsRestoring(true)}>Restore…</button>
        <button onClick={() => attempt(downloadSnapshot(name))}>Download</button>
        <button className="plain danger" aria-label={`Delete snapshot ${name}`} onClick={() => attempt(remove())}>
          ✕
        </button>
      </div>
      {isRestoring && <RestoreDialog snapshot={snapshot} onClose={() => setIsRestoring(false)} />}
    </li>
  );
}

function countOf({ resources }: SnapshotPartsFragment, resource: string): number {
  return resources.find((each) => each.resource === resource)?.count ?? 0;
}
