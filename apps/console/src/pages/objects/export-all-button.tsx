import { useState } from 'react';
import { useClient } from '../../graphql/client-context';
import { useRequest } from '../../graphql/use-request';
import { commands } from '../../model/actions/commands';
import { dumpParts } from '../../model/editor/dump';
import { Command } from '../../shell/commands';
import { readObjects } from './read-objects';
import { saveFile } from './save-file';

interface ExportAllProps {
  readonly kinds: readonly { readonly kind: string; readonly apiVersions: readonly string[] }[];
}

/** Saves all objects of all kinds as they are: a dump from which another cluster can continue. */
export function ExportAllButton({ kinds }: ExportAllProps) {
  const client = useClient();
  const { isBusy, problem, request } = useRequest();
  const [progress, setProgress] = useState('');
  const save = () =>
    request(async () => {
      const objects: string[] = [];
      for (const [index, { kind, apiVersions }] of kinds.entries()) {
        setProgress(`${index + 1} of ${kinds.length}: ${kind}`);
        for await (const object of readObjects(client, apiVersions[0]!, kind)) objects.push(JSON.stringify(object));
      }
      saveFile(`${client.cluster}.json`, 'application/json', dumpParts(objects));
      setProgress(`${objects.length} objects saved.`);
    });
  return (
    <div className="export-all">
      <button disabled={isBusy || kinds.length === 0} onClick={() => void save()}>
        Export all kinds
      </button>
      <span role="status" className="quiet small">
        {problem || progress}
      </span>
      <Command command={commands.exportAll(client.cluster)} />
    </div>
  );
}
