import type { DescribeObjectQuery } from '../../../graphql/operations.generated';
import { clusterTime } from '../../../model/clock-words';
import type { ObjectPlace } from '../../../model/editor/object-place';
import { containersOf, relatedPlaces, type DescribedObject } from '../../../model/objects/description';
import type { ServedKind } from '../../../model/objects/served-kind';
import { conditionTone, toneOf } from '../../../model/objects/tone';
import { EventList } from '../../cluster/why/event-list';
import { ObjectLinks, PlaceLink } from './object-link';
import { useDescription } from './use-description';
import { useObjectRow } from './use-object-row';

interface DescribeTabProps {
  readonly place: ObjectPlace;
  readonly kind: ServedKind | undefined;
}

type Described = NonNullable<DescribeObjectQuery['object']>;

/** An object in words: its columns, containers and conditions, its owners and what it owns, its events. */
export function DescribeTab({ place, kind }: DescribeTabProps) {
  const { data, error, isLoading } = useDescription(place);
  const described = data?.object;
  const row = useObjectRow(place, kind, described?.json);
  if (error) return <p className="error-text objects-note">{error.message}</p>;
  if (!described) {
    const words =
      isLoading && !data ? 'Reading…' : `There is no ${place.kind} ${place.name} any more. Its story is kept.`;
    return <p className="quiet objects-note">{words}</p>;
  }
  const object = described.json as DescribedObject;
  const related = relatedPlaces(place, object);
  return (
    <div className="describe">
      {row && (
        <section>
          <h3>State</h3>
          <dl className="facts">
            {row.columns.map((column, index) => (
              <Fact key={index} name={column.name} text={row.row.cells[index] ?? ''} />
            ))}
          </dl>
        </section>
      )}
      <Containers object={object} />
      <Conditions conditions={described.conditions} />
      <ObjectLinks title="Owned by" objects={described.owners} />
      <ObjectLinks title="Owns" objects={described.dependents} />
      {related.length > 0 && (
        <section>
          <h3>See also</h3>
          <ul className="object-links">
            {related.map(({ title, place: to }) => (
              <li key={title}>
                <PlaceLink place={to}>{title}</PlaceLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Metadata place={place} object={object} />
      <EventList events={described.events.nodes} />
    </div>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  const tone = toneOf({ name }, text);
  return (
    <>
      <dt>{name}</dt>
      <dd>{tone === undefined ? text : <span className={`state ${tone}`}>{text}</span>}</dd>
    </>
  );
}

function Containers({ object }: { readonly object: DescribedObject }) {
  const containers = containersOf(object);
  if (containers.length === 0 || containers.every(({ image }) => image === '')) return null;
  return (
    <section>
      <h3>Containers</h3>
      {containers.map(({ name, image, isInit, isReady, restarts, state }) => (
        <p key={name} className="event">
          <span className="mono">{name}</span>
          {isInit && ' (init)'} <span className={`state ${toneOf({ name: 'State' }, state) ?? ''}`}>{state}</span>
          <span className="quiet small block">
            {image} · {isReady ? 'ready' : 'not ready'} · restarts: {restarts}
          </span>
        </p>
      ))}
    </section>
  );
}

function Conditions({ conditions }: Pick<Described, 'conditions'>) {
  if (conditions.length === 0) return null;
  return (
    <section>
      <h3>Conditions</h3>
      {conditions.map(({ type, status, reason, message, lastTransitionTime }) => (
        <p key={type} className="event">
          <span className={`state ${conditionTone(type, status)}`}>
            {type} {status}
          </span>{' '}
          {reason} <span className="quiet">{message}</span>
          {lastTransitionTime && <time className="mono quiet small block">{clusterTime(lastTransitionTime)}</time>}
        </p>
      ))}
    </section>
  );
}

/** Labels, which lead to the objects that have them too, and the rest of the metadata. */
function Metadata({
  place: { apiVersion, kind, namespace },
  object: { metadata = {} },
}: {
  readonly place: ObjectPlace;
  readonly object: DescribedObject;
}) {
  const { labels = {}, annotations = {}, finalizers = [], creationTimestamp, uid } = metadata;
  return (
    <section>
      <h3>Metadata</h3>
      <p className="object-labels">
        {Object.entries(labels).map(([key, value]) => (
          <span key={key} className="pill">
            <PlaceLink
              place={{ apiVersion, kind, namespace, labels: `${key}=${value}` }}
            >{`${key}=${value}`}</PlaceLink>
          </span>
        ))}
      </p>
      <dl className="facts">
        {creationTimestamp && <Fact name="Created" text={clusterTime(creationTimestamp)} />}
        {uid !== undefined && <Fact name="UID" text={uid} />}
        {finalizers.length > 0 && <Fact name="Finalizers" text={finalizers.join(', ')} />}
        {Object.entries(annotations).map(([key, value]) => (
          <Fact key={key} name={key} text={value} />
        ))}
      </dl>
    </section>
  );
}
