import { useEffect, useRef, useState } from 'react';
import { clientOf, type ClusterClient } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import {
  CreateClusterMutation,
  DeleteClusterMutation,
  RunScenarioMutation,
  ScenarioProgressedSubscription,
  type CreateClusterInput,
} from '../../graphql/operations.generated';
import { useRequest } from '../../graphql/use-request';
import { clusterOfScenario } from '../../model/scenarios';

/** Steps of a scenario that have been done, each with its verdict. */
export type ScenarioProgress = ScenarioProgressedSubscription['scenarioProgressed'];

/** The last run of a scenario. */
interface ScenarioRun {
  readonly isRunning: boolean;
  /** Undefined before the first step. */
  readonly progress: ScenarioProgress | undefined;
  /** Errors or warnings of the run; empty if there are none. */
  readonly problem: string;
  /** Name of its cluster; undefined before the first run, and when the cluster is deleted. */
  readonly cluster: string | undefined;
  /** Runs a scenario, given as text and as its document, on a new cluster. */
  run(text: string, document: unknown): Promise<void>;
  /** Deletes the cluster of the run. */
  remove(cluster: string): Promise<void>;
}

/** Runs scenarios, each on a cluster of its own, which stays until it is deleted. */
export function useScenarioRun(): ScenarioRun {
  const client = useClient();
  const { problem, setProblem, request, mutate } = useRequest();
  const [progress, setProgress] = useState<ScenarioProgress>();
  const [isRunning, setIsRunning] = useState(false);
  const [cluster, setCluster] = useState<string>();
  const running = useRef<ClusterClient>(undefined);
  useEffect(() => () => running.current?.close(), []);

  const start = async (text: string, document: unknown): Promise<void> => {
    const suffix = Date.now().toString(36).slice(-5);
    // The server checks what the scenario says of its cluster.
    const input = clusterOfScenario(document, suffix) as CreateClusterInput;
    const isMade = await mutate(async () => (await client.ask(CreateClusterMutation, { input })).createCluster);
    if (!isMade) return;
    setCluster(input.name);
    running.current?.close();
    const own = (running.current = clientOf(input.name));
    own.follow(ScenarioProgressedSubscription, {}, { answer: (answer) => setProgress(answer.scenarioProgressed) });
    const answer = await request(() => own.ask(RunScenarioMutation, { input: { yaml: text } }));
    if (!answer) return;
    const { errors, report } = answer.runScenario;
    setProblem([...errors.map(({ message }) => message), ...(report?.warnings ?? [])].join(' '));
  };
  const run = async (text: string, document: unknown): Promise<void> => {
    setIsRunning(true);
    setProgress(undefined);
    await start(text, document).finally(() => setIsRunning(false));
  };
  const remove = async (name: string): Promise<void> => {
    running.current?.close();
    running.current = undefined;
    const isDeleted = await mutate(async () => (await client.ask(DeleteClusterMutation, { name })).deleteCluster);
    if (isDeleted) setCluster(undefined);
  };
  return { isRunning, progress, problem, cluster, run, remove };
}
