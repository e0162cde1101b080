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
  /** The last cycle of the descheduler: what it decided is asked for when it ends. */
  readonly lastCycle: number | undefined;
  readonly onMoment: (entry: TimelineEntry) => void;
}

/** A pod that the board does not have, or not any more: who ended it, what schedulers and the descheduler made of it. */
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
