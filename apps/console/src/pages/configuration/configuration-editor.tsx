import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { clusterSchemas } from '../../editor/cluster-schemas';
import { documentsOf, type Finding } from '../../editor/documents';
import { AskError } from '../../graphql/client';
import { useClient } from '../../graphql/client-context';
import {
  SetDeschedulerScheduleMutation,
  SetSchedulerConfigMutation,
  type UserErrorPartsFragment,
} from '../../graphql/operations.generated';
import {
  configurationCommand,
  CONFIGURATION_KINDS,
  Configured,
  removalCommand,
  USUAL_INTERVAL,
} from '../../model/editor/configurations';
import { Command } from '../cluster/actions/commands';
import { Preview } from './preview';
import '../../editor/editor.css';

const YamlEditor = lazy(() => import('../../editor/yaml-editor'));
const QUIET_MS = 500;
const SAVED = 'Saved: it is in force.';

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
export function ConfigurationEditor({ what, initial, isSet, interval: known, onSaved }: ConfigurationEditorProps) {
  const client = useClient();
  const source = useMemo(
    () => ({ ...clusterSchemas(client), kinds: () => Promise.resolve(CONFIGURATION_KINDS[what]) }),
    [client, what],
  );
  const [text, setText] = useState(initial);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [says, setSays] = useState('');
  const [interval, setInterval] = useState(known ?? USUAL_INTERVAL);
  const isScheduler = what === Configured.Scheduler;
  useEffect(() => setText(initial), [initial]);

  const shown = (errors: readonly UserErrorPartsFragment[], whenWell: string): void => {
    const [document] = documentsOf(text);
    setFindings(
      errors.map(({ field, message }) => ({
        ...(document?.rangeOf(field?.[0] === 'yaml' ? field.slice(1) : []) ?? { from: 0, to: text.length }),
        message,
      })),
    );
    setSays(errors[0]?.message ?? whenWell);
  };
  const guarded = async (work: () => Promise<void>, isCurrent = () => true): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      if (isCurrent()) setSays(error.message);
    }
  };
  const giveUpCheck = useRef<() => void>(() => undefined);
  const isInForce = isSet && text === initial;
  useEffect(() => {
    if (isInForce) {
      // It was taken already: the answer to the save stays.
      setFindings([]);
      return setSays((said) => (said === SAVED ? said : ''));
    }
    let isCurrent = true;
    const check = async (): Promise<void> => {
      const here = documentsOf(text).flatMap((document) => document.findings);
      if (here.length > 0 || !isScheduler) {
        setFindings(here);
        setSays(here[0]?.message ?? '');
        return;
      }
      const input = { yaml: text, dryRun: true };
      const { setSchedulerConfig } = await client.ask(SetSchedulerConfigMutation, { input });
      if (!isCurrent) return;
      const warnings = (setSchedulerConfig.config?.warnings ?? []).map(({ field, reason }) => `${field}: ${reason}`);
      shown(setSchedulerConfig.errors, ['The server would take it.', ...warnings].join(' '));
    };
    const timer = setTimeout(() => void guarded(check, () => isCurrent), QUIET_MS);
    giveUpCheck.current = () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    return giveUpCheck.current;
  }, [client, text, isScheduler, isInForce]);
  const write = (document: { readonly yaml: string } | { readonly remove: true }): void => {
    // What was saved is answered by the save: no check of before may speak after it.
    giveUpCheck.current();
    void guarded(async () => {
      const { errors } = isScheduler
        ? (await client.ask(SetSchedulerConfigMutation, { input: document })).setSchedulerConfig
        : (
            await client.ask(SetDeschedulerScheduleMutation, {
              input: 'remove' in document ? document : { ...document, interval },
            })
          ).setDeschedulerSchedule;
      shown(errors, SAVED);
      if (errors.length === 0) onSaved();
    });
  };
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
            onSave={() => write({ yaml: text })}
          />
        </Suspense>
        <div className="editor-foot">
          <div className="editor-do">
            <button className="primary" onClick={() => write({ yaml: text })}>
              Save
            </button>
            {!isScheduler && (
              <label>
                every
                <input size={5} value={interval} onChange={({ target }) => setInterval(target.value)} />
              </label>
            )}
            {isSet && (
              <button onClick={() => write({ remove: true })}>{isScheduler ? 'Defaults' : 'Stop cycles'}</button>
            )}
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
