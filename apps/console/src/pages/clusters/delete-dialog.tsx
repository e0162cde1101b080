import { Frame } from '../../shell/frame';
import { Action } from '../cluster/actions/action';

interface DeleteDialogProps {
  /** Object to delete, such as `cluster shop`. */
  readonly what: string;
  readonly command: string;
  readonly run: () => Promise<{ readonly errors: readonly { readonly message: string }[] }>;
  readonly onClose: () => void;
}

/** Asks whether something is really to be deleted. */
export function DeleteDialog({ what, command, run, onClose }: DeleteDialogProps) {
  const remove = async () => {
    const outcome = await run();
    if (outcome.errors.length === 0) onClose();
    return outcome;
  };
  return (
    <Frame id="delete" title={`Delete ${what}?`} onClose={onClose}>
      <p className="quiet">It cannot be brought back.</p>
      <Action label="Delete" command={command} isDangerous run={remove} />
    </Frame>
  );
}
