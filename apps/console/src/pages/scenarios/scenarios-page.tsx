import { lazy, Suspense, useMemo, useState, type DragEvent } from 'react';
import zoneOutage from 'examples/scenarios/zone-outage.yaml?raw';
import { clusterSchemas } from '../../editor/cluster-schemas';
import { documentsOf } from '../../editor/documents';
import { useClient } from '../../graphql/client-context';
import { commands } from '../../model/actions/commands';
import { Command } from '../../shell/commands';
import { ClusterBar } from '../cluster/cluster-bar';
import { useScenarioRun } from './use-scenario-run';
import { Verdicts } from './verdicts';
import { ActButton } from '../../shell/act-button';
import '../../editor/editor.css';
import './scenarios.css';

const YamlEditor = lazy(() => import('../../editor/yaml-editor'));
/** A scenario to begin with, without the reference to its schema, which is for editors of files. */
const EXAMPLE_SCENARIO = zoneOutage.replace(/^# yaml-language-server:.*\n/, '');

/** A scenario to write or to drop, which runs on a cluster of its own, with the verdict of each step as it comes. */
export default function ScenariosPage() {
  const client = useClient();
  const source = useMemo(() => clusterSchemas(client), [client]);
  const [initial, setInitial] = useState(EXAMPLE_SCENARIO);
  const [text, setText] = useState(EXAMPLE_SCENARIO);
  const { run, remove, ...state } = useScenarioRun();
  const documents = useMemo(() => documentsOf(text), [text]);
  const findings = useMemo(() => documents.flatMap((each) => each.findings), [documents]);
  const start = (): void => void run(text, documents[0]?.body);
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
              onSave={start}
            />
          </Suspense>
          <div className="editor-foot">
            <div className="editor-do">
              <ActButton className="primary" disabled={state.isRunning || findings.length > 0} onClick={start}>
                {state.isRunning ? 'Running…' : 'Run on a cluster of its own'}
              </ActButton>
              <span className="quiet small">Drop a file here to edit and run it.</span>
            </div>
            <Command command={commands.runScenario()} />
          </div>
        </section>
        <Verdicts {...state} onDelete={(cluster) => void remove(cluster)} />
      </main>
    </div>
  );
}
