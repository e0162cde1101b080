import { useLocation, useSearchParams } from 'wouter';
import { useClient } from '../../graphql/client-context';
import { placeOf, placeQuery, type ObjectPlace } from '../../model/editor/object-place';

/** Places of the page of objects, as its address has them. */
interface Places {
  readonly place: ObjectPlace;
  go(to: ObjectPlace): void;
  /** Leads to a place instead of the present one: the way back leaves both. */
  replace(to: ObjectPlace): void;
  /** Leads back to the place before; to the list of the kind where the page was opened at this one. */
  back(): void;
}

/** State of a place in the history of the browser: the number of places of this page before it. */
interface PlaceState {
  readonly depth?: number;
}

export function usePlaces(): Places {
  const { cluster } = useClient();
  const [query] = useSearchParams();
  const [, navigate] = useLocation();
  const place = placeOf(query);
  const { depth = 0 } = (history.state ?? {}) as PlaceState;
  const lead = (to: ObjectPlace, options: { readonly replace?: boolean; readonly state: PlaceState }): void =>
    navigate(`/${encodeURIComponent(cluster)}/objects?${placeQuery(to)}`, options);
  return {
    place,
    go: (to) => lead(to, { state: { depth: depth + 1 } }),
    replace: (to) => lead(to, { replace: true, state: { depth } }),
    back() {
      if (depth > 0) history.back();
      else lead({ apiVersion: place.apiVersion, kind: place.kind }, { replace: true, state: {} });
    },
  };
}
