import { useEffect } from 'react';
import { useClient } from '../../graphql/client-context';
import type { Condition } from '../../lessons/lesson';
import { conditionsHold } from './perform-actions';

/** Interval of the check that a step is done, in real time: the user may do it in a terminal elsewhere. */
const CHECK_INTERVAL_MS = 1_000;

/** Checks the conditions of the open step at intervals, until they hold; then calls `onDone`. Undefined: no step is open. */
export function useStepCheck(conditions: readonly Condition[] | undefined, onDone: () => void): void {
  const client = useClient();
  useEffect(() => {
    if (!conditions) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const check = (): void => {
      void conditionsHold(client, conditions)
        // A server that is away, or a cluster that is gone, has not done the step.
        .catch(() => false)
        .then((isDone) => {
          if (isOver) return;
          if (isDone) onDone();
          else timer = setTimeout(check, CHECK_INTERVAL_MS);
        });
    };
    check();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, conditions]);
}
