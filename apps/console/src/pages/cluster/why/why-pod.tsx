import { useEffect, useState } from 'react';
import { useAnswer } from '../../../graphql/client-context';
import { WhyPodQuery } from '../../../graphql/operations.generated';
import { PodHealth, type BoardPod } from '../../../model/board/board-pod';
import type { TimelineEntry } from '../../../model/timeline/entries';
import { Attempts } from './attempts';
import { Descheduled } from './descheduled';
import { EventList } from './event-list';
import { Explanation } from './explanation';
import { PodStory } from './pod-story';
import './why.css';

interface WhyPodProps {
  readonly pod: BoardPod;
  /** Names of all nodes. */
  readonly nodes: readonly string[];
  /** Moment that is shown; undefined: the present. */
  readonly at: string | undefined;
  /** Last cycle of the descheduler: its decision is requested when it ends. */
  readonly lastCycle: number | undefined;
  readonly onMoment: (entry: TimelineEntry) => void;
}

/**
 * Explains the place or the wait of a pod: decisions and predictions of the scheduler, the descheduler, events; for an
 * ending pod, the writer that ends it.
 */
export function WhyPod({ pod, nodes, at, lastCycle, onMoment }: WhyPodProps) {
  const { namespace, name, uid, nodeName, health } = pod;
  const [round, setRound] = useState(0);
  const { data, error, reload } = useAnswer(WhyPodQuery, { namespace, name, ...(at !== undefined && { at }) });
  useEffect(() => {
    if (lastCycle !== undefined) reload();
  }, [lastCycle]);
  const again = (): void => {
    reload();
    setRound(round + 1);
  };
  return (
    <>
      {health === PodHealth.Terminating && (
        <PodStory key={round} namespace={namespace} name={name} uid={uid} onMoment={onMoment} />
      )}
      <section>
        <h3>
          Why{' '}
          {at === undefined ? (
            <button className="plain small" onClick={again}>
              Ask again
            </button>
          ) : (
            'then'
          )}
        </h3>
        <Explanation
          key={round}
          namespace={namespace}
          name={name}
          ownNode={nodeName !== undefined && nodes.includes(nodeName) ? nodeName : undefined}
          nodeCount={nodes.length}
          at={at}
          hasNode={nodeName !== undefined}
          marked={nodeName}
        />
      </section>
      {error && <p className="error-text">{error.message}</p>}
      <Attempts
        namespace={namespace}
        name={name}
        decisions={data?.pod?.schedulingDecisions ?? []}
        nodeCount={nodes.length}
      />
      <Descheduled decisions={data?.pod?.deschedulingDecisions ?? []} />
      <EventList events={data?.pod?.events.nodes ?? []} />
    </>
  );
}
