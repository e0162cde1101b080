import { useState } from 'react';
import { useLocation } from 'wouter';
import { useClient } from '../../../graphql/client-context';
import {
  RestoreSnapshotMutation,
  SaveSnapshotMutation,
  type SnapshotPartsFragment,
} from '../../../graphql/operations.generated';
import { commands } from '../../../model/actions/commands';
import { clusterTime } from '../../../model/clock-words';
import { Frame } from '../../../shell/frame';
import { Action } from '../../cluster/actions/action';

/** Saves a cluster as it is now. */
export function SaveDialog({ cluster, onClose }: { readonly cluster: string; readonly onClose: () => void }) {
  const client = useClient();
  const [name, setName] = useState(`${cluster}-1`);
  const [history, setHistory] = useState(false);
  const save = async () => {
    const { saveSnapshot } = await client.ask(SaveSnapshotMutation, { input: { cluster, name, history } });
    if (saveSnapshot.errors.length === 0) onClose();
    return saveSnapshot;
  };
  return (
    <Frame id="save" title={`Save ${cluster}`} onClose={onClose}>
      <p className="quiet">
        The server keeps the cluster: its objects, the state of its components, its clock. The cluster keeps running
        meanwhile.
      </p>
      <Action label="Save" command={commands.saveSnapshot(cluster, name, history)} isDisabled={name === ''} run={save}>
        <label>
          Name
          <input value={name} autoFocus onChange={({ target }) => setName(target.value)} />
        </label>
        <label className="check">
          <input type="checkbox" checked={history} onChange={({ target }) => setHistory(target.checked)} />
          with its history
        </label>
      </Action>
    </Frame>
  );
}

interface RestoreProps {
  readonly snapshot: SnapshotPartsFragment;
  readonly onClose: () => void;
}

/** Makes a cluster of a snapshot and opens it. */
export function RestoreDialog({ snapshot, onClose }: RestoreProps) {
  const client = useClient();
  const [, navigate] = useLocation();
  const [name, setName] = useState(`${snapshot.cluster}-again`);
  const restore = async () => {
    const input = { snapshot: snapshot.name, name };
    const { restoreSnapshot } = await client.ask(RestoreSnapshotMutation, { input });
    if (restoreSnapshot.errors.length === 0) navigate(`/${encodeURIComponent(name)}`);
    return restoreSnapshot;
  };
  return (
    <Frame id="restore" title={`Restore ${snapshot.name}`} onClose={onClose}>
      <p className="quiet">
        A new cluster continues from {snapshot.cluster} at {clusterTime(snapshot.time)}
        {snapshot.components.length > 0
          ? '. With a manual clock, the same requests have the same results as they had there.'
          : '. Its components start from the objects alone.'}
      </p>
      <Action
        label="Restore"
        command={commands.restoreSnapshot(snapshot.name, name)}
        isDisabled={name === ''}
        run={restore}
      >
        <label>
          Name
          <input value={name} autoFocus onChange={({ target }) => setName(target.value)} />
        </label>
      </Action>
    </Frame>
  );
}
