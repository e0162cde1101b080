import { acceptCompletion, autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import { complete, type SchemaSource } from './completions';
import type { Finding } from './documents';
import { pageTheme } from './theme';

interface YamlEditorProps {
  /** Shown at first, and whenever it becomes another one. */
  readonly initial: string;
  readonly label: string;
  readonly source: SchemaSource;
  readonly findings: readonly Finding[];
  readonly onText: (text: string) => void;
  /** Ctrl or Command with S. */
  readonly onSave: () => void;
}

/**
 * An editor of YAML. It lives in a shadow tree: there its styles are sheets made by script, which the policy of the page allows,
 * while in the document they would be elements, which it does not.
 */
export default function YamlEditor({ initial, label, source, findings, onText, onSave }: YamlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef({ onText, onSave, source });
  latest.current = { onText, onSave, source };
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    if (!root) return undefined;
    const made = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: initial,
        extensions: [
          Prec.high(
            keymap.of([
              {
                key: 'Mod-s',
                preventDefault: true,
                run: () => {
                  latest.current.onSave();
                  return true;
                },
              },
              { key: 'Tab', run: acceptCompletion },
            ]),
          ),
          basicSetup,
          yaml(),
          autocompletion({ override: [(context) => complete(latest.current.source, context)], icons: false }),
          // Escape, then Tab leaves the editor: nobody is caught in it.
          keymap.of([...completionKeymap, ...lintKeymap, indentWithTab]),
          lintGutter(),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.lineWrapping,
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onText(update.state.doc.toString());
          }),
          pageTheme,
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = undefined;
      made.destroy();
    };
  }, [initial, label]);
  useEffect(() => {
    const { current } = view;
    if (!current) return;
    const { length } = current.state.doc;
    const shown = findings.map(({ from, to, message }) => ({
      from: Math.min(from, length),
      to: Math.min(to, length),
      message,
      severity: 'error' as const,
    }));
    current.dispatch(setDiagnostics(current.state, shown));
  }, [findings, initial]);
  return <div ref={host} className="yaml-editor" />;
}
