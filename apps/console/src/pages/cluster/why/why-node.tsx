import { lazy, Suspense, useState } from 'react';
import { useAnswer } from '../../../graphql/client-context';
import { WhyNodeQuery } from '../../../graphql/operations.generated';
import { taintText } from '../../../model/board/board-node';
import { clusterTime } from '../../../model/clock-words';
import type { TimelineEntry } from '../../../model/timeline/entries';
import { EventList } from './event-list';
import './why.css';

/** Loaded when a node is selected: it brings the charts. */
const NodeSignals = lazy(() => import('./node-signals'));

interface WhyNodeProps {
  readonly name: string;
  /** Moment that is shown; undefined: the present. */
  readonly moment: TimelineEntry | undefined;
}

/** Returns why a node is as it is, or was: heartbeats, conditions, taints and faults with their times, events. */
export function WhyNode({ name, moment }: WhyNodeProps) {
  const { data, error, reload } = useAnswer(WhyNodeQuery, { name, ...(moment && { at: moment.factsAt }) });
  const [round, setRound] = useState(0);
  if (error) return <p className="error-text">{error.message}</p>;
  if (!data?.node) return null;
  const { node, faults, nodeHealth } = data;
  const own = faults.filter(({ nodeName }) => nodeName === name);
  return (
    <>
      <section>
        <h3>
          Why{' '}
          {moment === undefined ? (
            <button className="plain small" onClick={() => (reload(), setRound(round + 1))}>
              Ask again
            </button>
          ) : (
            'then'
          )}
        </h3>
        {node.heartbeatAge !== null && (
          <p>
            Its last heartbeat was {Math.round(node.heartbeatAge)} s {moment === undefined ? 'ago' : 'before'}; after{' '}
            {nodeHealth.nodeMonitorGracePeriod} of silence it counts as lost.
          </p>
        )}
        {own.map(({ kind, since, until, isInForce }) => (
          <p key={`${kind}${since}`}>
            <span className="pill bad">⚡ {kind}</span> {isInForce ? 'since' : 'from'} {clusterTime(since)}
            {until ? ` until ${clusterTime(until)}` : ', until it is cleared'}
          </p>
        ))}
        {node.taints.map((taint) => (
          <p key={`${taint.key}${taint.effect}`}>
            <span className="pill warn">
              ◆ {taintText({ key: taint.key, value: taint.value ?? '', effect: taint.effect ?? '' })}
            </span>
            {taint.timeAdded ? ` since ${clusterTime(taint.timeAdded)}` : ''}
          </p>
        ))}
      </section>
      <Suspense>
        <NodeSignals key={round} name={name} atMs={moment?.timeMs} />
      </Suspense>
      <section>
        <h3>Conditions</h3>
        {node.conditions.map(({ type, status, reason, message, lastTransitionTime }) => (
          <p key={type} className="event">
            <span className={isWell(type, status) ? 'pill' : 'pill bad'}>
              {type} {status}
            </span>{' '}
            {message ?? reason}
            {lastTransitionTime && (
              <time className="mono quiet small block">since {clusterTime(lastTransitionTime)}</time>
            )}
          </p>
        ))}
      </section>
      <EventList events={node.events.nodes} />
    </>
  );
}

/** Ready should be true, pressure should not. */
function isWell(type: string, status: string): boolean {
  return status === (type === 'Ready' ? 'True' : 'False');
}
