import type { ReactNode } from 'react';
import { useRequest } from '../../../graphql/use-request';
import { Commands } from '../../../shell/commands';
import { ActButton } from '../../../shell/act-button';
import './actions.css';

interface ActionProps {
  readonly label: string;
  /** Command that does the same, to be copied; several are one after the other. */
  readonly command: string | readonly string[];
  readonly isDangerous?: boolean;
  /** True for the one action of a dialog. */
  readonly isPrimary?: boolean;
  readonly isDisabled?: boolean;
  /** Fields to fill in before the button. */
  readonly children?: ReactNode;
  readonly run: () => Promise<{ readonly errors: readonly { readonly message: string }[] }>;
}

/** Action with the command that does the same, and the server's answer if it refuses. */
export function Action({
  label,
  command,
  isDangerous = false,
  isPrimary = false,
  isDisabled = false,
  children,
  run,
}: ActionProps) {
  const { isBusy, problem, mutate } = useRequest();
  return (
    <div className="action">
      {/* A form: Enter in a field does what the button does. */}
      <form
        className="action-do"
        onSubmit={(event) => {
          event.preventDefault();
          void mutate(run);
        }}
      >
        {children}
        <ActButton className={isDangerous ? 'danger' : isPrimary ? 'primary' : ''} disabled={isBusy || isDisabled}>
          {label}
        </ActButton>
      </form>
      <Commands commands={[command].flat()} />
      {problem !== '' && (
        <p role="alert" className="error-text small">
          {problem}
        </p>
      )}
    </div>
  );
}
