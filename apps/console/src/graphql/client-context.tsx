import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { type AskError, clientOf, type ClusterClient } from './client';
import { useConnection } from './connection';
import { ClockQuery, type Operation } from './operations.generated';

const Context = createContext<ClusterClient | undefined>(undefined);

interface ClusterProviderProps {
  readonly cluster: string;
  readonly children: ReactNode;
  /** Shown in the place of the children when there is no such cluster, or no longer. */
  readonly missing?: ReactNode;
}

/** Gives what is inside a client of the cluster of this name, which is not asked again once the server does not have it. */
export function ClusterProvider({ cluster, children, missing }: ClusterProviderProps) {
  const [client, setClient] = useState<ClusterClient>();
  const [isMissing, setIsMissing] = useState(false);
  const hasMissing = missing !== undefined;
  useEffect(() => {
    const made = clientOf(cluster, { isKeptOpen: true });
    setClient(made);
    setIsMissing(false);
    const off = made.onMissing(() => {
      setIsMissing(true);
      if (hasMissing) made.close();
    });
    // A page that asks nothing else would not hear that there is no such cluster.
    if (hasMissing) made.ask(ClockQuery, {}).catch(() => undefined);
    return () => {
      off();
      made.close();
    };
  }, [cluster]);
  if (client?.cluster === cluster && isMissing && hasMissing) return missing;
  return client?.cluster === cluster ? <Context.Provider value={client}>{children}</Context.Provider> : null;
}

/** The client of the cluster that is shown. */
export function useClient(): ClusterClient {
  const client = useContext(Context);
  if (!client) throw new Error('there is no ClusterProvider around this part of the page');
  return client;
}

/** Answer of a request, or its state until then. */
export interface Answer<A> {
  readonly data: A | undefined;
  readonly error: AskError | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

/**
 * Returns the answer to a query, requested again when `variables` change, and when a lost server is there again. With `operation` undefined nothing is
 * requested. An answer to the same request is shown also when the request has been repeated meanwhile: frequent
 * requests never prevent answers.
 */
export function useAnswer<A, V>(operation: Operation<A, V> | undefined, variables: V): Answer<A> {
  const client = useClient();
  const { returns } = useConnection();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Answer<A>, 'reload'>>({ data: undefined, error: undefined, isLoading: true });
  const key = JSON.stringify(variables);
  const question = useMemo(() => ({ client, operation, key, answered: -1 }), [client, operation, key]);
  const current = useRef<object | undefined>(undefined);
  useEffect(() => {
    current.current = question;
    return () => {
      current.current = undefined;
    };
  }, [question]);
  useEffect(() => {
    if (question.operation === undefined) return;
    const isShown = (): boolean => current.current === question && question.answered <= round;
    const show = (answer: Pick<Answer<A>, 'data' | 'error'>): void => {
      if (!isShown()) return;
      question.answered = round;
      setState({ ...answer, isLoading: false });
    };
    // What was known stays on the page while the server cannot be reached.
    const fail = (error: AskError): void => {
      if (!error.isNetwork) show({ data: undefined, error });
      else if (isShown()) setState(({ data }) => ({ data, error: data ? undefined : error, isLoading: false }));
    };
    setState((before) => ({ ...before, isLoading: true }));
    question.client.ask(question.operation, JSON.parse(question.key) as V).then(
      (data) => show({ data, error: undefined }),
      (error: unknown) => fail(error as AskError),
    );
  }, [question, round, returns]);
  return { ...state, reload: () => setRound((before) => before + 1) };
}

/** The last answer of a subscription, and undefined before the first. */
export function useFollowed<A, V>(operation: Operation<A, V>, variables: V): A | undefined {
  const client = useClient();
  const [data, setData] = useState<A>();
  const key = JSON.stringify(variables);
  useEffect(() => client.follow(operation, JSON.parse(key) as V, { answer: setData }), [client, operation, key]);
  return data;
}
