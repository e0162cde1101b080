import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { type AskError, clientOf, type ClusterClient } from './client';
import type { Operation } from './operations.generated';

const Context = createContext<ClusterClient | undefined>(undefined);

/** Gives what is inside a client of the cluster of this name. */
export function ClusterProvider({ cluster, children }: { readonly cluster: string; readonly children: ReactNode }) {
  const [client, setClient] = useState<ClusterClient>();
  useEffect(() => {
    const made = clientOf(cluster);
    setClient(made);
    return () => made.close();
  }, [cluster]);
  return client?.cluster === cluster ? <Context.Provider value={client}>{children}</Context.Provider> : null;
}

/** The client of the cluster that is shown. */
export function useClient(): ClusterClient {
  const client = useContext(Context);
  if (!client) throw new Error('there is no ClusterProvider around this part of the page');
  return client;
}

/** What is known of an answer. */
export interface Answer<A> {
  readonly data: A | undefined;
  readonly error: AskError | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

/** The answer to a query, asked again when `variables` change. With `operation` undefined nothing is asked. */
export function useAnswer<A, V>(operation: Operation<A, V> | undefined, variables: V): Answer<A> {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Answer<A>, 'reload'>>({ data: undefined, error: undefined, isLoading: true });
  const key = JSON.stringify(variables);
  useEffect(() => {
    if (operation === undefined) return undefined;
    let isCurrent = true;
    setState((before) => ({ ...before, isLoading: true }));
    client.ask(operation, JSON.parse(key) as V).then(
      (data) => isCurrent && setState({ data, error: undefined, isLoading: false }),
      (error: unknown) => isCurrent && setState({ data: undefined, error: error as AskError, isLoading: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, operation, key, round]);
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
