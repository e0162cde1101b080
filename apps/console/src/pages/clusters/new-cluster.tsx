import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { AskError } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import { CreateClusterMutation, type ClockMode } from '../../graphql/operations.generated';

const SCALED_RATE = 60;
const CLOCKS: readonly (readonly [mode: ClockMode, words: string])[] = [
  ['PAUSED', 'stands still until it is advanced'],
  ['REALTIME', 'real time'],
  ['SCALED', `${SCALED_RATE}× real time`],
  ['AUTO', 'from event to event'],
];

/** Asks for the name, size and clock of a cluster, makes it and opens it. */
export function NewCluster({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useClient();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
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
      <form onSubmit={(event) => void create(event)}>
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
