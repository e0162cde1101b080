import { useState } from 'react';
import './commands.css';

/** Commands that do the same as the controls above, each to be copied. */
export function Commands({ commands }: { readonly commands: readonly string[] }) {
  return commands.map((command) => <Command key={command} command={command} />);
}

/** A command, and a button that copies it. */
export function Command({ command }: { readonly command: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(command).then(
      () => setIsCopied(true),
      // A page without HTTPS may not write to the clipboard: the text can be selected there.
      () => setIsCopied(false),
    );
  return (
    <div className="command">
      <code className="action-command">{command}</code>
      <button type="button" className="plain small" aria-label={`Copy: ${command}`} onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
