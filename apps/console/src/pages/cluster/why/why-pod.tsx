import { useState } from 'react';
import { useAnswer } from '../../../graphql/client-context';
import { WhyPodQuery } from '../../../graphql/operations.generated';
import type { BoardPod } from '../../../model/board/board-pod';
import { clusterTime } from '../../../model/clock-words';
import { heatMap } from '../../../model/why/heat-map';
import { decisionSentences, explanationSentences } from '../../../model/why/pod-sentences';
import { EventList } from './event-list';
import { HeatTable } from './heat-table';
import './why.css';

/** Nodes of which verdicts are shown: more rows are no table to read, and tens of thousands of verdicts no answer to send. */
const MOST_NODES = 60;

interface WhyPodProps {
  readonly pod: BoardPod;
  /** Names of all nodes. */
  readonly nodes: readonly string[];
}

/** Why a pod is where it is, or waits: what the scheduler decided and would decide, the descheduler, events. */
export function WhyPod({ pod, nodes }: WhyPodProps) {
  const { namespace, name, nodeName } = pod;
  const [asked] = useState(() =>
    [...new Set([...(nodeName === undefined ? [] : [nodeName]), ...nodes])].slice(0, MOST_NODES),
  );
  const { data, error, isLoading, reload } = useAnswer(WhyPodQuery, { namespace, name, nodes: asked });
  if (error) return <p className="error-text">{error.message}</p>;
  if (!data) return <p className="quiet">{isLoading ? 'Asking the scheduler…' : ''}</p>;
  const { explainScheduling: explanation, pod: known } = data;
  const map = heatMap(explanation.nodes);
  return (
    <>
      <section>
        <h3>
          Why{' '}
          <button className="plain small" onClick={reload}>
            Ask again
          </button>
        </h3>
        {explanationSentences(explanation).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </section>
      <section>
        <h3>Nodes × scores</h3>
        <HeatTable map={map} current={nodeName} />
        {nodes.length > asked.length && (
          <p className="quiet small">
            {asked.length} of {nodes.length} nodes.
          </p>
        )}
      </section>
      {known && known.schedulingDecisions.length > 0 && (
        <section>
          <h3>Attempts</h3>
          {known.schedulingDecisions.map((decision) => (
            <div key={decision.number} className="attempt">
              <time className="mono quiet small">{clusterTime(decision.time)}</time>
              {decisionSentences(decision).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
          ))}
        </section>
      )}
      {known && known.deschedulingDecisions.length > 0 && (
        <section>
          <h3>Descheduler</h3>
          {known.deschedulingDecisions.map(({ time, strategy, verdict, reason, obstacle }) => (
            <p key={`${time}${strategy}`}>
              {clusterTime(time)} {strategy}: {verdict.toLowerCase().replaceAll('_', ' ')}, {reason}
              {obstacle ? ` (${obstacle})` : ''}
            </p>
          ))}
        </section>
      )}
      <EventList events={known?.events.nodes ?? []} />
    </>
  );
}
