import { Link } from 'wouter';
import { useClient } from '../../../graphql/client-context';
import { placeQuery, type ObjectPlace } from '../../../model/editor/object-place';

/** Leads to an object, or to a table. */
export function PlaceLink({ place, children }: { readonly place: ObjectPlace; readonly children: string }) {
  const { cluster } = useClient();
  const depth = ((history.state ?? {}) as { readonly depth?: number }).depth ?? 0;
  return (
    <Link href={`/${encodeURIComponent(cluster)}/objects?${placeQuery(place)}`} state={{ depth: depth + 1 }}>
      {children}
    </Link>
  );
}

interface Linked {
  readonly kind: string;
  readonly apiVersion: string;
  readonly metadata: { readonly namespace: string | null; readonly name: string };
}

/** Objects as links, by kind and name. */
export function ObjectLinks({ title, objects }: { readonly title: string; readonly objects: readonly Linked[] }) {
  if (objects.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className="object-links">
        {objects.map(({ kind, apiVersion, metadata: { namespace, name } }) => (
          <li key={`${kind}/${name}`}>
            <span className="quiet">{kind}</span>{' '}
            <PlaceLink place={{ apiVersion, kind, namespace: namespace ?? undefined, name }}>{name}</PlaceLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
