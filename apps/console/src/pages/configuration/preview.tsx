import { useEffect, useRef, useState } from 'react';
import { AskError } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import { Configured, previewCommand } from '../../model/editor/configurations';
import { Command } from '../../shell/commands';
import { RowTable } from './row-table';
import { comparePlacements, tryEvictions, type Outcome } from './run-preview';
import { ActButton } from '../../shell/act-button';

/** Preview of the differences that an unsaved configuration would make: requested by a button, because it costs the server some work. */
export function Preview({ what, yaml }: { readonly what: Configured; readonly yaml: string }) {
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome & { readonly of: string }>();
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  /** The run that is wanted; another one, or none, ends it. */
  const wanted = useRef<object>(undefined);
  useEffect(() => () => void (wanted.current = undefined), []);
  const isScheduler = what === Configured.Scheduler;
  const run = async (): Promise<void> => {
    const own = (wanted.current = {});
    const isWanted = (): boolean => wanted.current === own;
    const show = (found: Outcome): void => setOutcome({ ...found, of: yaml });
    setIsBusy(true);
    setProblem('');
    setOutcome(undefined);
    try {
      if (isScheduler) await comparePlacements(client, yaml, { isWanted, onOutcome: show });
      else show(await tryEvictions(client, yaml));
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      if (isWanted()) setProblem(error.message);
    } finally {
      if (isWanted()) setIsBusy(false);
    }
  };
  const stop = (): void => {
    wanted.current = undefined;
    setIsBusy(false);
  };
  const { done = 0, total = 1 } = outcome?.progress ?? {};
  return (
    <section className="preview" aria-label="Preview">
      <div className="preview-head">
        <h2>Before it is saved</h2>
        {isBusy && isScheduler ? (
          <button onClick={stop}>Stop</button>
        ) : (
          <ActButton disabled={isBusy} onClick={() => void run()}>
            {isScheduler ? 'What would be placed differently?' : 'What would be evicted?'}
          </ActButton>
        )}
      </div>
      <Command command={previewCommand(what)} />
      {isBusy && <progress aria-label="Compared pods" max={total} {...(outcome ? { value: done } : {})} />}
      {problem !== '' && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
      {!outcome && !isBusy && problem === '' && (
        <p className="quiet">
          {isScheduler
            ? 'The scheduler decides about each pod by the present configuration and by this one. Nothing is written, and no pod moves.'
            : 'One cycle runs with this policy as it would now, and evicts nothing.'}
        </p>
      )}
      {outcome && (
        <>
          <p className={outcome.of === yaml ? 'strong' : 'quiet'} role="status">
            {outcome.words}
            {outcome.of === yaml ? '' : ' (For the text before its last change.)'}
          </p>
          {outcome.rows.length > 0 && <RowTable label="Differences" heads={outcome.heads} rows={outcome.rows} />}
        </>
      )}
    </section>
  );
}
