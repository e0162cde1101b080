import { useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import { useRequest } from '../../../graphql/use-request';
import { bulkCommands, labelChanges, type BulkAction, type BulkOutcome } from '../../../model/objects/bulk';
import type { ServedKind } from '../../../model/objects/served-kind';
import type { TableRow } from '../../../model/objects/table';
import { grouped, plural } from '../../../model/words';
import { Commands } from '../../../shell/commands';
import { Frame } from '../../../shell/frame';
import { performBulk } from './perform-bulk';
import './bulk.css';

interface BulkDialogProps {
  readonly verb: BulkAction['verb'];
  readonly apiVersion: string;
  readonly kind: ServedKind;
  readonly rows: readonly TableRow[];
  readonly onClose: () => void;
}

const TITLES = { delete: 'Delete', label: 'Label', scale: 'Scale' } as const;

/** Asks once whether something is done to all selected objects, names them, and says which of them were refused. */
export function BulkDialog({ verb, apiVersion, kind, rows, onClose }: BulkDialogProps) {
  const client = useClient();
  const { isBusy, problem, request } = useRequest();
  const [text, setText] = useState(verb === 'scale' ? '1' : '');
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[]>();
  const read = actionOf(verb, text);
  const action = 'error' in read ? undefined : read;
  const perform = (): void => {
    if (!action) return;
    const done: BulkOutcome[] = [];
    setOutcomes(done);
    void request(async () => {
      await performBulk(client, { apiVersion, kind: kind.kind, rows, action }, (outcome) => {
        done.push(outcome);
        setOutcomes([...done]);
      });
      if (done.every(({ error }) => error === undefined)) onClose();
    });
  };
  const title = `${TITLES[verb]} ${rows.length === 1 ? `${kind.kind} ${rows[0]!.name}` : plural(rows.length, `${kind.kind} object`)}?`;
  return (
    <Frame id="bulk" title={title} onClose={onClose}>
      <form
        className="bulk"
        onSubmit={(event) => {
          event.preventDefault();
          perform();
        }}
      >
        {verb === 'delete' && <p className="quiet">Deleted objects cannot be brought back.</p>}
        <ValueField verb={verb} text={text} onText={setText} />
        <ObjectNames rows={rows} outcomes={outcomes ?? []} />
        <p role="status" className="small">
          {outcomes && progressWords(outcomes, rows.length)}
        </p>
        {text !== '' && 'error' in read && <p className="error-text small">{read.error}</p>}
        {problem !== '' && <p className="error-text small">{problem}</p>}
        <button className={verb === 'delete' ? 'danger' : 'primary'} disabled={isBusy || !action}>
          {TITLES[verb]}
        </button>
        {action && <Commands commands={bulkCommands(kind, rows, action)} />}
      </form>
    </Frame>
  );
}

function actionOf(verb: BulkAction['verb'], text: string): BulkAction | { readonly error: string } {
  if (verb === 'delete') return { verb };
  if (verb === 'scale') {
    return /^\d+$/.test(text) ? { verb, replicas: Number(text) } : { error: 'The number of replicas is 0 or more.' };
  }
  const read = labelChanges(text);
  return 'error' in read ? read : { verb, changes: read.changes };
}

function progressWords(outcomes: readonly BulkOutcome[], all: number): string {
  const refused = outcomes.filter(({ error }) => error !== undefined).length;
  const words = `${grouped(outcomes.length - refused)} of ${grouped(all)} done`;
  return refused === 0 ? `${words}.` : `${words}, ${grouped(refused)} refused.`;
}

interface ValueFieldProps {
  readonly verb: BulkAction['verb'];
  readonly text: string;
  readonly onText: (text: string) => void;
}

function ValueField({ verb, text, onText }: ValueFieldProps) {
  if (verb === 'delete') return null;
  const isScale = verb === 'scale';
  return (
    <label>
      {isScale ? 'Replicas' : 'Labels'}
      <input
        autoFocus
        type={isScale ? 'number' : 'text'}
        min={isScale ? 0 : undefined}
        placeholder={isScale ? undefined : 'tier=front old-'}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </label>
  );
}

/** The objects by name, those that were refused first, with the message of the server. */
function ObjectNames({
  rows,
  outcomes,
}: {
  readonly rows: readonly TableRow[];
  readonly outcomes: readonly BulkOutcome[];
}) {
  const errors = new Map(
    outcomes.flatMap(({ row, error }) => (error === undefined ? [] : [[row.uid, error] as const])),
  );
  const ordered = [...rows].sort((a, b) => Number(errors.has(b.uid)) - Number(errors.has(a.uid)));
  return (
    <ul className="bulk-names" tabIndex={0} aria-label="Objects">
      {ordered.map(({ uid, namespace, name }) => (
        <li key={uid} className="mono">
          {namespace !== '' && <span className="quiet">{namespace}/</span>}
          {name}
          {errors.has(uid) && <span className="error-text block small">{errors.get(uid)}</span>}
        </li>
      ))}
    </ul>
  );
}
