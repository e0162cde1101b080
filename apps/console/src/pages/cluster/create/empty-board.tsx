import { Link } from 'wouter';
import { ActButton } from '../../../shell/act-button';
import { Creation } from './creation';

interface EmptyBoardProps {
  readonly hasNodes: boolean;
  readonly onCreate: (what: Creation) => void;
}

/** Offers what to do next with a cluster that has no pods yet. */
export function EmptyBoard({ hasNodes, onCreate }: EmptyBoardProps) {
  return (
    <section className="card empty-board" aria-labelledby="empty-board">
      <h2 id="empty-board">This cluster has no {hasNodes ? 'pods' : 'nodes'} yet</h2>
      <div className="empty-board-ways">
        {hasNodes && (
          <>
            <ActButton className="primary" onClick={() => onCreate(Creation.Application)}>
              Create an application
            </ActButton>
            <ActButton onClick={() => onCreate(Creation.Pods)}>Create a pod</ActButton>
          </>
        )}
        <ActButton className={hasNodes ? '' : 'primary'} onClick={() => onCreate(Creation.Nodes)}>
          Add nodes
        </ActButton>
        <Link className="button" href="/-/lessons">
          Take a lesson
        </Link>
      </div>
    </section>
  );
}
