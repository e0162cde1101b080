import { useMemo, useState } from 'react';
import { useBoard, type LiveBoard } from '../../live/use-board';
import { useFacts, type Facts } from '../../live/use-facts';
import { usePastBoard } from '../../live/use-past-board';
import { usePastFacts } from '../../live/use-past-facts';
import type { TimelineEntry } from '../../model/timeline/entries';

/** State of a cluster that its page shows: the present, or that of a moment. */
interface ShownCluster {
  /** Facts of the present, whatever is shown. */
  readonly liveFacts: Facts;
  /** Change after which the cluster is shown; undefined for the present. */
  readonly moment: TimelineEntry | undefined;
  readonly board: LiveBoard;
  readonly facts: Facts;
  setMoment(moment: TimelineEntry | undefined): void;
}

/** Follows a cluster, and reads its past where a moment is chosen. */
export function useShownCluster(): ShownCluster {
  const live = useBoard();
  const liveFacts = useFacts();
  const [moment, setMoment] = useState<TimelineEntry>();
  const past = usePastBoard(moment?.revision, live);
  const pastFacts = usePastFacts(moment?.factsAt);
  const facts = useMemo(
    () => (moment === undefined ? liveFacts : { ...liveFacts, ...pastFacts }),
    [moment, liveFacts, pastFacts],
  );
  return { liveFacts, moment, setMoment, board: past ?? live, facts };
}
