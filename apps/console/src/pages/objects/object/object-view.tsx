import type { ObjectPlace } from '../../../model/editor/object-place';
import { Tab, tabsOf } from '../../../model/objects/tabs';
import type { ServedKind } from '../../../model/objects/served-kind';
import { DescribeTab } from './describe-tab';
import { LogsTab } from './logs-tab';
import { StoryTab } from './story-tab';
import { TerminalTab } from './terminal-tab';
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
  const tabs = tabsOf(kind);
  const tab = tabs.find((each) => each === place.tab) ?? tabs[0]!;
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
          {tabs.map((each) => (
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
        <Part key={placeKey(place)} tab={tab} place={place} kind={kind} />
      </div>
    </section>
  );
}

interface PartProps extends Pick<ObjectViewProps, 'place' | 'kind'> {
  readonly tab: Tab;
}

function Part({ tab, place, kind }: PartProps) {
  switch (tab) {
    case Tab.Describe:
      return <DescribeTab place={place} kind={kind} />;
    case Tab.Yaml:
      return <YamlTab place={place} kind={kind} />;
    case Tab.Logs:
      return <LogsTab place={place} />;
    case Tab.Terminal:
      return <TerminalTab place={place} />;
    case Tab.Story:
      return <StoryTab place={place} />;
  }
}

/** Another object is another page, with nothing left of the one before. */
function placeKey({ apiVersion, kind, namespace, name }: ObjectPlace): string {
  return [apiVersion, kind, namespace, name].join(' ');
}
