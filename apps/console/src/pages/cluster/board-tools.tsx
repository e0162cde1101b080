import type { LiveBoard } from '../../live/use-board';
import { ColourBy } from '../../model/board/colouring';
import type { BoardFilter } from '../../model/board/filter';
import type { Subject } from '../../model/board/subject';
import { Figures } from './board/board-notes';
import { SearchBox } from './board/search-box';
import { ActButton } from '../../shell/act-button';

interface BoardToolsProps {
  readonly board: LiveBoard;
  readonly search: string;
  readonly filter: BoardFilter;
  readonly selected: Subject | undefined;
  readonly by: ColourBy;
  /** True if the palette of faults is open. */
  readonly hasFaultBar: boolean;
  readonly onSearch: (text: string) => void;
  readonly onFound: (subject: Subject) => void;
  readonly onColour: (by: ColourBy) => void;
  readonly onCreate: () => void;
  readonly onFork: () => void;
  readonly onFaultBar: () => void;
}

/** Bar above the board: search, colours, and the figures of what is shown. */
export function BoardTools(props: BoardToolsProps) {
  const {
    board,
    search,
    filter,
    selected,
    by,
    hasFaultBar,
    onSearch,
    onFound,
    onColour,
    onCreate,
    onFork,
    onFaultBar,
  } = props;
  return (
    <div className="tool-bar" role="region" aria-label="Options of the board">
      <SearchBox board={board} text={search} filter={filter} selected={selected} onText={onSearch} onFound={onFound} />
      <label>
        Colour
        {/* The options are the values of ColourBy. */}
        <select value={by} onChange={({ target }) => onColour(target.value as ColourBy)}>
          {Object.values(ColourBy).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <ActButton onClick={onCreate}>Create…</ActButton>
      <ActButton onClick={onFork}>Fork…</ActButton>
      <button aria-expanded={hasFaultBar} aria-pressed={hasFaultBar} onClick={onFaultBar}>
        Faults
      </button>
      <Figures board={board} />
    </div>
  );
}
