import { useEffect, useState } from 'react';
import { useClient } from '../graphql/client-context';
import { PastFactsQuery } from '../graphql/operations.generated';
import { factsOf, type Facts } from './use-facts';
import { SETTLE_MS } from './use-past-board';

const NOTHING: Pick<Facts, 'faults' | 'zones'> = { faults: new Map(), zones: new Map() };

/** Faults and zones as they were at a moment; those of the former one until they are read. Nothing for the present. */
export function usePastFacts(moment: string | undefined): Pick<Facts, 'faults' | 'zones'> {
  const client = useClient();
  const [facts, setFacts] = useState(NOTHING);
  useEffect(() => {
    if (moment === undefined) {
      setFacts(NOTHING);
      return undefined;
    }
    let isOver = false;
    const show = (read: Pick<Facts, 'faults' | 'zones'>): void => {
      if (!isOver) setFacts(read);
    };
    const timer = setTimeout(() => {
      // The board says why the past cannot be read.
      client.ask(PastFactsQuery, { at: moment }).then(
        (past) => show(factsOf(past)),
        () => show(NOTHING),
      );
    }, SETTLE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, moment]);
  return facts;
}
