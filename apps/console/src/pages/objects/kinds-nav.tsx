import { useEffect, useMemo, useRef, useState } from 'react';
import type { ObjectPlace } from '../../model/editor/object-place';
import { kindGroups, type ServedKind } from '../../model/objects/served-kind';
import { ExportAllButton } from './export-all-button';

interface KindsNavProps {
  readonly kinds: readonly ServedKind[];
  readonly place: ObjectPlace;
  /** True if the list is open where there is no room for it beside the table. */
  readonly isOpen: boolean;
  readonly onOpen: (place: ObjectPlace) => void;
}

/** The kinds that the cluster serves, by API group, with a search. */
export function KindsNav({ kinds, place, isOpen, onOpen }: KindsNavProps) {
  const [search, setSearch] = useState('');
  const groups = useMemo(() => kindGroups(kinds, search), [kinds, search]);
  const writable = useMemo(() => kinds.filter(({ verbs }) => verbs.includes('create')), [kinds]);
  const go = ({ apiVersions, kind }: ServedKind): void => onOpen({ apiVersion: apiVersions[0]!, kind });
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }, [place.kind, place.apiVersion, kinds, isOpen]);
  return (
    <nav ref={nav} className={isOpen ? 'objects-kinds is-open' : 'objects-kinds'} aria-label="Kinds">
      <input
        type="search"
        aria-label="Search kinds"
        placeholder="Search kinds"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={({ key }) => {
          const first = groups[0]?.kinds[0];
          if (key === 'Enter' && first) go(first);
        }}
      />
      {groups.length === 0 && kinds.length > 0 && <p className="quiet">No kind has this name.</p>}
      {groups.map(({ title, kinds: members }) => (
        <section key={title}>
          <h3>{title}</h3>
          <ul>
            {members.map((each) => (
              <li key={each.kind}>
                <button
                  className="plain"
                  aria-current={each.kind === place.kind && each.apiVersions.includes(place.apiVersion)}
                  onClick={() => go(each)}
                >
                  {each.kind}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <ExportAllButton kinds={writable} />
    </nav>
  );
}
