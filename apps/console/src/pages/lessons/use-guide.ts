import { useEffect, useState } from 'react';
import { AskError } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import type { Condition, LessonAction } from '../../lessons/lesson';
import { conditionsHold, performActions } from './perform-actions';

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

/** Actions that the guide performs for the user. */
interface Performer {
  readonly isBusy: boolean;
  /** Error of the last actions; empty if there was none. */
  readonly problem: string;
  /** Performs actions; returns the refusals of the server. */
  perform(actions: readonly LessonAction[]): Promise<readonly string[]>;
  setProblem(problem: string): void;
}

/** Performs actions of a lesson, one list at a time, and keeps the error of the last. */
export function usePerformer(): Performer {
  const client = useClient();
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const perform = async (actions: readonly LessonAction[]): Promise<readonly string[]> => {
    setIsBusy(true);
    setProblem('');
    try {
      return await performActions(client, actions);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setProblem(error.message);
      return [];
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, problem, perform, setProblem };
}
