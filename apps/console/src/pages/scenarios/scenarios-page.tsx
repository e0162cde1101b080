import { lazy, Suspense, useEffect, useMemo, useRef, useState, type DragEvent } from 'react';
import zoneOutage from 'examples/scenarios/zone-outage.yaml?raw';
import { Link } from 'wouter';
import { clusterSchemas } from '../../editor/cluster-schemas';
import { documentsOf, type Finding } from '../../editor/documents';
import { AskError, clientOf, type ClusterClient } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import {
  CreateClusterMutation,
  DeleteClusterMutation,
  RunScenarioMutation,
  ScenarioProgressedSubscription,
  type CreateClusterInput,
} from '../../graphql/operations.generated';
import { clusterOfScenario, sinceStart } from '../../model/scenarios';
import { commands } from '../../model/actions/commands';
import { Command } from '../cluster/actions/commands';
import { ClusterBar } from '../cluster/cluster-bar';
import '../../editor/editor.css';
import './scenarios.css';

const YamlEditor = lazy(() => import('../../editor/yaml-editor'));
/** A scenario to begin with, without the reference to its schema, which is for editors of files. */
const EXAMPLE_SCENARIO = zoneOutage.replace(/^# yaml-language-server:.*\n/, '');
type Progress = ScenarioProgressedSubscription['scenarioProgressed'];

/** A scenario to write or to drop, which runs on a cluster of its own, with the verdict of each step as it comes. */
export default function ScenariosPage() {
  const client = useClient();
  const source = useMemo(() => clusterSchemas(client), [client]);
  const [initial, setInitial] = useState(EXAMPLE_SCENARIO);
  const [text, setText] = useState(EXAMPLE_SCENARIO);
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState('');
  const [isRunning, setIsRunning] = useState(false);
  const [cluster, setCluster] = useState<string>();
  const running = useRef<ClusterClient>(undefined);
  useEffect(() => () => running.current?.close(), []);
  const documents = useMemo(() => documentsOf(text), [text]);
  const findings = useMemo<readonly Finding[]>(() => documents.flatMap((each) => each.findings), [documents]);

  const run = async (): Promise<void> => {
    setIsRunning(true);
    setProblem('');
    setProgress(undefined);
    try {
      const suffix = Date.now().toString(36).slice(-5);
      // The server checks what the scenario says of its cluster.
      const input = clusterOfScenario(documents[0]?.body, suffix) as CreateClusterInput;
      const { createCluster } = await client.ask(CreateClusterMutation, { input });
      if (createCluster.errors[0]) return setProblem(createCluster.errors[0].message);
      setCluster(input.name);
      running.current?.close();
      const own = (running.current = clientOf(input.name));
      own.follow(ScenarioProgressedSubscription, {}, { answer: (answer) => setProgress(answer.scenarioProgressed) });
      const { runScenario } = await own.ask(RunScenarioMutation, { input: { yaml: text } });
      setProblem(
        [...runScenario.errors.map(({ message }) => message), ...(runScenario.report?.warnings ?? [])].join(' '),
      );
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setProblem(error.message);
    } finally {
      setIsRunning(false);
    }
  };
  const remove = async (name: string): Promise<void> => {
    running.current?.close();
    running.current = undefined;
    try {
      const { deleteCluster } = await client.ask(DeleteClusterMutation, { name });
      if (deleteCluster.errors[0]) setProblem(deleteCluster.errors[0].message);
      else setCluster(undefined);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setProblem(error.message);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void event.dataTransfer.files[0]?.text().then((dropped) => {
      setInitial(dropped);
      setText(dropped);
    });
  };
  return (
    <div className="scenarios" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <ClusterBar view="scenarios" />
      <main className="scenarios-main">
        <section className="object-editor" aria-label="Editor">
          <Suspense fallback={<p className="quiet editor-wait">Loading the editor…</p>}>
            <YamlEditor
              initial={initial}
              label="Scenario in YAML"
              source={source}
              findings={findings}
              onText={setText}
              onSave={() => void run()}
            />
          </Suspense>
          <div className="editor-foot">
            <div className="editor-do">
              <button className="primary" disabled={isRunning || findings.length > 0} onClick={() => void run()}>
                {isRunning ? 'Running…' : 'Run on a cluster of its own'}
              </button>
              <span className="quiet small">Drop a file here to run it.</span>
            </div>
            <Command command={commands.runScenario()} />
          </div>
        </section>
        <section className="verdicts" aria-label="Verdicts">
          <div className="verdicts-head">
            <h2>{progress?.name ?? 'Verdicts'}</h2>
            {progress && (
              <span role="status" className={progress.passed ? 'pill good' : 'pill bad'}>
                {progress.passed ? (progress.isRunning ? '✓ so far' : '✓ passed') : '✕ failed'}
              </span>
            )}
            {cluster !== undefined && (
              <>
                <Link className="button" href={`/${encodeURIComponent(cluster)}`}>
                  Look at {cluster}
                </Link>
                <button disabled={isRunning} onClick={() => void remove(cluster)}>
                  Delete it
                </button>
                <Command command={commands.deleteCluster(cluster)} />
              </>
            )}
          </div>
          {problem !== '' && (
            <p role="alert" className="error-text">
              {problem}
            </p>
          )}
          {!progress && problem === '' && (
            <p className="quiet">
              A scenario is timed faults, changes and expectations. Each step says here whether it held, as cluster time
              goes by.
            </p>
          )}
          <ol>
            {(progress?.steps ?? []).map(({ name, seconds, action, ok, message }, index) => (
              <li key={index} className={ok ? 'verdict' : 'verdict bad'}>
                <span className="mono quiet small">{sinceStart(seconds)}</span>
                <span className={ok ? 'pill good' : 'pill bad'}>{ok ? '✓' : '✕'}</span>
                <span>
                  <span className="strong">{name}</span> <span className="quiet small">{action}</span>
                  <span className="block small">{message}</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
      </main>
    </div>
  );
}
