import { useState } from 'react';
import type { Subject } from '../../../model/board/subject';
import { durationWords } from '../../../model/clock-words';
import type { TimelineEntry } from '../../../model/timeline/entries';
import { grouped } from '../../../model/words';
import { ActButton } from '../../../shell/act-button';

interface TimelineBarProps {
  readonly at: TimelineEntry | undefined;
  /** The change that is shown, or the present. */
  readonly words: string;
  /** Faults and zones in trouble at that moment; empty if there are none. */
  readonly standing: string;
  /** The number of changes that are known; undefined while they are read. */
  readonly count: number | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Length of the shown period; undefined: all. */
  readonly shownMs: number | undefined;
  readonly onLonger: () => void;
  readonly onShorter: () => void;
  readonly onWhole: () => void;
  readonly onEarlier: (() => Promise<void>) | undefined;
  readonly onNow: () => void;
  /** Selects what was changed on the board; undefined: another part offers it. */
  readonly onSelect: ((subject: Subject) => void) | undefined;
}

/** Description of the shown part of the timeline, and its controls. */
export function TimelineBar(props: TimelineBarProps) {
  const { at, words, standing, count, text, shownMs, onText, onEarlier, onNow, onSelect } = props;
  const subject = at?.subject;
  return (
    <div className="timeline-bar">
      <p className={at ? 'timeline-words' : 'timeline-words quiet'} title={at ? words : undefined}>
        {at ? (
          <>
            <span className="pill warn">the past · revision {at.revision}</span>{' '}
            {standing !== '' && <span className="pill bad">{standing}</span>} {words}
          </>
        ) : count === undefined ? (
          'Reading the last changes…'
        ) : (
          `The last ${grouped(count)} changes. Drag or press arrow keys to see the past.`
        )}
      </p>
      {subject && onSelect && <button onClick={() => onSelect(subject)}>Select the {subject.kind}</button>}
      {onEarlier && <EarlierButton onEarlier={onEarlier} />}
      {at && (
        <button className="primary" onClick={onNow}>
          Back to now
        </button>
      )}
      <input
        type="search"
        aria-label="Changes with these words"
        placeholder="Changes with…"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <div role="group" aria-label="Zoom of the timeline" className="clock-advance">
        <button aria-label="Shorter time" onClick={props.onShorter}>
          +
        </button>
        <button aria-label="Longer time" onClick={props.onLonger}>
          −
        </button>
        <button disabled={shownMs === undefined} onClick={props.onWhole}>
          {shownMs === undefined ? 'All' : `${durationWords(shownMs)} of all`}
        </button>
      </div>
    </div>
  );
}

/** Reads further back; a second press waits for the first. */
function EarlierButton({ onEarlier }: { readonly onEarlier: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const read = (): void => {
    setIsBusy(true);
    // What cannot be read is not there: the button stays for another attempt.
    onEarlier()
      .catch(() => undefined)
      .finally(() => setIsBusy(false));
  };
  return (
    <ActButton disabled={isBusy} onClick={read}>
      {isBusy ? 'Reading…' : 'Earlier'}
    </ActButton>
  );
}
