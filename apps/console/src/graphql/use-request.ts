import { useState } from 'react';
import { AskError } from './client';

/** Errors that a mutation answers with. */
interface Refusable {
  readonly errors: readonly { readonly message: string }[];
}

/** Requests of a part of a page, with the error of the last one. */
interface Requests {
  readonly isBusy: boolean;
  /** Error of the last request, in the words of the server; empty if it succeeded. */
  readonly problem: string;
  setProblem(problem: string): void;
  /** Does work that asks the server; returns undefined if the server could not be asked, or refused to answer. */
  request<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Sends a mutation; returns whether it succeeded. */
  mutate(work: () => Promise<Refusable>): Promise<boolean>;
}

/** Keeps the state of the requests of a part of a page. Faults that are not of the server are thrown. */
export function useRequest(): Requests {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const request = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setIsBusy(true);
    setProblem('');
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setProblem(error.message);
      return undefined;
    } finally {
      setIsBusy(false);
    }
  };
  const mutate = async (work: () => Promise<Refusable>): Promise<boolean> => {
    const outcome = await request(work);
    const [refusal] = outcome?.errors ?? [];
    if (refusal) setProblem(refusal.message);
    return outcome !== undefined && refusal === undefined;
  };
  return { isBusy, problem, setProblem, request, mutate };
}
