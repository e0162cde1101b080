import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { AskError } from '../graphql/client';
import { useClient } from '../graphql/client-context';
import { modeOf, saveCommands, type ObjectBody } from '../model/editor/saving';
import { Commands } from '../shell/commands';
import { clusterSchemas } from './cluster-schemas';
import { documentsOf, type Finding, type TextDocument } from './documents';
import { useQuietCheck } from './use-quiet-check';
import { findingsHere, writeDocuments, type WriteOutcome, type WrittenObject } from './write-objects';
import { ActButton } from '../shell/act-button';
import './editor.css';

const YamlEditor = lazy(() => import('./yaml-editor'));

interface ObjectEditorProps {
  readonly initial: string;
  readonly onWritten: (written: readonly WrittenObject[]) => void;
}

/** Edits objects as YAML: checked as one types, tried by the server, then written. */
export default function ObjectEditor({ initial, onWritten }: ObjectEditorProps) {
  const client = useClient();
  const source = useMemo(() => clusterSchemas(client), [client]);
  const [text, setText] = useState(initial);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [says, setSays] = useState('');
  const [isConflict, setIsConflict] = useState(false);
  const [isForced, setIsForced] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => setText(initial), [initial]);
  const documents = useMemo(() => documentsOf(text), [text]);
  const bodies = documents.map(({ body }) => (body ?? {}) as ObjectBody);

  /** Tries the text of the editor; undefined if it cannot be tried, or is not wanted any more. */
  const attempt = async (
    tried: readonly TextDocument[],
    isWanted: () => boolean,
  ): Promise<WriteOutcome | undefined> => {
    const here = await findingsHere(tried, source);
    if (!isWanted()) return undefined;
    if (here.length > 0 || tried.length === 0) {
      setFindings(here);
      setSays(here[0] ? `Line ${lineOf(text, here[0].from)}: ${here[0].message}` : '');
      return undefined;
    }
    const outcome = await writeDocuments(client, { documents: tried, isDryRun: true, isForced });
    if (!isWanted()) return undefined;
    setFindings(outcome.findings);
    setIsConflict(outcome.isConflict);
    setSays(
      outcome.findings.length > 0
        ? `Line ${lineOf(text, outcome.findings[0]!.from)}: ${outcome.findings[0]!.message}`
        : ['The server would accept it.', ...outcome.warnings].join(' '),
    );
    return outcome;
  };
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setSays(error.message);
    }
  };
  const giveUpCheck = useQuietCheck(
    (isCurrent) => guarded(async () => void (await attempt(documents, isCurrent))),
    [documents, isForced],
  );
  const save = (): void => {
    giveUpCheck();
    setIsBusy(true);
    void guarded(async () => {
      const tried = await attempt(documents, () => true);
      if (!tried || tried.findings.length > 0) return;
      const { findings: refused, written } = await writeDocuments(client, { documents, isDryRun: false, isForced });
      setFindings(refused);
      const done = written.map(({ kind, name }) => `${kind} ${name}`).join(', ');
      setSays([...(done === '' ? [] : [`Saved ${done}.`]), ...refused.map(({ message }) => message)].join(' '));
      if (written.length > 0) onWritten(written);
    }).finally(() => setIsBusy(false));
  };
  const hasProblem = findings.length > 0;
  return (
    <div className="object-editor">
      <Suspense fallback={<p className="quiet editor-wait">Loading the editor…</p>}>
        <YamlEditor
          initial={initial}
          label="Objects in YAML"
          source={source}
          findings={findings}
          onText={setText}
          onSave={save}
        />
      </Suspense>
      <div className="editor-foot">
        <div className="editor-do">
          <ActButton className="primary" disabled={isBusy || documents.length === 0} onClick={save}>
            {bodies.length === 1 && modeOf(bodies[0]!) === 'replace' ? 'Save' : 'Apply'}
          </ActButton>
          {isConflict && (
            <label>
              <input type="checkbox" checked={isForced} onChange={({ target }) => setIsForced(target.checked)} />
              Take over fields of other managers
            </label>
          )}
          <span role="status" className={hasProblem ? 'error-text' : 'quiet'}>
            {says}
          </span>
        </div>
        {documents.length > 0 && <Commands commands={saveCommands(bodies, isForced)} />}
      </div>
    </div>
  );
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
