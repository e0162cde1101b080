import { useState, type ReactNode } from 'react';
import { AskError } from '../../../graphql/client';
import { Command } from './commands';
import './actions.css';

interface ActionProps {
  readonly label: string;
  /** Command that does the same, to be copied. */
  readonly command: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Fields to fill in before the button. */
  readonly children?: ReactNode;
  readonly run: () => Promise<{ readonly errors: readonly { readonly message: string }[] }>;
}

/** Action with the command that does the same, and the server's answer if it refuses. */
export function Action({ label, command, isDangerous = false, isDisabled = false, children, run }: ActionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async (): Promise<void> => {
    setIsBusy(true);
    setProblem('');
    try {
      setProblem((await run()).errors[0]?.message ?? '');
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      setProblem(error.message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div className="action">
      {/* A form: Enter in a field does what the button does. */}
      <form
        className="action-do"
        onSubmit={(event) => {
          event.preventDefault();
          void act();
        }}
      >
        {children}
        <button className={isDangerous ? 'danger' : ''} disabled={isBusy || isDisabled}>
          {label}
        </button>
      </form>
      <Command command={command} />
      {problem !== '' && (
        <p role="alert" className="error-text small">
          {problem}
        </p>
      )}
    </div>
  );
}
