import { Suspense } from 'react';
import type { ObjectPlace } from '../../../model/editor/object-place';
import { TABS, type Tab } from '../../../model/objects/tabs';
import type { ServedKind } from '../../../model/objects/served-kind';
import { YamlTab } from './yaml-tab';
import './object.css';

interface ObjectViewProps {
  readonly place: ObjectPlace;
  readonly kind: ServedKind | undefined;
  readonly onTab: (tab: Tab) => void;
  /** Leads back to where one came from. */
  readonly onBack: () => void;
}

/** The page of an object, by parts. */
export function ObjectView({ place, kind, onTab, onBack }: ObjectViewProps) {
  const tab = TABS.find((each) => each === place.tab) ?? TABS[0]!;
  return (
    <section className="object-view" aria-label={`${place.kind} ${place.name}`}>
      <div className="object-head">
        <button onClick={onBack} title="Escape">
          ← Back
        </button>
        <div>
          <p className="over-title">
            {place.kind}
            {place.namespace !== undefined && ` in ${place.namespace}`}
          </p>
          <h2>{place.name}</h2>
        </div>
        <nav className="views" aria-label="Parts of the object">
          {TABS.map((each) => (
            <button
              key={each}
              className="plain"
              aria-current={each === tab ? 'page' : undefined}
              onClick={() => onTab(each)}
            >
              {each}
            </button>
          ))}
        </nav>
      </div>
      <div className="object-part">
        <Suspense fallback={<p className="quiet objects-note">Loading…</p>}>
          <YamlTab key={JSON.stringify(place)} place={place} kind={kind} />
        </Suspense>
      </div>
    </section>
  );
}
