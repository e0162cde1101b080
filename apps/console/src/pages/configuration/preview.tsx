import { useState } from 'react';
import { AskError } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import { PreviewSchedulerConfigQuery, TryDeschedulerMutation } from '../../graphql/operations.generated';
import { Configured, placementWords } from '../../model/editor/configurations';
import { plural } from '../../model/words';

interface Row {
  readonly pod: string;
  readonly cells: readonly string[];
}

interface Outcome {
  readonly words: string;
  readonly heads: readonly string[];
  readonly rows: readonly Row[];
}

/** What would be different with a configuration that is not saved: asked for by a button, for it costs the server some work. */
export function Preview({ what, yaml }: { readonly what: Configured; readonly yaml: string }) {
  const client = useClient();
  const [outcome, setOutcome] = useState<Outcome & { readonly of: string }>();
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const isScheduler = what === Configured.Scheduler;
  const run = async (): Promise<void> => {
    setIsBusy(true);
    setProblem('');
    try {
      const found = isScheduler ? await placements() : await evictions();
      setOutcome({ ...found, of: yaml });
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setOutcome(undefined);
      setProblem(error.message);
    } finally {
      setIsBusy(false);
    }
  };
  const placements = async (): Promise<Outcome> => {
    const { previewSchedulerConfig } = await client.ask(PreviewSchedulerConfigQuery, { input: { yaml } });
    const { total, compared, differences } = previewSchedulerConfig;
    const of = compared === total ? plural(total, 'pod') : `${compared} compared pods of ${total}`;
    return {
      words: `${differences.length} of ${of} would be placed differently.`,
      heads: ['Pod', 'Runs on', 'Now it would go to', 'With this to'],
      rows: differences.map(({ pod: { metadata, spec }, before, after }) => ({
        pod: `${metadata.namespace}/${metadata.name}`,
        cells: [spec?.nodeName ?? '–', placementWords(before), placementWords(after)],
      })),
    };
  };
  const evictions = async (): Promise<Outcome> => {
    const { runDescheduler } = await client.ask(TryDeschedulerMutation, { input: { yaml, dryRun: true } });
    const { run: cycle, errors } = runDescheduler;
    const refusals = [
      ...errors.map(({ message }) => message),
      ...(cycle?.policyErrors ?? []).map(({ field, reason }) => `${field}: ${reason}`),
    ];
    if (!cycle || refusals.length > 0) throw new AskError(refusals.join(' '), false, undefined);
    return {
      words: [`A cycle would evict ${plural(cycle.evicted, 'pod')}.`, ...cycle.notes].join(' '),
      heads: ['Pod', 'Runs on', 'Verdict', 'Why'],
      rows: cycle.decisions.map(({ namespace, pod, node, verdict, strategy, reason, obstacle }) => ({
        pod: `${namespace}/${pod}`,
        cells: [node, verdict.toLowerCase(), `${strategy}: ${obstacle ?? reason}`],
      })),
    };
  };
  return (
    <section className="preview" aria-label="Preview">
      <div className="preview-head">
        <h2>Before it is saved</h2>
        <button disabled={isBusy} onClick={() => void run()}>
          {isScheduler ? 'What would be placed differently?' : 'What would be evicted?'}
        </button>
      </div>
      {isBusy && <p className="quiet">Asking the {what}…</p>}
      {problem !== '' && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
      {!outcome && !isBusy && problem === '' && (
        <p className="quiet">
          {isScheduler
            ? 'Each pod is placed in thought, by the present configuration and by this one. Nothing is written, and no pod moves.'
            : 'One cycle runs with this policy as it would now, and evicts nothing.'}
        </p>
      )}
      {outcome && !isBusy && (
        <>
          <p className={outcome.of === yaml ? 'strong' : 'quiet'} role="status">
            {outcome.words}
            {outcome.of === yaml ? '' : ' (Of the text as it was.)'}
          </p>
          {outcome.rows.length > 0 && (
            <div className="preview-table" tabIndex={0} role="region" aria-label="Differences">
              <table>
                <thead>
                  <tr>
                    {outcome.heads.map((head) => (
                      <th key={head} scope="col">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {outcome.rows.map(({ pod, cells }, index) => (
                    <tr key={index}>
                      <th scope="row" className="mono">
                        {pod}
                      </th>
                      {cells.map((cell, column) => (
                        <td key={column}>{cell}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </section>
  );
}
