import { useState } from 'react';
import { useLocation } from 'wouter';
import { useClient } from '../../../graphql/client-context';
import { ForkClusterMutation, RewindClusterMutation } from '../../../graphql/operations.generated';
import { commands } from '../../../model/actions/commands';
import { clusterTime } from '../../../model/clock-words';
import type { TimelineEntry } from '../../../model/timeline/entries';
import { Frame } from '../../../shell/frame';
import { Action } from '../actions/action';

interface ForkDialogProps {
  /** Past moment that is shown; undefined for the present. */
  readonly moment: TimelineEntry | undefined;
  /** The cluster was taken back to the moment. */
  readonly onRewound: () => void;
  readonly onClose: () => void;
}

/** Continues from the shown state: in another cluster, or in this one, which drops all later changes. */
export function ForkDialog({ moment, onRewound, onClose }: ForkDialogProps) {
  const client = useClient();
  const { cluster } = client;
  const [, navigate] = useLocation();
  const [name, setName] = useState(`${cluster}-fork`);
  const at = moment && String(moment.revision);
  const fork = async () => {
    const input = { name, ...(at === undefined ? {} : { at }) };
    const { forkCluster } = await client.ask(ForkClusterMutation, { input });
    if (forkCluster.errors.length === 0) navigate(`/${encodeURIComponent(name)}`);
    return forkCluster;
  };
  const rewind = async () => {
    const { rewindCluster } = await client.ask(RewindClusterMutation, { input: { to: at! } });
    if (rewindCluster.errors.length === 0) onRewound();
    return rewindCluster;
  };
  return (
    <Frame id="fork" title={`Fork ${cluster}`} onClose={onClose}>
      <p className="quiet">
        {moment === undefined
          ? 'Another cluster continues from here. With a manual clock, the same requests have the same results in both.'
          : `Another cluster continues from ${clusterTime(new Date(moment.timeMs).toISOString())}, revision ${moment.revision}.`}
      </p>
      <Action label="Fork" command={commands.forkCluster(cluster, name, at)} isDisabled={name === ''} run={fork}>
        <label>
          Name
          <input value={name} autoFocus onChange={({ target }) => setName(target.value)} />
        </label>
      </Action>
      {at !== undefined && (
        <>
          <p className="quiet">Or take this cluster back to this moment. All later changes are lost.</p>
          <Action label="Take it back" command={commands.rewindCluster(cluster, at)} isDangerous run={rewind} />
        </>
      )}
    </Frame>
  );
}
