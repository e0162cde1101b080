import { useState } from 'react';
import { Link } from 'wouter';
import { useClient } from '../../../graphql/client-context';
import { commands } from '../../../model/actions/commands';
import { clusterTime } from '../../../model/clock-words';
import { nameOfFile } from '../../../model/editor/dump';
import { plural } from '../../../model/words';
import { Frame } from '../../../shell/frame';
import { Action } from '../../cluster/actions/action';
import { importFiles, type ImportNote, type ImportReport } from './import-state';

const SHOWN = 50;

/** Makes a cluster from dumps of kubectl, and reports the result for their objects. */
export function ImportDialog({ files, onClose }: { readonly files: readonly File[]; readonly onClose: () => void }) {
  const client = useClient();
  const [name, setName] = useState(nameOfFile(files[0]!.name));
  const [report, setReport] = useState<ImportReport>();
  const said = files.map((file) => file.name).join(' ');
  const run = async () => {
    try {
      setReport(await importFiles(client, name, files));
      return { errors: [] };
    } catch (error) {
      return { errors: [{ message: (error as Error).message }] };
    }
  };
  const count = report?.imported.reduce((sum, kind) => sum + kind.count, 0) ?? 0;
  return (
    <Frame
      id="import"
      title={`Import ${said}`}
      next={
        report && (
          <Link className="button primary" href={`/${encodeURIComponent(name)}`}>
            Open {name}
          </Link>
        )
      }
      onClose={onClose}
    >
      {report ? (
        <>
          <p role="status">
            {plural(count, 'object')}, as {count === 1 ? 'it was' : 'they were'} at {clusterTime(report.asOf)}.
          </p>
          <Notes title="left out" notes={report.leftOut} />
          <Notes title="changed" notes={report.changed} />
        </>
      ) : (
        <>
          <p className="quiet">
            A new cluster, on real time, continues from these objects, with their uids, owners, nodes, statuses and
            ages.
          </p>
          <Action
            label="Import"
            command={commands.importFiles(
              files.map((file) => file.name),
              name,
            )}
            isDisabled={name === ''}
            run={run}
          >
            <label>
              Name
              <input value={name} autoFocus onChange={({ target }) => setName(target.value)} />
            </label>
          </Action>
        </>
      )}
    </Frame>
  );
}

function Notes({ title, notes }: { readonly title: string; readonly notes: readonly ImportNote[] }) {
  if (notes.length === 0) return null;
  return (
    <details>
      <summary>
        {plural(notes.length, 'object')} {title}
      </summary>
      <ul className="import-notes small">
        {notes.slice(0, SHOWN).map(({ kind, namespace, name, text }, index) => (
          <li key={index}>
            <span className="mono">
              {kind} {namespace ? `${namespace}/` : ''}
              {name}
            </span>
            : {text}
          </li>
        ))}
        {notes.length > SHOWN && <li>and {plural(notes.length - SHOWN, 'other')}</li>}
      </ul>
    </details>
  );
}
