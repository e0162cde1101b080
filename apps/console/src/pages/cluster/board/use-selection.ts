import { useMemo, useState } from 'react';
import { filterOf, type BoardFilter } from '../../../model/board/filter';
import type { Subject } from '../../../model/board/subject';

/** Search and selection of a board. */
interface Selection {
  readonly search: string;
  readonly filter: BoardFilter;
  readonly selected: Subject | undefined;
  /** Brought near: what was found last, until the selection or the search ends. */
  readonly near: Subject | undefined;
  setSearch(text: string): void;
  select(subject: Subject | undefined): void;
  /** Selects what was found, and brings it near. */
  find(subject: Subject): void;
}

export function useSelection(): Selection {
  const [search, setSearch] = useState('');
  const filter = useMemo(() => filterOf(search), [search]);
  const [selected, setSelected] = useState<Subject>();
  const [near, setNear] = useState<Subject>();
  return {
    search,
    filter,
    selected,
    near,
    setSearch(text) {
      setSearch(text);
      if (text === '') setNear(undefined);
    },
    select(subject) {
      setSelected(subject);
      if (!subject) setNear(undefined);
    },
    find(subject) {
      setSelected(subject);
      setNear(subject);
    },
  };
}
