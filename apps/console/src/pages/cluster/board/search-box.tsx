import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { LiveBoard } from '../../../live/use-board';
import type { BoardFilter } from '../../../model/board/filter';
import { foundBy, foundWords, nextFound } from '../../../model/board/found';
import type { Subject } from '../../../model/board/subject';

interface SearchBoxProps {
  readonly board: LiveBoard;
  readonly text: string;
  /** Filter of the text. */
  readonly filter: BoardFilter;
  readonly selected: Subject | undefined;
  readonly onText: (text: string) => void;
  /** Called to show a subject that was found. */
  readonly onFound: (subject: Subject) => void;
}

/** Searches the board: how much is found, and by Enter from one to the next. */
export function SearchBox({ board, text, filter, selected, onText, onFound }: SearchBoxProps) {
  const field = useSlash();
  const { state, version } = board;
  // The state is changed in place: `version` says when to look at it again.
  const found = useMemo(() => foundBy(filter, state), [filter, state, version]);
  /** Step that Enter asked for before anything was found: taken as soon as something is. */
  const [awaited, setAwaited] = useState<1 | -1>();
  const go = (step: 1 | -1): void => {
    const next = nextFound(found, selected, step);
    setAwaited(next ? undefined : step);
    if (next) onFound(next);
  };
  useEffect(() => {
    if (awaited !== undefined && found.length > 0) go(awaited);
  }, [awaited, found]);
  const key = ({ key: pressed, shiftKey }: KeyboardEvent): void => {
    if (pressed === 'Enter') go(shiftKey ? -1 : 1);
  };
  return (
    <>
      <input
        ref={field}
        type="search"
        aria-label="Search pods and nodes"
        aria-keyshortcuts="/"
        placeholder="Search: web  app=web  ns:shop  is:starting    ( / )"
        title="Enter goes to what is found, Shift+Enter back"
        value={text}
        onChange={({ target }) => {
          setAwaited(undefined);
          onText(target.value);
        }}
        onKeyDown={key}
      />
      <span role="status" className="quiet small">
        {foundWords(filter, found)}
      </span>
    </>
  );
}

/** A field that `/` leads to, from everywhere on the page but other fields. */
function useSlash() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const key = (event: globalThis.KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== '/' || (target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]')))
        return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
  return field;
}
