import { useEffect, useRef, type ReactNode } from 'react';
import { CommandSwitch } from './commands';

interface FrameProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
  /** Link shown when the requested action is done: then there is nothing to cancel. */
  readonly next?: ReactNode;
  readonly onClose: () => void;
}

/** A dialog with a title, and a button that gives it up. */
export function Frame({ id, title, children, next, onClose }: FrameProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
      <div className="actions">
        <CommandSwitch />
        <span className="grow" />
        <button type="button" onClick={() => dialog.current?.close()}>
          {next === undefined ? 'Cancel' : 'Close'}
        </button>
        {next}
      </div>
    </dialog>
  );
}
