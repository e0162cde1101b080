import { Link } from 'wouter';
import { commands } from '../../model/actions/commands';
import { sinceStart } from '../../model/scenarios';
import { Command } from '../../shell/commands';
import type { ScenarioProgress } from './use-scenario-run';
import { ActButton } from '../../shell/act-button';

interface VerdictsProps {
  readonly progress: ScenarioProgress | undefined;
  readonly problem: string;
  readonly isRunning: boolean;
  /** Cluster of the run; undefined if there is none. */
  readonly cluster: string | undefined;
  readonly onDelete: (cluster: string) => void;
}

/** Verdicts of the steps of a scenario as they come, and its cluster. */
export function Verdicts({ progress, problem, isRunning, cluster, onDelete }: VerdictsProps) {
  return (
    <section className="verdicts" aria-label="Verdicts">
      <div className="verdicts-head">
        <h2>{progress?.name ?? 'Verdicts'}</h2>
        {progress && (
          <span role="status" className={progress.passed ? 'pill good' : 'pill bad'}>
            {progress.passed ? (progress.isRunning ? '✓ so far' : '✓ passed') : '✕ failed'}
          </span>
        )}
        {cluster !== undefined && (
          <>
            <Link className="button" href={`/${encodeURIComponent(cluster)}`}>
              Look at {cluster}
            </Link>
            <ActButton disabled={isRunning} onClick={() => onDelete(cluster)}>
              Delete it
            </ActButton>
            <Command command={commands.deleteCluster(cluster)} />
          </>
        )}
      </div>
      {problem !== '' && (
        <p role="alert" className="error-text">
          {problem}
        </p>
      )}
      {!progress && problem === '' && (
        <p className="quiet">
          A scenario is timed faults, changes and expectations. Each step says here whether it held, while cluster time
          passes.
        </p>
      )}
      <ol>
        {(progress?.steps ?? []).map(({ name, seconds, action, ok, message }, index) => (
          <li key={index} className={ok ? 'verdict' : 'verdict bad'}>
            <span className="mono quiet small">{sinceStart(seconds)}</span>
            <span className={ok ? 'pill good' : 'pill bad'}>{ok ? '✓' : '✕'}</span>
            <span>
              <span className="strong">{name}</span> <span className="quiet small">{action}</span>
              <span className="block small">{message}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
