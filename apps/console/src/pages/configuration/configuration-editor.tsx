import { lazy, Suspense, useMemo } from 'react';
import { clusterSchemas } from '../../editor/cluster-schemas';
import { useClient } from '../../graphql/client-context';
import {
  configurationCommand,
  CONFIGURATION_KINDS,
  Configured,
  removalCommand,
} from '../../model/editor/configurations';
import { Command } from '../../shell/commands';
import { Preview } from './preview';
import { useConfigurationDraft } from './use-configuration-draft';
import { ActButton } from '../../shell/act-button';
import '../../editor/editor.css';

const YamlEditor = lazy(() => import('../../editor/yaml-editor'));

interface ConfigurationEditorProps {
  readonly what: Configured;
  readonly initial: string;
  /** True if a configuration is set, so that the defaults can be restored. */
  readonly isSet: boolean;
  /** Interval of the descheduler. */
  readonly interval: string | undefined;
  readonly onSaved: () => void;
}

/** A configuration to edit, to try and to save. */
export function ConfigurationEditor(props: ConfigurationEditorProps) {
  const { what, initial, isSet } = props;
  const client = useClient();
  const source = useMemo(
    () => ({ ...clusterSchemas(client), kinds: () => Promise.resolve(CONFIGURATION_KINDS[what]) }),
    [client, what],
  );
  const { text, interval, findings, says, setText, setInterval, save, remove } = useConfigurationDraft(props);
  const isScheduler = what === Configured.Scheduler;
  return (
    <main className="configuration-main">
      <section className="object-editor" aria-label="Editor">
        <Suspense fallback={<p className="quiet editor-wait">Loading the editor…</p>}>
          <YamlEditor
            initial={initial}
            label="Configuration in YAML"
            source={source}
            findings={findings}
            onText={setText}
            onSave={save}
          />
        </Suspense>
        <div className="editor-foot">
          <div className="editor-do">
            <ActButton className="primary" onClick={save}>
              Save
            </ActButton>
            {!isScheduler && (
              <label>
                every
                <input size={5} value={interval} onChange={({ target }) => setInterval(target.value)} />
              </label>
            )}
            {isSet && <ActButton onClick={remove}>{isScheduler ? 'Defaults' : 'Stop cycles'}</ActButton>}
            <span role="status" className={findings.length > 0 ? 'error-text' : 'quiet'}>
              {says}
            </span>
          </div>
          <Command command={configurationCommand(what, interval)} />
          {isSet && <Command command={removalCommand(what)} />}
        </div>
      </section>
      <Preview what={what} yaml={text} />
    </main>
  );
}
