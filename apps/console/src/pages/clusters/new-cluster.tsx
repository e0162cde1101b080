import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { AskError } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import { CreateClusterMutation, type ClockMode } from '../../graphql/operations.generated';
import { commands } from '../../model/actions/commands';
import { Command } from '../cluster/actions/commands';

const SCALED_RATE = 60;
/** Modes of the clock, in words and as the command line calls them. */
const CLOCKS: readonly (readonly [mode: ClockMode, words: string, word: string])[] = [
  ['PAUSED', 'stands still until it is advanced', 'manual'],
  ['REALTIME', 'real time', 'real'],
  ['SCALED', `${SCALED_RATE}× real time`, `${SCALED_RATE}x`],
  ['AUTO', 'from event to event', 'auto'],
];

/** Asks for the name, size and clock of a cluster, makes it and opens it. */
export function NewCluster({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useClient();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState({ name: '', nodes: '6', zones: '3', clock: CLOCKS[0]![0] as string, seed: '' });
  const word = CLOCKS.find(([mode]) => mode === said.clock)?.[2] ?? '';
  useEffect(() => dialog.current?.showModal(), []);
  const create = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string): string => String(form.get(field) ?? '');
    const mode = text('clock') as ClockMode;
    const name = text('name');
    setIsBusy(true);
    try {
      const { createCluster } = await client.ask(CreateClusterMutation, {
        input: {
          name,
          nodes: Number(text('nodes')),
          zones: Number(text('zones')),
          clock: { mode, ...(mode === 'SCALED' ? { rate: SCALED_RATE } : {}) },
          ...(text('seed') === '' ? {} : { seed: text('seed') }),
        },
      });
      const [error] = createCluster.errors;
      if (error) setProblem(error.message);
      else navigate(`/${encodeURIComponent(name)}`);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setProblem(error.message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="new-cluster" onClose={onClose}>
      <form
        onSubmit={(event) => void create(event)}
        onChange={({ currentTarget }) => {
          // Each field has a text.
          setSaid({ ...said, ...(Object.fromEntries(new FormData(currentTarget)) as Partial<typeof said>) });
        }}
      >
        <h2 id="new-cluster">New cluster</h2>
        <label>
          Name
          <input name="name" required autoFocus placeholder="staging" />
        </label>
        <div className="row">
          <label>
            Nodes
            <input name="nodes" type="number" min={0} max={65000} defaultValue={6} required />
          </label>
          <label>
            Zones
            <input name="zones" type="number" min={1} max={100} defaultValue={3} required />
          </label>
        </div>
        <label>
          Clock
          <select name="clock">
            {CLOCKS.map(([mode, words]) => (
              <option key={mode} value={mode}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          Seed
          <input name="seed" placeholder="the name" />
        </label>
        <Command command={commands.createCluster(said.name, { ...said, clock: word })} />
        {problem !== undefined && (
          <p role="alert" className="error-text">
            {problem}
          </p>
        )}
        <div className="actions">
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button className="primary" disabled={isBusy}>
            Create
          </button>
        </div>
      </form>
    </dialog>
  );
}
