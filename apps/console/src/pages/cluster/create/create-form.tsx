import { useState, type ReactNode } from 'react';
import { useClient } from '../../../graphql/client-context';
import { AdvanceClockMutation } from '../../../graphql/operations.generated';
import type { LiveBoard } from '../../../live/use-board';
import { commands } from '../../../model/actions/commands';
import { Action } from '../actions/action';

/** Cluster time in which the scheduler places new pods and their containers start. */
const START = '10s';

/** Properties of each form of the dialog. */
export interface CreateFormProps {
  readonly board: LiveBoard;
  readonly isPaused: boolean;
  readonly onDone: () => void;
}

interface CreateFormParts extends Omit<CreateFormProps, 'board'> {
  readonly command: string;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
  readonly run: () => Promise<{ readonly errors: readonly { readonly message: string }[] }>;
}

/** A form that creates, and lets a paused clock advance so that what is new starts. */
export function CreateForm({ isPaused, onDone, command, isDisabled = false, children, run }: CreateFormParts) {
  const client = useClient();
  const [isAdvancing, setIsAdvancing] = useState(true);
  const advance = isPaused && isAdvancing;
  const create = async () => {
    const outcome = await run();
    if (outcome.errors.length > 0) return outcome;
    if (advance) {
      const { advanceClock } = await client.ask(AdvanceClockMutation, { input: { by: START } });
      if (advanceClock.errors.length > 0) return advanceClock;
    }
    onDone();
    return outcome;
  };
  return (
    <Action
      label="Create"
      isPrimary
      command={advance ? [command, commands.advanceClock({ by: START })] : command}
      isDisabled={isDisabled}
      run={create}
    >
      <div className="fields">
        {children}
        {isPaused && (
          <label className="check wide">
            <input type="checkbox" checked={isAdvancing} onChange={({ target }) => setIsAdvancing(target.checked)} />
            Advance the paused clock by {START}, so that it starts
          </label>
        )}
      </div>
    </Action>
  );
}

/** Returns the errors of work in steps: of the first that is refused. */
export async function firstRefusal(
  steps: readonly (() => Promise<{ readonly errors: readonly { readonly message: string }[] }>)[],
): Promise<{ readonly errors: readonly { readonly message: string }[] }> {
  for (const step of steps) {
    const outcome = await step();
    if (outcome.errors.length > 0) return outcome;
  }
  return { errors: [] };
}
