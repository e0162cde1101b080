import { useState } from 'react';
import { useClient } from '../graphql/client-context';
import { pasted } from '../model/actions/pasted';
import { commandChoice, useCommandChoice } from './command-choice';
import './commands.css';

/** Commands that do the same as the controls above, each to be copied; `isAlways` for those that are what the page says. */
export function Commands({
  commands,
  isAlways = false,
}: {
  readonly commands: readonly string[];
  readonly isAlways?: boolean;
}) {
  return commands.map((command) => <Command key={command} command={command} isAlways={isAlways} />);
}

/** A command as it can be pasted, and a button that copies it, where commands are shown. */
export function Command({ command, isAlways = false }: { readonly command: string; readonly isAlways?: boolean }) {
  const isShown = useCommandChoice();
  const { cluster } = useClient();
  const [isCopied, setIsCopied] = useState(false);
  if (!isShown && !isAlways) return null;
  const text = pasted(command, { origin: location.origin, cluster });
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      // A page without HTTPS may not write to the clipboard: the text can be selected there.
      () => setIsCopied(false),
    );
  return (
    <div className="command">
      <code className="action-command">{text}</code>
      <button type="button" className="plain small" aria-label={`Copy: ${text}`} onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}

/** Switch that shows the command beside each action. */
export function CommandSwitch() {
  const isShown = useCommandChoice();
  return (
    <button
      type="button"
      className="plain command-switch"
      aria-pressed={isShown}
      title="Show the command that does the same beside each action"
      onClick={commandChoice.toggle}
    >
      <span aria-hidden="true" className="mono">
        &gt;_
      </span>
      As command
    </button>
  );
}
