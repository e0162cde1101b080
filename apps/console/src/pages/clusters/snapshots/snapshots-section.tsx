import { useRef, useState } from 'react';
import { useAnswer, useClient, useFollowed } from '../../../graphql/client-context';
import {
  DeleteSnapshotMutation,
  SnapshotsChangedSubscription,
  SnapshotsQuery,
  type SnapshotPartsFragment,
} from '../../../graphql/operations.generated';
import { commands } from '../../../model/actions/commands';
import { clusterTime } from '../../../model/clock-words';
import { isDump } from '../../../model/editor/dump';
import { bytes, plural } from '../../../model/words';
import { Command } from '../../../shell/commands';
import { DeleteDialog } from '../delete-dialog';
import { ImportDialog } from '../imports/import-dialog';
import { RestoreDialog } from './snapshot-dialogs';
import { downloadSnapshot, uploadSnapshot } from './snapshot-files';
import { ActButton } from '../../../shell/act-button';

const NO_VARIABLES = {};

/** The snapshots that the server keeps; a file is dropped here, or chosen. */
export function SnapshotsSection() {
  const { data, error } = useAnswer(SnapshotsQuery, NO_VARIABLES);
  const changed = useFollowed(SnapshotsChangedSubscription, NO_VARIABLES);
  const chooser = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [isOver, setIsOver] = useState(false);
  const [dumps, setDumps] = useState<readonly File[]>([]);
  // Who may use clusters and not list snapshots sees none.
  if (error !== undefined) return null;
  const snapshots = changed?.snapshotsChanged ?? data?.snapshots ?? [];
  const attempt = (work: Promise<void>): void => {
    setProblem('');
    work.catch((reason: unknown) => setProblem((reason as Error).message));
  };
  const upload = (files: FileList | null): void => {
    const all = [...(files ?? [])];
    for (const file of all.filter(({ name }) => !isDump(name))) attempt(uploadSnapshot(file));
    const dumps = all.filter(({ name }) => isDump(name));
    if (dumps.length > 0) setDumps(dumps);
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
          <p className="quiet">
            Clusters in files: each makes as many clusters as you like. Dumps of kubectl are imported.
          </p>
        </div>
        <ActButton onClick={() => chooser.current?.click()}>Add a file</ActButton>
        <Command command={commands.uploadSnapshot('NAME', 'FILE')} />
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          aria-label="File of a snapshot, or a dump"
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
      {snapshots.length === 0 && (
        <p className="quiet">None yet. Save a cluster, or drop a snapshot or a dump of kubectl here.</p>
      )}
      {dumps.length > 0 && <ImportDialog files={dumps} onClose={() => setDumps([])} />}
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
  const [isDeleting, setIsDeleting] = useState(false);
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
      <Command command={commands.downloadSnapshot(name, `${name}.orrery.gz`)} />
      <div className="snapshot-actions">
        <ActButton onClick={() => setIsRestoring(true)}>Restore…</ActButton>
        <ActButton onClick={() => attempt(downloadSnapshot(name))}>Download</ActButton>
        <ActButton className="plain danger" aria-label={`Delete snapshot ${name}`} onClick={() => setIsDeleting(true)}>
          ✕
        </ActButton>
      </div>
      {isDeleting && (
        <DeleteDialog
          what={`snapshot ${name}`}
          command={commands.deleteSnapshot(name)}
          run={async () => (await client.ask(DeleteSnapshotMutation, { input: { name } })).deleteSnapshot}
          onClose={() => setIsDeleting(false)}
        />
      )}
      {isRestoring && <RestoreDialog snapshot={snapshot} onClose={() => setIsRestoring(false)} />}
    </li>
  );
}

function countOf({ resources }: SnapshotPartsFragment, resource: string): number {
  return resources.find((each) => each.resource === resource)?.count ?? 0;
}
