import { useEffect, useState } from 'react';
import { useAnswer } from '../../../graphql/client-context';
import { WhyGonePodQuery } from '../../../graphql/operations.generated';
import type { TimelineEntry } from '../../../model/timeline/entries';
import { Attempts } from './attempts';
import { Descheduled } from './descheduled';
import { EventList } from './event-list';
import { PodStory } from './pod-story';
import './why.css';

interface GonePodProps {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly nodeCount: number;
  /** Last cycle of the descheduler: its decision is requested when it ends. */
  readonly lastCycle: number | undefined;
  readonly onMoment: (entry: TimelineEntry) => void;
}

/**
 * Panel of a pod that the board does not have, or not any more: the writer that ended it, and the decisions of
 * schedulers and the descheduler.
 */
export function GonePod({ namespace, name, uid, nodeCount, lastCycle, onMoment }: GonePodProps) {
  const { data, error, reload } = useAnswer(WhyGonePodQuery, { namespace, name });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (lastCycle !== undefined) reload();
  }, [lastCycle]);
  const decisions = (data?.schedulingDecisions.nodes ?? []).filter(({ podUid }) => podUid === uid);
  const descheduled = (data?.deschedulingDecisions ?? []).filter(({ podUid }) => podUid === uid);
  const events = (data?.events.nodes ?? []).filter(({ involvedObject }) => involvedObject.uid === uid);
  return (
    <>
      <PodStory key={round} namespace={namespace} name={name} uid={uid} onMoment={onMoment} />
      <p>
        <button
          onClick={() => {
            reload();
            setRound(round + 1);
          }}
        >
          Ask again
        </button>
      </p>
      {error && <p className="error-text">{error.message}</p>}
      <Attempts namespace={namespace} name={name} decisions={decisions} nodeCount={nodeCount} />
      <Descheduled decisions={descheduled} />
      <EventList events={events} />
    </>
  );
}
